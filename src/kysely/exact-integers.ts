/** An integer as a number, or as its text where a number would be rounded. */
export function exactInteger(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

/** The value of a JSON text, with its integers as `exactInteger` gives them. */
export const parseJson = (text: string): unknown =>
  mayHaveGreatInteger.test(text) ? parseWithSources(text, keepInteger) : JSON.parse(text)

const mayHaveGreatInteger = /\d{16}/

/** Since Node 22, the reviver is given the text of a value (ECMAScript 2026). */
const parseWithSources = JSON.parse as (text: string, reviver: Reviver) => unknown

type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown

const keepInteger: Reviver = (_name, value, context) => {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source)
    ? exactInteger(source)
    : value
}
