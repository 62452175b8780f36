import type * as core from 'zod/v4/core'
import { memoizeByIdentity } from '../caching/memoize.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Schema } from '../http/schema.ts'
import { type Class, derived } from './zod/derived.ts'
import { isOf } from './zod/is-of.ts'

/**
 * The schema for PATCH: the same fields, all optional. Absent fields are not filled with their
 * defaults. A nested object is sent whole or not at all.
 *
 * A schema whose fields are all optional and without defaults is returned unchanged.
 *
 * @throws ConfigurationError when the schema is not a `z.object()`, or checks the object as a whole
 *   (`refine`, `check`), which may need absent fields.
 */
export function partialSchema<Output>(schema: Schema<Output>): Schema<Partial<Output>> {
  // Only the fields have changed, from required to optional.
  return partialOf(schema) as unknown as Schema<Partial<Output>>
}

const partialOf = memoizeByIdentity((schema: object) => {
  if (!isOf(schema, '$ZodObject')) {
    throw new ConfigurationError(`Only a z.object() can be used as a schema for PATCH. ${remedy}`)
  }
  const { def, constr } = schema._zod
  const fields = Object.entries(def.shape)
  if (fields.every(([, field]) => staysAbsent(field))) return schema
  if (def.checks?.length) {
    throw new ConfigurationError(
      'A schema that checks the object as a whole cannot be used for PATCH: the check may need ' +
        `fields that are absent. ${remedy}`,
    )
  }
  const shape = Object.fromEntries(fields.map(([name, field]) => [name, unfilled(field)]))
  return new constr({ ...def, shape })
})

const remedy =
  'Set `partialSchema` to an object of optional fields, with only the checks that need no absent field.'

const staysAbsent = ({ _zod }: core.$ZodType) =>
  _zod.optin === 'optional' && _zod.optout === 'optional'

/** An optional field that stays absent despite a default inside. */
function unfilled(field: core.$ZodType): core.$ZodType {
  const hasDefault = isOf(field, '$ZodDefault') || isOf(field, '$ZodPrefault')
  const inner: Optionable = hasDefault ? field._zod.def.innerType : field
  const optional = inner.optional?.()
  if (optional === undefined) {
    throw new ConfigurationError(`A schema of zod/mini cannot be used for PATCH. ${remedy}`)
  }
  const { constr, def } = optional._zod
  const Unfilled = derived(constr as Class, ({ _zod }) =>
    Object.defineProperty(_zod, 'optin', { value: 'optional' }),
  )
  return new Unfilled(def)
}

/** Schemas of `zod/mini` have no such method. */
type Optionable = core.$ZodType & { optional?(): core.$ZodType }
