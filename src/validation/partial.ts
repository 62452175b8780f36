import * as core from 'zod/v4/core'
import { memoizeByIdentity } from '../caching/memoize.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Schema } from '../http/schema.ts'

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
  if (!(schema instanceof core.$ZodObject)) {
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
const Unfilled = core.$constructor<core.$ZodOptional>('TurnpikeUnfilled', (schema, definition) => {
  const base: core.$constructor<core.$ZodOptional> = core.$ZodOptional
  base.init(schema, definition)
  Object.defineProperty(schema._zod, 'optin', { value: 'optional' })
})

function unfilled(field: core.$ZodType): core.$ZodType {
  const hasDefault = field instanceof core.$ZodDefault || field instanceof core.$ZodPrefault
  const innerType = hasDefault ? field._zod.def.innerType : field
  return new Unfilled({ type: 'optional', innerType })
}
