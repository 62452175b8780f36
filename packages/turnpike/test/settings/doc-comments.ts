import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Setting } from '../../src/settings/setting.ts'

/** What the doc comment of a setting says. */
export interface Documentation {
  /** What it is for. */
  readonly meaning: string
  /** Its default in words, of the sentence that ends the comment. */
  readonly byDefault: string
  /** The page that says more: `docs/pagination.md#links`. Null: none. */
  readonly page: string | null
}

/** The documentation of each definition of a source file, by name. */
export function documentationOf(source: string): ReadonlyMap<string, Documentation> {
  const code = readFileSync(resolve(import.meta.dirname, '../../../..', source), 'utf8')
  const comments = code.matchAll(
    /^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}(\w+): (?:setting|variable)\(/gm,
  )
  return new Map([...comments].map(([, comment = '', name = '']) => [name, readComment(comment)]))
}

function readComment(comment: string): Documentation {
  const [text = '', page = null] = comment
    .replaceAll(/\s*\n\s*\* ?/g, ' ')
    .trim()
    .split(/\s*@see /)
  const start = text.lastIndexOf('Default ')
  return {
    meaning: text.slice(0, start).trim(),
    byDefault: text.slice(start + 'Default '.length, -1),
    page,
  }
}

/** The default in words as a comment must begin with; null: no plain value, in words of its own. */
export function wordsOf(value: unknown): string | null {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') {
    return String(value)
  }
  if (typeof value === 'string') return `\`${value}\``
  if (Array.isArray(value)) return value.length === 0 ? 'none' : listOf(value)
  if (isPlain(value) && Object.keys(value).length === 0) return 'none'
  return isPlain(value) ? `\`${written(value)}\`` : null
}

const listOf = (items: readonly unknown[]) =>
  items.every((item) => typeof item === 'string')
    ? items.map((item) => `\`${item}\``).join(', ')
    : null

const isPlain = (value: unknown): value is Record<string, unknown> =>
  Object.values(Object(value)).every((item) => item === null || typeof item === 'string') &&
  Object.getPrototypeOf(value) === Object.prototype

const written = (value: Record<string, unknown>) =>
  `{ ${Object.entries(value)
    .map(([name, item]) => `${name}: ${item === null ? 'null' : `'${item}'`}`)
    .join(', ')} }`

export type Definitions = Readonly<Record<string, Setting>>
