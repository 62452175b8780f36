/** Pieces of SQL with their values, and how they are run. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/** SQL with the values of its question marks. */
export interface Sql {
  readonly text: string
  readonly values: readonly SQLInputValue[]
}

export const sql = (text: string, ...values: SQLInputValue[]): Sql => ({ text, values })

/** Met by every row. */
export const always = sql('1')

export const allOf = (parts: readonly Sql[]): Sql => joined(parts, ' and ', '1')
export const anyOf = (parts: readonly Sql[]): Sql => joined(parts, ' or ', '0')
export const commaList = (parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }) => text).join(', '),
  values: parts.flatMap(({ values }) => values),
})

const joined = (parts: readonly Sql[], word: string, none: string): Sql => ({
  text: parts.length === 0 ? none : parts.map(({ text }) => `(${text})`).join(word),
  values: parts.flatMap(({ values }) => values),
})

/** The name of a table or a column in SQL. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** @typeParam Row what the statement selects. */
export function allRows<Row>(database: DatabaseSync, { text, values }: Sql): Row[] {
  // The rows of node:sqlite have no prototype.
  return database
    .prepare(text)
    .all(...values)
    .map((row) => ({ ...row }) as Row)
}

/** Null: the statement selects no row. */
export const firstRow = <Row>(database: DatabaseSync, statement: Sql): Row | null =>
  allRows<Row>(database, statement)[0] ?? null

/** @returns how many rows were changed. */
export const run = (database: DatabaseSync, { text, values }: Sql): number =>
  Number(database.prepare(text).run(...values).changes)

/**
 * Does the work in one transaction, which is undone if it throws. The work must not wait: other
 * requests share the connection.
 */
export function atomically<Result>(database: DatabaseSync, work: () => Result): Result {
  // Other processes write before or after it, never between what it reads and what it writes.
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}
