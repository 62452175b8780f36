import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'vitest'
import { z } from 'zod'
import type { OpenApiDocument, SchemaObject } from '../../src/openapi/index.ts'

/**
 * The document must be one of OpenAPI: each reference leads somewhere, each component is used, and
 * each tag is described. Tools of others do not follow references of extensions.
 */
export async function expectValid(document: OpenApiDocument): Promise<void> {
  const copy = JSON.parse(JSON.stringify(document))
  const { valid, errors } = await new Validator().validate(copy)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  for (const reference of referencesIn(document)) {
    expect(resolve(document, { $ref: reference }), reference).toBeDefined()
  }
  const { securitySchemes: _, ...components } = document.components
  const names = Object.entries(components).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`),
  )
  const used = new Set(referencesIn(document))
  expect(names.filter((name) => !used.has(name))).toEqual([])
  expect(document.tags.filter(({ description }) => !description)).toEqual([])
}

/** What a reference leads to, or the value itself. */
export function resolve<Value>(document: OpenApiDocument, value: Value | { $ref: string }): Value {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value as Value
  const steps = String(value.$ref).replace('#/', '').split('/')
  return steps.reduce<unknown>(
    (found, step) => (found as Record<string, unknown> | undefined)?.[step],
    document,
  ) as Value
}

/** What does not fit the schema, in words; empty when all does. */
export function misfits(document: OpenApiDocument, schema: SchemaObject, value: unknown): string {
  const definitions = JSON.stringify(document.components.schemas ?? {})
  const whole = JSON.parse(
    JSON.stringify({ ...schema, $defs: JSON.parse(definitions) }).replaceAll(
      '#/components/schemas/',
      '#/$defs/',
    ),
  )
  const { success, error } = z.fromJSONSchema(whole).safeParse(value)
  return success ? '' : z.prettifyError(error)
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' ? [String(inner)] : key.startsWith('x-') ? [] : referencesIn(inner),
  )
}
