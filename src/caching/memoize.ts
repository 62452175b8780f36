/** Longer texts are not kept: few clients send the same one twice. */
const maxLength = 256

/**
 * The same function, with the results for the texts that it was given last. It must give the same
 * result for the same text, and nobody may change a result.
 *
 * @param max most results that are kept. When there are more, all of them are forgotten: texts come
 *   from clients, and whoever invents new ones only gets what everybody got before.
 */
export function remember<Result>(
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
