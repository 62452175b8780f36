/**
 * The URL with one query parameter set, or removed when the value is null. A repeated parameter is
 * replaced as a whole. All parameters are written anew, sorted by name in code point order.
 */
export function withParameter(url: string, name: string, value: string | null): string {
  const { base, parameters } = split(url)
  const others = parameters.filter(([other]) => other !== name)
  return join(base, value === null ? others : [...others, [name, value]])
}

/** A parameter as a form is encoded, as Python and browsers do, but for `~`, which stays and `*`. */
const encode = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

type Parameter = readonly [name: string, value: string]

function split(url: string): { base: string; parameters: Parameter[] } {
  const [withoutFragment = ''] = url.split('#', 1)
  const start = withoutFragment.indexOf('?')
  if (start < 0) return { base: withoutFragment, parameters: [] }

  const parameters = [...new URLSearchParams(withoutFragment.slice(start + 1))]
  return { base: withoutFragment.slice(0, start), parameters }
}

function join(base: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return base

  const query = parameters
    .toSorted(([one], [other]) => compareCodePoints(one, other))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
  return `${base}?${query}`
}

/** JavaScript compares UTF-16 units, in which characters beyond U+FFFF come before some below it. */
function compareCodePoints(one: string, other: string): number {
  const [ones, others] = [Array.from(one), Array.from(other)]
  const difference = ones.findIndex((character, index) => character !== others[index])
  if (difference < 0) return ones.length - others.length

  return (ones[difference]?.codePointAt(0) ?? -1) - (others[difference]?.codePointAt(0) ?? -1)
}
