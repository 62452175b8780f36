import { urlEncoded } from '../http/syntax/url-encoded.ts'

/** The URL with one query parameter set, or removed when the value is null: see `linksOf`. */
export const withParameter = (url: string, name: string, value: string | null): string =>
  linksOf(url, name)(value)

/**
 * Links that differ in one query parameter: those of a page. With null they do not have it. A
 * repeated parameter is replaced as a whole. All parameters are re-encoded, sorted by name in code
 * point order.
 */
export function linksOf(url: string, name: string): (value: string | null) => string {
  const { base, parameters } = split(url)
  const others = parameters.filter((other) => other.name !== name)
  const behind = others.findIndex((other) => compareCodePoints(name, other.name) < 0)
  const place = behind < 0 ? others.length : behind

  return (value) =>
    join(base, value === null ? others : others.toSpliced(place, 0, written(name, value)))
}

/** A parameter and its encoded form. */
interface Parameter {
  readonly name: string
  readonly text: string
}

const written = (name: string, value: string): Parameter => ({
  name,
  text: `${encode(name)}=${encode(value)}`,
})

/** Form encoding as in Python and browsers, except that `~` is kept and `*` is encoded. */
const encode = (text: string): string =>
  isUnreserved.test(text)
    ? text
    : encodeURIComponent(text)
        .replace(
          /[!'()*]/g,
          (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
        )
        .replaceAll('%20', '+')

const isUnreserved = /^[\w.~-]*$/

interface Parts {
  readonly base: string
  /** Sorted by name. */
  readonly parameters: readonly Parameter[]
}

function split(url: string): Parts {
  const [withoutFragment = ''] = url.split('#', 1)
  const start = withoutFragment.indexOf('?')
  if (start < 0) return { base: withoutFragment, parameters: [] }

  const parameters = parametersOf(withoutFragment.slice(start + 1)).sort((one, other) =>
    compareCodePoints(one.name, other.name),
  )
  return { base: withoutFragment.slice(0, start), parameters }
}

/** Each cursor is another URL, so this is fast for queries in which nothing is encoded. */
function parametersOf(query: string): Parameter[] {
  if (!isPlain.test(query)) return [...urlEncoded(query)].map(encodedPair)
  const pairs = query.split('&').filter((pair) => pair !== '')
  return pairs.map((pair) => {
    const end = pair.indexOf('=')
    if (end < 0) return { name: pair, text: `${pair}=` }
    const name = pair.slice(0, end)
    return pair.includes('=', end + 1) ? written(name, pair.slice(end + 1)) : { name, text: pair }
  })
}

const encodedPair = ([name, value]: readonly [string, string]): Parameter => written(name, value)

/** Decoding does not change it. */
const isPlain = /^[\w.~=&-]*$/

const join = (base: string, parameters: readonly Parameter[]): string =>
  parameters.length === 0 ? base : `${base}?${parameters.map(({ text }) => text).join('&')}`

/** JavaScript compares UTF-16 units, in which characters beyond U+FFFF precede some below it. */
function compareCodePoints(one: string, other: string): number {
  for (let index = 0; index < one.length && index < other.length; index++) {
    const [unit, otherUnit] = [one.charCodeAt(index), other.charCodeAt(index)]
    if (unit >= firstSurrogate || otherUnit >= firstSurrogate) return compareAll(one, other)
    if (unit !== otherUnit) return unit - otherUnit
  }
  return one.length - other.length
}

const firstSurrogate = 0xd800

function compareAll(one: string, other: string): number {
  const [ones, others] = [Array.from(one), Array.from(other)]
  const difference = ones.findIndex((character, index) => character !== others[index])
  if (difference < 0) return ones.length - others.length

  return (ones[difference]?.codePointAt(0) ?? -1) - (others[difference]?.codePointAt(0) ?? -1)
}
