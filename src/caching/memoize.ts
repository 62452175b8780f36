/** Longer texts are not cached: few clients send the same one twice. */
const maxLength = 256

/**
 * The same function with a cache of its results. It must give the same result for the same text,
 * and callers must not change a result.
 *
 * @param max most results that are cached. All are dropped when there are more.
 */
export function memoize<Result>(
  make: (text: string) => Result,
  max: number,
): (text: string) => Result {
  const results = new Map<string, Result>()

  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known

    const result = make(text)
    if (results.size >= max) results.clear()
    if (text.length <= maxLength) results.set(text, result)
    return result
  }
}
