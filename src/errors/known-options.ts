import { ConfigurationError } from './configuration-error.ts'

/**
 * The options of a factory, as a list that is checked when it is called: JavaScript has no compiler
 * to do it.
 */
export interface KnownOptions<Options> {
  readonly names: readonly (keyof Options & string)[]
  /**
   * @throws ConfigurationError that names the option that was meant, or the one that is missing.
   */
  require(given: object | undefined): void
}

/**
 * Every option of the type by name: the compiler refuses a list that lacks one or has one too much.
 */
export type OptionNames<Options> = {
  readonly [Name in keyof Options]-?: Record<never, never> extends Pick<Options, Name>
    ? 'optional'
    : 'required'
}

/**
 * @param factory has the options, for messages: `tokenAuthentication()`.
 * @param isOpen true: takes an object that has more in it, as in `tokenAuthentication(accounts)`.
 *   Of the names in it only those are refused that look like a misspelt option.
 */
export function knownOptions<Options>(
  factory: string,
  options: OptionNames<Options>,
  { isOpen = false } = {},
): KnownOptions<Options> {
  const names = Object.keys(options) as (keyof Options & string)[]
  const required = names.filter((name) => options[name] === 'required')
  return {
    names,

    require(given = {}) {
      requireKnown(factory, given, names, { isOpen })
      const missing = required.find((name) => Reflect.get(given, name) === undefined)
      if (missing === undefined) return
      throw new ConfigurationError(
        `${factory} needs ${missing}: give it { ${required.join(', ')} }.`,
      )
    },
  }
}

/**
 * Refuses names that do not exist, which would otherwise be ignored without a word: a view with a
 * misspelt `permissions` would be open to all.
 *
 * @param what has the names, for the message: `A view`.
 * @param isOpen true: only names that are similar to a known one are refused.
 * @throws ConfigurationError that suggests the name that was meant.
 */
export function requireKnown(
  what: string,
  given: object,
  known: readonly string[],
  { isOpen = false } = {},
): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const meant = nearest(name, known, isOpen ? isMisspelt : isSimilar)
    if (meant === null && isOpen) continue
    throw new ConfigurationError(
      `${what} has no ${name}. ` +
        (meant === null ? `There are ${known.join(', ')}.` : `Did you mean ${meant}?`),
    )
  }
}

/** The nearest of the names that may be meant; null when none may be. */
function nearest(name: string, known: readonly string[], mayBeMeant: MayBeMeant): string | null {
  const [best] = known
    .map((other) => ({ other, distance: distanceOf(plain(name), plain(other)) }))
    .filter(({ other, distance }) => mayBeMeant(plain(name), plain(other), distance))
    .sort((one, two) => one.distance - two.distance)
  return best?.other ?? null
}

type MayBeMeant = (name: string, other: string, distance: number) => boolean

const plain = (name: string) => name.toLowerCase().replaceAll('_', '')

/** Shorter names are parts of too many others. */
const shortestPart = 4

/** With two letters wrong at most, of more. */
const isMisspelt: MayBeMeant = (name, _other, distance) => distance <= Math.min(2, name.length - 1)

/** Misspelt, or one is a part of the other. */
const isSimilar: MayBeMeant = (name, other, distance) => {
  const [short, long] = name.length < other.length ? [name, other] : [other, name]
  const isPart = short.length >= shortestPart && long.includes(short)
  return isPart || isMisspelt(name, other, distance)
}

/** How many letters must be added, taken away or replaced (Levenshtein). */
function distanceOf(one: string, two: string): number {
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
