import * as core from 'zod/v4/core'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Schema } from '../http/request.ts'

/**
 * The schema for PATCH: the same fields, none of which has to be sent, and none of which is filled
 * with its default when it is not. An object inside it that is sent is sent whole.
 *
 * A schema whose fields are all optional and have no defaults is returned as it is.
 *
 * @throws ConfigurationError when it cannot be made: the schema is no `z.object()`, or checks the
 *   object as a whole (`refine`, `check`), which may need the fields that are not sent.
 */
export function partialSchema<Output>(schema: Schema<Output>): Schema<Partial<Output>> {
  const known = partials.get(schema)
  if (known !== undefined) return known as Schema<Partial<Output>>

  const partial = makePartial(schema)
  partials.set(schema, partial)
  // Only the fields have changed, from required to optional.
  return partial as unknown as Schema<Partial<Output>>
}

const partials = new WeakMap<Schema, Schema>()

function makePartial(schema: unknown) {
  if (!(schema instanceof core.$ZodObject)) {
    throw new ConfigurationError(
      `A schema that is no z.object() cannot be used for PATCH. ${remedy}`,
    )
  }
  const { def, constr } = schema._zod
  const fields = Object.entries(def.shape)
  if (fields.every(([, field]) => staysAbsent(field))) return schema
  if (def.checks?.length) {
    throw new ConfigurationError(
      'A schema that checks the object as a whole cannot be used for PATCH: its check may need ' +
        `fields that are not sent. ${remedy}`,
    )
  }
  const shape = Object.fromEntries(fields.map(([name, field]) => [name, unfilled(field)]))
  return new constr({ ...def, shape })
}

const remedy =
  'Give `partialSchema`: an object of optional fields, with the checks that hold for some of them.'

const staysAbsent = ({ _zod }: core.$ZodType) =>
  _zod.optin === 'optional' && _zod.optout === 'optional'

/** An optional field that stays absent, whatever default is inside. */
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
