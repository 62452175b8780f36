/**
 * JSON whose numbers stay as they were written: `4.0` and `12345678901234567890` are different from
 * `4` and from what fits into a JavaScript number.
 */
export function parseExact(text: string): unknown {
  return exactJson.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? exactJson.rawJSON(source)
      : value,
  )
}

/** The number's own spelling, or null when the value is no number. */
export function numberSource(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return isWrittenNumber(value) ? value.rawJSON : null
}

/** Whether two numbers are the same: `4.0` and `4` are, `9007199254740993` and `...992` are not. */
export function sameNumber(one: string, other: string): boolean {
  return wholeNumber.test(one) && wholeNumber.test(other)
    ? BigInt(one) === BigInt(other)
    : Number(one) === Number(other)
}

/**
 * The value at a place such as `$.links.next` or `$.results[0].id`; undefined when there is no such
 * place.
 */
export function valueAt(json: unknown, place: string): unknown {
  let value = json
  for (const [, key, index] of place.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([name]) => name === (key ?? index))?.[1]
  }
  return value
}

interface WrittenNumber {
  rawJSON: string
}

const isWrittenNumber = (value: unknown): value is WrittenNumber => exactJson.isRawJSON(value)

const wholeNumber = /^-?\d+$/

/** The part of `JSON` that TypeScript's libraries do not describe yet; every Node 24 has it. */
const exactJson = JSON as unknown as {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
  rawJSON(text: string): WrittenNumber
  isRawJSON(value: unknown): boolean
}
