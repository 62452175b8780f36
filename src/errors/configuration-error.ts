/** What the deployer or the developer has set cannot be used. The message says what to change. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}

/**
 * Refuses names that are none, which would otherwise be ignored without a word: a view with a
 * misspelt `permissions` would be open to all.
 *
 * @param what has the names, for the message: `A view`.
 * @throws ConfigurationError that suggests the name that was meant.
 */
export function requireKnown(what: string, given: object, known: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const meant = known.find((other) => isSimilar(name, other))
    throw new ConfigurationError(
      `${what} has no ${name}. ` +
        (meant === undefined ? `There are ${known.join(', ')}.` : `Did you mean ${meant}?`),
    )
  }
}

/** Whether one is the other with other case, with a part more, or with two letters wrong at most. */
function isSimilar(name: string, other: string): boolean {
  const [one, two] = [name, other].map((text) => text.toLowerCase().replaceAll('_', ''))
  if (one === undefined || two === undefined) return false
  return one.includes(two) || two.includes(one) || distance(one, two) <= 2
}

/** How many letters must be added, taken away or replaced (Levenshtein). */
function distance(one: string, two: string): number {
  let previous = Array.from({ length: two.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= two.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + Number(one[row - 1] !== two[column - 1])
      const added = (current[column - 1] ?? 0) + 1
      current.push(Math.min(replaced, added, (previous[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous[two.length] ?? 0
}
