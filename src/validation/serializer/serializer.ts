import type * as core from 'zod/v4/core'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import type { Schema } from '../../http/schema.ts'
import { type Compiled, compile } from './compile.ts'
import { Mismatch, misfit } from './mismatch.ts'

/** Makes of a value what is sent of it. */
export interface Serializer {
  /** @throws Error when the value does not fit the schema, with the field and what was found. */
  (value: unknown): unknown
  /** Whether equal values always become equal ones: the schema calls no function of yours. */
  readonly isPure: boolean
}

/**
 * Makes of values what the schema names, and nothing else, in forms that do not depend on the
 * database:
 *
 * ```ts
 * const shown = serializer(z.object({ id: z.int(), done: z.boolean(), at: z.iso.datetime() }))
 * shown({ id: 1, done: 1, at: new Date(0), secret: 'x' })
 * // { id: 1, done: true, at: '1970-01-01T00:00:00.000Z' }
 * ```
 *
 * `docs/views.md` has a table of the forms. The schema is compiled once.
 *
 * @param sender what is named when a value does not fit: `The view Notes`. Default `The serializer`.
 * @throws ConfigurationError when the schema is not of zod, or describes what JSON cannot hold.
 */
export function serializer(schema: Schema, sender: string = 'The serializer'): Serializer {
  if (!('_zod' in schema)) {
    throw new ConfigurationError(
      `${sender} has answers of a schema that is not zod's, which cannot be compiled: write them ` +
        'with zod, or validate in serialize.',
    )
  }
  const { convert, isPure } = compiledOf(schema as core.$ZodType)
  const serialize = (value: unknown): unknown => {
    const mismatch = new Mismatch()
    const sent = convert(value, mismatch)
    if (sent === misfit) throw new Error(`${sender} cannot send ${mismatch}`)
    return sent
  }
  return Object.assign(serialize, { isPure })
}

const compiled = new WeakMap<core.$ZodType, Compiled>()

function compiledOf(schema: core.$ZodType): Compiled {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const made = compile(schema)
  compiled.set(schema, made)
  return made
}
