/** Information about objects, kept outside them. */
export interface Mark<Of extends object, Value> {
  set(object: Of, value: Value): void
  /** Undefined if the object is not marked. */
  get(object: Of): Value | undefined
  delete(object: Of): void
}

/**
 * Marks objects by identity: a copy has no mark, because a copy with other members may do something
 * else. A mark does not keep its object alive.
 */
export const mark = /* @__NO_SIDE_EFFECTS__ */ <Of extends object, Value = true>(): Mark<
  Of,
  Value
> => new WeakMap<Of, Value>()
