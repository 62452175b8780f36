import * as core from 'zod/v4/core'
import type { Schema } from '../http/request.ts'

/** A JSON Schema of the dialect 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = core.JSONSchema.BaseSchema

/**
 * The schema as JSON Schema, without `$schema`. What JSON Schema has no words for is left open, as
 * `{}`. Null for schemas that are not zod's: Standard Schema cannot be asked what it accepts.
 *
 * @param io `input`: what clients may send; `output`: what validation makes of it.
 */
export function jsonSchemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema | null {
  if (!('_zod' in schema)) return null

  const { $schema: _, ...made } = core.toJSONSchema(schema as core.$ZodType, {
    io,
    unrepresentable: 'any',
  })
  return made
}
