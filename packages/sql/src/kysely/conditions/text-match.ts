import { BinaryOperationNode, type OperationNode, OperatorNode, RawNode, ValueNode } from 'kysely'
import { likeForm, nocaseForm } from '../queries/sqlite-forms.ts'
import type { ComparedColumn } from './bound-values.ts'

/** How a text is compared without regard to case. */
export type TextOperator = 'contains' | 'startsWith' | 'equalsText'

/** A column and how it is written in the query. */
export type TextTerm = Pick<ComparedColumn, 'collation'> & { readonly term: OperationNode }

/** The condition that the term matches the text; null when none can. */
export type MatchText = (
  column: TextTerm,
  operator: TextOperator,
  text: string,
) => OperationNode | null

/**
 * `equalsText` uses `lower`, so that an index on `lower(title)` serves it. The value is written in
 * small letters by the collation of the column, as the column is: a Turkish `I` is an `ı`.
 */
export const matchOnPostgres: MatchText = ({ term, collation }, operator, text) => {
  if (!text.isWellFormed() || text.includes('\0')) return null
  const column = RawNode.create(['cast(', ' as text)'], [term])
  if (operator === 'equalsText') {
    const collate = collation === null ? '' : ` collate ${collation}`
    const form = ['lower(', `) = lower(cast(`, ` as text)${collate})`]
    return RawNode.create(form, [column, ValueNode.create(text)])
  }
  const pattern = ValueNode.create(patternOf(operator, text))
  return BinaryOperationNode.create(column, OperatorNode.create('ilike'), pattern)
}

/** SQLite's `like` stops at a NUL character, and fails for longer patterns. */
const maxPatternBytes = 50_000

export const matchOnSqlite: MatchText = ({ term }, operator, text) => {
  if (!text.isWellFormed()) return null
  if (operator === 'equalsText') return RawNode.create(nocaseForm, [term, ValueNode.create(text)])
  const pattern = patternOf(operator, text)
  if (text.includes('\0') || pattern.length * 3 > maxPatternBytes) return null
  return RawNode.create(likeForm, [term, ValueNode.create(pattern)])
}

const patternOf = (operator: TextOperator, text: string): string => {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  return operator === 'contains' ? `%${escaped}%` : `${escaped}%`
}
