/** An integer as a number, or as a string if a number would be rounded. */
export function exactInteger(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

/** Parses JSON. Integers that a number would round become strings. */
export const parseJson = (text: string): unknown =>
  mayHaveGreatInteger.test(text) ? parseWithSources(text, keepInteger) : JSON.parse(text)

const mayHaveGreatInteger = /\d{16}/

/** Since Node 22 the reviver gets the source text of a value (ECMAScript 2026). */
const parseWithSources = JSON.parse as (text: string, reviver: Reviver) => unknown

type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown

const keepInteger: Reviver = (_name, value, context) => {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source)
    ? unroundedInteger(source)
    : value
}

/** The number if its digits are the same, as for 1e300; otherwise the string. */
export function unroundedInteger(text: string): number | string {
  const number = Number(text)
  return significand(String(number)) === significand(text) ? number : text
}

/** `1.2e+21` and `1200000000000000000000` → `12`. */
const significand = (text: string): string =>
  text
    .replace(/e\+\d+$/, '')
    .replace('.', '')
    .replace(/0+$/, '')
