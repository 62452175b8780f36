import type * as core from 'zod/v4/core'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { Schema } from '../../http/schema.ts'
import { compile } from './compile.ts'
import { Mismatch, misfit } from './mismatch.ts'

/**
 * Creates a function that converts a value to what the schema names, and nothing else, in forms
 * that do not depend on the database:
 *
 * ```ts
 * const shown = serializer(z.object({ id: z.int(), done: z.boolean(), at: z.iso.datetime() }))
 * shown({ id: 1, done: 1, at: new Date(0), secret: 'x' })
 * // { id: 1, done: true, at: '1970-01-01T00:00:00.000Z' }
 * ```
 *
 * It throws an `Error` with the field and what was found for a value that does not fit the schema.
 * The schema is compiled once. `docs/views.md` lists the forms.
 *
 * @param owner named in that error: `The view Notes`. Default `The serializer`.
 * @throws ConfigurationError when the schema is not one of zod, or describes what JSON cannot hold.
 */
export const serializer = (
  schema: Schema,
  owner: string = 'The serializer',
): ((value: unknown) => unknown) => compileSerializer(schema, owner).serialize

/** @returns the serializer, and whether it calls no function of the application. */
export function compileSerializer(schema: Schema, owner: string) {
  const { convert, isPure } = compile(zodOf(schema, owner), owner)
  const mismatch = new Mismatch()
  const serialize = (value: unknown): unknown => {
    const sent = convert(value, mismatch)
    if (sent === misfit) throw new Error(`${owner} cannot send ${mismatch}`)
    return sent
  }
  return { serialize, isPure }
}

function zodOf(schema: Schema, owner: string): core.$ZodType {
  if ('_zod' in schema) return schema as unknown as core.$ZodType
  throw new ConfigurationError(
    `${owner} needs answers of zod: the fields of other schemas are unknown. ` +
      'Remove answers and call the schema in serialize.',
  )
}
