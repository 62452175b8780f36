import { z } from 'zod'
import { ErrorMessage } from '../../errors/error-detail.ts'

/** Turns what was sent into what the schema wants, or into the message that refuses it. */
export type Read = (value: unknown) => unknown

/** Whether what was sent stands for null in a field that may be null. */
export type MeansNull = (value: unknown) => boolean

const nullReaders = new WeakMap<z.core.$ZodType, MeansNull>()

/**
 * What else than null itself stands for null where this schema may be null, or undefined: nothing.
 */
export const meaningNull = (schema: z.core.$ZodType): MeansNull | undefined =>
  nullReaders.get(schema)

/**
 * A schema of the zod class `base` that reads a value before it judges it. It stays a schema of
 * that class, also after `.max(5)` or `.regex(...)`, so its output type and its JSON Schema are
 * those of the class. Absent values and null are not read: they are refused as any schema refuses
 * them.
 *
 * @param meansNull for `.nullable()`. Default nothing but null.
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
