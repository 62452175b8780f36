/** An integer as a number, or as its text where a number would be rounded. */
export function exactInteger(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

/** The value of a JSON text. An integer that a number would round is given as its text. */
export const parseJson = (text: string): unknown =>
  mayHaveGreatInteger.test(text) ? parseWithSources(text, keepInteger) : JSON.parse(text)

const mayHaveGreatInteger = /\d{16}/

/** Since Node 22, the reviver is given the text of a value (ECMAScript 2026). */
const parseWithSources = JSON.parse as (text: string, reviver: Reviver) => unknown

type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown

const keepInteger: Reviver = (_name, value, context) => {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source)
    ? unroundedInteger(source)
    : value
}

/** The number where it is written with the same digits, as 1e300 is, and else the text. */
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
