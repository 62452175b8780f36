import { numberSource, sameNumber } from './exact-json.ts'

/** Values saved by name earlier in the scenario. */
export type Saved = ReadonlyMap<string, unknown>

/**
 * How `came` differs from `expected`, one sentence a difference; empty when it fits. In place of any
 * expected value may stand a matcher: `{"$type": "string"}`, `{"$re": pattern}`,
 * `{"$saved": name}`, `{"$unordered": items}`.
 */
export function jsonDifferences(
  expected: unknown,
  came: unknown,
  saved: Saved,
  place = '$',
): string[] {
  const matcher = readMatcher(expected)
  if (matcher !== null) return matcherDifferences(matcher, came, saved, place)

  const source = numberSource(expected)
  if (source !== null) {
    const cameSource = numberSource(came)
    const same = cameSource !== null && sameNumber(source, cameSource)
    return same ? [] : [difference(place, show(expected), came)]
  }

  if (Array.isArray(expected) && Array.isArray(came)) {
    if (expected.length !== came.length) {
      return [difference(place, `${expected.length} items, ${show(expected)}`, came)]
    }
    return expected.flatMap((item, index) =>
      jsonDifferences(item, came[index], saved, `${place}[${index}]`),
    )
  }

  if (isObject(expected) && isObject(came)) {
    return objectDifferences(expected, came, saved, place)
  }

  return expected === came ? [] : [difference(place, show(expected), came)]
}

/** A value as a difference shows it. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}

/** One sentence of what was expected at a place and what came. */
export const difference = (place: string, expected: string, came: unknown) =>
  `${place}: expected ${expected}, came ${show(came)}`

function objectDifferences(
  expected: Record<string, unknown>,
  came: Record<string, unknown>,
  saved: Saved,
  place: string,
): string[] {
  const strangers = Object.keys(came).filter((key) => !Object.hasOwn(expected, key))
  return [
    ...strangers.map((key) => `${place}.${key}: expected no such key, came ${show(came[key])}`),
    ...Object.keys(expected).flatMap((key) =>
      Object.hasOwn(came, key)
        ? jsonDifferences(expected[key], came[key], saved, `${place}.${key}`)
        : [`${place}.${key}: expected ${show(expected[key])}, came no such key`],
    ),
  ]
}

type Matcher = { name: string; argument: unknown }

/** An object with the one key of a matcher. Any other object is a value. */
function readMatcher(expected: unknown): Matcher | null {
  if (!isObject(expected)) return null
  const [entry, ...more] = Object.entries(expected)
  if (entry === undefined || more.length > 0) return null
  const [name, argument] = entry
  return ['$type', '$re', '$saved', '$unordered'].includes(name) ? { name, argument } : null
}

function matcherDifferences(
  { name, argument }: Matcher,
  came: unknown,
  saved: Saved,
  place: string,
): string[] {
  if (name === '$saved') {
    const value = saved.get(String(argument))
    return value === undefined
      ? [`${place}: nothing has been saved as ${argument}`]
      : jsonDifferences(value, came, saved, place)
  }
  return fits({ name, argument }, came, saved)
    ? []
    : [difference(place, show({ [name]: argument }), came)]
}

function fits({ name, argument }: Matcher, came: unknown, saved: Saved): boolean {
  switch (name) {
    case '$type':
      return argument === 'string' && typeof came === 'string'
    case '$re':
      return typeof came === 'string' && new RegExp(String(argument)).test(came)
    default:
      return Array.isArray(argument) && Array.isArray(came) && fitsInAnyOrder(argument, came, saved)
  }
}

/** Tries every pairing, as one item may fit several matchers. */
function fitsInAnyOrder(expected: unknown[], came: unknown[], saved: Saved): boolean {
  if (expected.length !== came.length) return false
  const [first, ...rest] = expected
  if (expected.length === 0) return true
  return came.some(
    (item, index) =>
      jsonDifferences(first, item, saved).length === 0 &&
      fitsInAnyOrder(rest, came.toSpliced(index, 1), saved),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
