import { Lru } from './lru.ts'

/** Longer strings are not cached: few clients send the same one twice. */
const maxLength = 256

/**
 * The same function with a cache of its results. It must return the same result for the same
 * string, and callers must not modify a result.
 *
 * @param max the maximum number of cached results. The least recently used are evicted.
 */
export /* @__NO_SIDE_EFFECTS__ */ function memoize<Result>(
  make: (text: string) => Result,
  max: number,
): (text: string) => Result {
  const results = new Lru<string, Result>({ max })

  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known

    const result = make(text)
    if (text.length <= maxLength) results.set(text, result)
    return result
  }
}

/**
 * The same function with a cache of its results for equal values, such as lists of names. JSON must
 * represent everything that the function uses.
 *
 * @param max the maximum number of cached results. The least recently used are evicted.
 */
export /* @__NO_SIDE_EFFECTS__ */ function memoizeByContent<Value, Result>(
  make: (value: Value) => Result,
  max: number,
): (value: Value) => Result {
  const results = new Lru<string, Result>({ max })

  return (value) => {
    const key = JSON.stringify(value)
    const known = results.get(key)
    if (known !== undefined) return known

    const result = make(value)
    results.set(key, result)
    return result
  }
}

/**
 * The same function with a cache of its result for each object, by identity. It must not depend on
 * anything that may change. A result lives as long as its object.
 */
export /* @__NO_SIDE_EFFECTS__ */ function memoizeByIdentity<Of extends object, Result>(
  make: (object: Of) => Result,
): (object: Of) => Result {
  const results = new WeakMap<Of, Result>()

  return (object) => {
    const known = results.get(object)
    if (known !== undefined) return known

    const result = make(object)
    results.set(object, result)
    return result
  }
}
