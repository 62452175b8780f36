import type { SqliteStatement } from 'kysely'
import { mark } from '../../caching/mark.ts'
import { isReadInOtherForm, type ReadValue, sqliteReader } from './values.ts'

/** A better-sqlite3 statement, with more than Kysely needs. */
interface Statement extends SqliteStatement {
  /** Returns rows as lists of values. */
  raw?(): SqliteStatement
  columns?(): readonly Column[]
  /** Returns integers as `BigInt`. */
  safeIntegers?(toggle: boolean): SqliteStatement
}

interface Column {
  readonly name: string
  /** The declared type of the column that it comes from; null for an expression. */
  readonly type?: string | null
}

type Row = Record<string, unknown>

/** How to read the rows of a statement. */
interface Reading {
  readonly names: readonly string[]
  readonly readers: readonly ReadValue[]
  /** Columns whose values differ in form from what the database compares. */
  readonly inOtherForm: ReadonlySet<string>
}

/**
 * The statement with rows of values from `sqliteReader`.
 *
 * The rows are built here, because better-sqlite3 generates code for the rows of each call, which
 * takes longer than looking up one row. With `*` the columns may change with the schema while the
 * statement is prepared, so the library builds those rows and they are converted.
 */
export function withValues(statement: Statement, sql: string): SqliteStatement {
  if (!statement.reader || statement.columns === undefined) return statement

  // The application may have set either one as the default.
  statement.safeIntegers?.(true)
  const columns = statement.columns.bind(statement)
  const bare = sql.includes('*') ? undefined : statement.raw?.()
  return bare === undefined
    ? withConvertedRows(statement, columns)
    : withOwnRows(bare, readingOf(columns()))
}

const readingOf = (columns: readonly Column[]): Reading => ({
  names: columns.map(({ name }) => name),
  readers: columns.map(({ type = null }) => sqliteReader(type)),
  inOtherForm: new Set(
    columns.filter(({ type }) => isReadInOtherForm(type)).map(({ name }) => name),
  ),
})

function withOwnRows(
  bare: SqliteStatement,
  { names, readers, inOtherForm }: Reading,
): SqliteStatement {
  const rowOf = (values: unknown): Row => {
    const row: Row = {}
    for (let index = 0; index < names.length; index++) {
      const read = readers[index] as ReadValue
      row[names[index] as string] = read((values as readonly unknown[])[index])
    }
    return row
  }
  return {
    reader: true,
    all: (parameters) => marked(inOtherForm, bare.all(parameters).map(rowOf)),
    run: (parameters) => bare.run(parameters),
    *iterate(parameters) {
      for (const values of bare.iterate(parameters)) yield rowOf(values)
    },
  }
}

function withConvertedRows(
  statement: SqliteStatement,
  columns: () => readonly Column[],
): SqliteStatement {
  let known: Reading | undefined
  /**
   * Asking for the columns takes longer than reading a row. They are the same while the names are.
   */
  const readingFor = (row: Row): Reading => {
    const names = Object.keys(row)
    if (known === undefined || !isSame(known.names, names)) known = uniqueNames(columns())
    return known
  }
  return {
    reader: true,
    all(parameters) {
      const rows = statement.all(parameters) as Row[]
      if (rows[0] === undefined) return rows
      const reading = readingFor(rows[0])
      for (const row of rows) convert(row, reading)
      return marked(reading.inOtherForm, rows)
    },
    run: (parameters) => statement.run(parameters),
    *iterate(parameters) {
      for (const row of statement.iterate(parameters) as Iterable<Row>) {
        yield convert(row, readingFor(row))
      }
    },
  }
}

/** For columns of the same name, a row has the last one's value at the first one's place. */
const uniqueNames = (columns: readonly Column[]): Reading =>
  readingOf([...new Map(columns.map((column) => [column.name, column])).values()])

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name, index) => name === others[index])

function convert(row: Row, { names, readers }: Reading): Row {
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string
    row[name] = (readers[index] as ReadValue)(row[name])
  }
  return row
}

const fieldsOfRows = mark<readonly unknown[], ReadonlySet<string>>()

function marked<Rows extends readonly unknown[]>(
  inOtherForm: ReadonlySet<string>,
  rows: Rows,
): Rows {
  if (inOtherForm.size > 0) fieldsOfRows.set(rows, inOtherForm)
  return rows
}

/** The fields whose values differ in form from what the database compares. */
export const fieldsInOtherForm = (rows: readonly unknown[]): ReadonlySet<string> =>
  fieldsOfRows.get(rows) ?? none

const none: ReadonlySet<string> = new Set()
