import * as core from 'zod/v4/core'
import type { Schema } from '../http/schema.ts'

/** A JSON Schema of the dialect 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = core.JSONSchema.BaseSchema

/**
 * The schema as JSON Schema, without `$schema`. What JSON Schema cannot express becomes `{}`. Null
 * for schemas of other libraries: Standard Schema does not describe what it accepts.
 *
 * @param io `input`: what clients may send; `output`: what validation returns.
 */
export function jsonSchemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema | null {
  if (!('_zod' in schema)) return null

  const { $schema: _, ...made } = core.toJSONSchema(schema as core.$ZodType, {
    io,
    unrepresentable: 'any',
  })
  return made
}
