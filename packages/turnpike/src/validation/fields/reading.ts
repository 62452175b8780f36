import type * as z from 'zod'
import { $constructor } from 'zod/v4/core'
import { mark } from '../../caching/mark.ts'
import { ErrorMessage } from '../../errors/error-detail.ts'

/** Turns the sent value into what the schema expects, or into an error message. */
export type Read = (value: unknown) => unknown

/** Whether the sent value stands for null in a field that may be null. */
export type MeansNull = (value: unknown) => boolean

/** The work of a field besides validating values. */
export interface Field {
  /** Reads what clients send. */
  readonly read: Read
  /** Reads what databases keep, for answers. Default `read`. */
  readonly readStored?: Read
  /** Which values stand for null in `.nullable()`. Default only null. */
  readonly meansNull?: MeansNull
}

const fields = mark<z.core.$ZodType, Field>()

/** The field of a schema; undefined if the schema was not made by `reading`. */
export const fieldOfSchema = (schema: z.core.$ZodType): Field | undefined => fields.get(schema)

/**
 * A schema of the zod class `base` that converts a value before validating it. It stays a schema of
 * that class, even after `.max(5)` or `.regex(...)`, so its output type and JSON Schema are those
 * of the class. Absent values and null are not converted: every schema rejects them in the same
 * way.
 */
export function reading<Schema extends z.ZodType>(
  base: z.core.$constructor<Schema>,
  definition: Schema['_zod']['def'],
  field: Field,
): Schema {
  const Field = $constructor<Schema>('TurnpikeField', (schema, ownDefinition) => {
    base.init(schema, ownDefinition)
    fields.set(schema, field)
    const { parse } = schema._zod

    schema._zod.parse = (payload, context) => {
      const { value } = payload
      if (value === undefined || value === null) return parse(payload, context)

      const result = field.read(value)
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
