import type { CompiledQuery, SqliteStatement } from 'kysely'
import { ConfigurationError } from 'turnpike'
import { mark } from 'turnpike/kit'

/**
 * How rows as stored are returned: as lists of their values in order, or by name. `described`:
 * lists with all integers as `BigInt`, whose columns are known by `storedColumns`.
 */
export type StoredForm = 'lists' | 'objects' | 'described'

/** A column of described rows. */
export interface StoredColumn {
  readonly name: string
  /** The declared type of the column that it comes from; null for an expression. */
  readonly type?: string | null
}

const columnsOfRows = mark<readonly unknown[], readonly StoredColumn[]>()

/** Describes the columns of rows. */
export const describeRows = (rows: readonly unknown[], columns: readonly StoredColumn[]): void =>
  columnsOfRows.set(rows, columns)

/** The columns of described rows, also if there are no rows; none for other statements. */
export const storedColumns = (rows: readonly unknown[]): readonly StoredColumn[] =>
  columnsOfRows.get(rows) ?? []

const forms = mark<CompiledQuery, StoredForm>()

/**
 * The same statement, whose rows are as SQLite stores them: booleans as 0 and 1, JSON as text. Only
 * integers beyond 2^53 are strings, unless rows are described. Lists have all columns, also two of
 * the same name. For a database of `sqliteDialect`.
 */
export function withStoredRows(query: CompiledQuery, form: StoredForm): CompiledQuery {
  forms.set(query, form)
  return query
}

/** A statement that can return its rows as they are stored. */
export interface StatementOfStored extends SqliteStatement {
  /** @throws ConfigurationError when the library has no lists of values. */
  allStored(parameters: readonly unknown[], form: StoredForm): unknown[]
}

/** All rows of the statement, in the form that the query is marked with. */
export function allRows(
  statement: SqliteStatement,
  parameters: readonly unknown[],
  query: CompiledQuery,
): unknown[] {
  const form = forms.get(query)
  if (form === undefined) return statement.all(parameters)
  if (!('allStored' in statement)) throw noLists()
  return (statement as StatementOfStored).allStored(parameters, form)
}

export const noLists = () =>
  new ConfigurationError(
    'This SQLite library does not describe the columns of its rows: use better-sqlite3, ' +
      'node:sqlite or bun:sqlite.',
  )
