import type * as core from 'zod/v4/core'

/** A class of zod's schemas. */
export type Class = core.$constructor<core.$ZodType>

/**
 * A class whose schemas are those of another one, changed before zod finishes them. What
 * `$constructor` of zod gives, without an import of zod: an API without schemas does not need it.
 */
export function derived(
  base: Class,
  change: (schema: core.$ZodType, definition: core.$ZodTypeDef) => void,
): Class {
  function init(schema: core.$ZodType, definition: core.$ZodTypeDef): void {
    base.init(schema, definition)
    schema._zod.constr = Class
    change(schema, definition)
  }
  function Derived(this: core.$ZodType, definition: core.$ZodTypeDef): core.$ZodType {
    init(this, definition)
    for (const finish of this._zod.deferred ?? []) finish()
    this._zod.deferred = undefined
    return this
  }
  // It is called with `new`, which its type cannot say.
  const Class = Object.assign(Derived, { init, prototype: base.prototype }) as unknown as Class
  return Class
}

/** The definition with other members. Accessors stay: a default computed for each use is one. */
export const changedDefinition = <Definition extends object>(
  definition: Definition,
  changes: object,
): Definition =>
  Object.defineProperties({} as Definition, {
    ...Object.getOwnPropertyDescriptors(definition),
    ...Object.getOwnPropertyDescriptors(changes),
  })
