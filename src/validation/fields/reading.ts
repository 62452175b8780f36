import { z } from 'zod'
import { ErrorMessage } from '../../errors/error-detail.ts'

/** Turns the sent value into what the schema expects, or into an error message. */
export type Read = (value: unknown) => unknown

/** Whether the sent value stands for null in a field that may be null. */
export type MeansNull = (value: unknown) => boolean

const nullReaders = new WeakMap<z.core.$ZodType, MeansNull>()

/** Which values besides null stand for null when this schema may be null. Undefined: none. */
export const meaningNull = (schema: z.core.$ZodType): MeansNull | undefined =>
  nullReaders.get(schema)

/**
 * A schema of the zod class `base` that converts a value before validating it. It stays a schema of
 * that class, even after `.max(5)` or `.regex(...)`, so its output type and JSON Schema are those
 * of the class. Absent values and null are not converted: every schema rejects them in the same
 * way.
 *
 * @param meansNull for `.nullable()`. Default only null.
 */
export function reading<Schema extends z.ZodType>(
  base: z.core.$constructor<Schema>,
  definition: Schema['_zod']['def'],
  read: Read,
  meansNull?: MeansNull,
): Schema {
  const Field = z.core.$constructor<Schema>('TurnpikeField', (schema, ownDefinition) => {
    base.init(schema, ownDefinition)
    if (meansNull !== undefined) nullReaders.set(schema, meansNull)
    const { parse } = schema._zod

    schema._zod.parse = (payload, context) => {
      const { value } = payload
      if (value === undefined || value === null) return parse(payload, context)

      const result = read(value)
      if (result instanceof ErrorMessage) {
        const { message, code } = result
        payload.issues.push({
          code: 'custom',
          message,
          params: { code, isOfField: true },
          input: value,
          inst: schema,
        })
        return payload
      }
      payload.value = result
      return parse(payload, context)
    }
  })
  return new Field(definition)
}
