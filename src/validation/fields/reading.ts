import { z } from 'zod'
import { ErrorMessage } from '../../errors/error-detail.ts'

/** Turns what was sent into what the schema wants, or into the message that refuses it. */
export type Read = (value: unknown) => unknown

/**
 * A schema of the zod class `base` that reads a value before it judges it. It stays a schema of
 * that class, also after `.max(5)` or `.regex(...)`, so its output type and its JSON Schema are
 * those of the class. Absent values and null are not read: they are refused as any schema refuses
 * them.
 */
export function reading<Schema extends z.ZodType>(
  base: z.core.$constructor<Schema>,
  definition: Schema['_zod']['def'],
  read: Read,
): Schema {
  const Field = z.core.$constructor<Schema>('TurnpikeField', (schema, ownDefinition) => {
    base.init(schema, ownDefinition)
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
