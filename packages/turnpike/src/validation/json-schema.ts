import type * as core from 'zod/v4/core'
import type { Schema } from '../http/schema.ts'
import { isOf } from './zod/is-of.ts'

/** A JSON Schema of the dialect 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = core.JSONSchema.BaseSchema

/**
 * The schema as JSON Schema, without `$schema`. What JSON Schema cannot express becomes `{}`. Null
 * for schemas of other libraries: Standard Schema does not describe what it accepts.
 *
 * @param io `input`: what clients may send; `output`: what `serializer` sends.
 */
export function jsonSchemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema | null {
  if (!('toJSONSchema' in schema)) return null
  return io === 'input'
    ? made(schema as unknown as Describing, { io })
    : sent(schema as unknown as Describing)
}

/** Schemas of zod describe themselves; those of `zod/mini` do not. */
type Describing = core.$ZodType & {
  toJSONSchema(parameters: core.ToJSONSchemaParams): JsonSchema & { $schema?: string }
}

function made(schema: core.$ZodType, parameters: core.ToJSONSchemaParams): JsonSchema {
  const { $schema: _, ...plain } = (schema as Describing).toJSONSchema({
    ...parameters,
    unrepresentable: 'any',
  })
  return plain
}

/** zod describes its own output, such as a `Date`; these are sent in another form. */
const sent = (schema: core.$ZodType): JsonSchema =>
  made(schema, {
    io: 'output',
    override({ zodSchema, jsonSchema }) {
      const { type } = zodSchema._zod.def
      if (type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      if (type === 'bigint') Object.assign(jsonSchema, { type: ['integer', 'string'] })
      if (isOf(zodSchema, '$ZodCodec')) replace(jsonSchema, sent(zodSchema._zod.def.in))
    },
  })

/** Keeps only annotations, such as the description. */
function replace(schema: JsonSchema, other: JsonSchema): void {
  const { title, description } = schema
  for (const key of Object.keys(schema)) delete schema[key]
  Object.assign(schema, other, title && { title }, description && { description })
}
