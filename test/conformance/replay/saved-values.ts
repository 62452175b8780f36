import type { Answer } from './answer.ts'
import type { CookieJar } from './cookies.ts'
import { valueAt } from './exact-json.ts'
import type { SaveSource } from './scenario.ts'

/** The text with every `{name}` of a saved value replaced. Braces around anything else stay. */
export function fillText(text: string, saved: ReadonlyMap<string, unknown>): string {
  return text.replace(/\{([^{}]*)\}/g, (whole, name: string) =>
    saved.has(name) ? String(saved.get(name)) : whole,
  )
}

/** The JSON value with every text in it filled. A text that is `{name}` alone becomes the value. */
export function fillJson(value: unknown, saved: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    const name = value.match(/^\{([^{}]*)\}$/)?.[1]
    return name !== undefined && saved.has(name) ? saved.get(name) : fillText(value, saved)
  }
  if (Array.isArray(value)) return value.map((item) => fillJson(item, saved))
  // A number that is kept as it was written is an object too, and stays one.
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value

  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [fillText(key, saved), fillJson(item, saved)]),
  )
}

/** The value to save, or undefined when the answer does not have it. */
export function valueToSave(source: SaveSource, answer: Answer, jar: CookieJar | null): unknown {
  if (typeof source !== 'string') {
    const text =
      'header' in source ? answer.headers.get(source.header) : valueAt(answer.json, source.json)
    return typeof text === 'string' ? new RegExp(source.re).exec(text)?.[1] : undefined
  }
  return source.startsWith('cookie:')
    ? jar?.get(source.slice('cookie:'.length))
    : valueAt(answer.json, source)
}
