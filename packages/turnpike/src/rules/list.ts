import { asWritten } from '../errors/configuration-error.ts'
import type { Rule, TextRule } from './rule.ts'

export interface ListOptions {
  /** The members of the list, in the plural: `origins`. */
  of: string
  /** Example items for messages; empty: no example. */
  example: readonly string[]
  /** Whether an empty list is valid. Default true. */
  mayBeEmpty?: boolean
}

/** A list of strings, separated by commas in the environment. */
export /* @__NO_SIDE_EFFECTS__ */ function listOf<Item extends string>(
  item: TextRule<Item>,
  { of, example, mayBeEmpty = true }: ListOptions,
): TextRule<readonly Item[]> {
  const suchAs = (text: string) => (example.length === 0 ? '' : `, such as ${text}`)
  return {
    ...(item.show && { show: item.show }),
    expected: `a list of ${mayBeEmpty ? '' : 'one or more '}${of}${suchAs(asWritten(example))}`,
    accepts: (value): value is readonly Item[] =>
      Array.isArray(value) && (mayBeEmpty || value.length > 0) && value.every(item.accepts),
    text: {
      expected: `${of}, separated by commas${suchAs(example.join())}`,
      parse(text) {
        const items = text.split(',').map((part) => item.text.parse(part.trim()))
        return items.every((one) => one !== undefined) ? items : undefined
      },
    },
  }
}

export interface RecordOptions<Name extends string> {
  /** The members of the object: `rates by scope`. */
  of: string
  /** An example object for messages. */
  example: Readonly<Record<string, string | null>>
  /** The allowed and required names. Default any. */
  names?: readonly Name[]
}

/** An object of strings by name; in the environment `anon=100/day,user=none`. */
export /* @__NO_SIDE_EFFECTS__ */ function recordOf<Name extends string = string>(
  item: TextRule<string | null>,
  { of, example, names }: RecordOptions<Name>,
): TextRule<Readonly<Record<Name, string | null>>> {
  const accepts = (value: unknown): value is Readonly<Record<Name, string | null>> =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(item.accepts) &&
    (names === undefined || isSame(Object.keys(value), names))
  const written = Object.entries(example).map(([name, value]) => `${name}=${value ?? 'none'}`)
  return {
    expected: `an object of ${of}, such as ${asWritten(example)}`,
    accepts,
    advise: (value) => adviceOn(Object.values(Object(value)), item),
    text: {
      expected: `${of}, separated by commas, such as ${written.join()}`,
      parse(text) {
        const entries = text.split(',').map((entry) => {
          const [name = '', value = ''] = entry.split('=', 2)
          return [name.trim(), item.text.parse(value.trim())]
        })
        const record: unknown = Object.fromEntries(entries)
        return entries.every(([name]) => name !== '') && accepts(record) ? record : undefined
      },
    },
  }
}

/** The advice about the first item that has one. */
const adviceOn = (items: readonly unknown[], item: Rule<unknown>): string | null =>
  items.reduce<string | null>((found, value) => found ?? item.advise?.(value) ?? null, null)

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name))
