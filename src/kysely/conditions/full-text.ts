import { type OperationNode, RawNode, ValueNode } from 'kysely'
import { ConfigurationError } from '../../errors/configuration-error.ts'
import { textWhere } from '../../rules/text.ts'
import type { ComparedColumn } from './bound-values.ts'

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
  const found = ` @@ websearch_to_tsquery('${textSearch}', `
  const isEmpty = `) or numnode(websearch_to_tsquery('${textSearch}', `
  const value = ValueNode.create(words.join(' '))
  const document = documentOf(term, kind, textSearch)
  return RawNode.create(['(', found, isEmpty, ')) = 0)'], [document, value, value])
}

/** The expression that an index must have. */
export function documentOf(
  term: OperationNode,
  kind: ComparedColumn['kind'],
  textSearch: string,
): OperationNode {
  if (kind === 'tsvector') return term
  const isDocument = kind === 'text' || kind === 'json'
  const text = isDocument ? term : RawNode.create(['cast(', ' as text)'], [term])
  return RawNode.create([`to_tsvector('${textSearch}', `, ')'], [text])
}

export const refuseOnSqlite = (field: string): ConfigurationError =>
  new ConfigurationError(
    `Full text search of the field "${field}" needs PostgreSQL: on SQLite search it without the @.`,
  )
