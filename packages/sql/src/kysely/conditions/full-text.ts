import { type OperationNode, RawNode, ValueNode } from 'kysely'
import { ConfigurationError } from 'turnpike'
import { textWhere } from 'turnpike/kit'
import type { ComparedColumn } from './bound-values.ts'
import type { ColumnKind } from './kinds.ts'

/** A text search configuration, which is part of the statement and of its index. */
export const textSearchName = textWhere(
  "the name of a text search configuration of PostgreSQL, such as 'english'",
  (name) => /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/.test(name),
)

/** Words of any language, in lower case. */
export const defaultTextSearch = 'simple'

/**
 * The condition that the column has the words of the text, in the syntax of search engines: `"two
 * words" or -other`. Null when none can.
 *
 * Words that full text search ignores, such as `the` in English, are met by every row: otherwise
 * nothing would be found because of them. The planner computes whether there are others, so the
 * index stays in use.
 */
export function matchesWords(
  term: OperationNode,
  { kind }: ComparedColumn,
  text: string,
  textSearch: string,
): OperationNode | null {
  if (!text.isWellFormed() || text.includes('\0')) return null
  // PostgreSQL refuses words of more than 2046 bytes, which no document has either.
  const words = text.split(/\s+/).filter((word) => word.length * 3 <= 2046)
  if (words.length === 0) return null
  const [before, after] = documentForm(kind, textSearch)
  const found = `${after} @@ websearch_to_tsquery('${textSearch}', `
  const isEmpty = `) or numnode(websearch_to_tsquery('${textSearch}', `
  const value = ValueNode.create(words.join(' '))
  return RawNode.create([`(${before}`, found, isEmpty, ')) = 0)'], [term, value, value])
}

/** The expression that is searched, which an index must have: the SQL around the column. */
export function documentForm(
  kind: ColumnKind,
  textSearch: string,
): readonly [before: string, after: string] {
  if (kind === 'tsvector') return ['', '']
  const isDocument = kind === 'text' || kind === 'json'
  const before = `to_tsvector('${textSearch}', `
  return isDocument ? [before, ')'] : [`${before}cast(`, ' as text))']
}

export const refuseOnSqlite = (field: string): ConfigurationError =>
  new ConfigurationError(
    `Full text search of the field "${field}" needs PostgreSQL: on SQLite search it without the @.`,
  )
