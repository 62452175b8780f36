import { driverErrorCode } from '../sqlite/libraries/result-codes.ts'
import type { Reason } from './refusals.ts'
import { unreadableCodes } from './unreadable-codes.ts'

/** An error of `better-sqlite3`, `bun:sqlite`, `node:sqlite` or `pg`. */
interface DriverError extends Error {
  /** PostgreSQL: the values at fault: `Key (owner)=(9) is not present in table "user".` */
  readonly detail?: string
  /** PostgreSQL: the column of a missing value. */
  readonly column?: string
  /** PostgreSQL: the table whose constraint is violated. */
  readonly table?: string
  /** PostgreSQL: the name of the constraint. */
  readonly constraint?: string
}

/** A violated constraint, as described by the driver. */
export type Violation = 'conflict' | Refused | BrokenReference

/** Values rejected by a column or an index. */
export interface Refused {
  readonly reason: Exclude<Reason, 'reference'>
  /** The columns at fault, as far as the driver names them. */
  readonly columns: readonly string[]
  /** The expression of a unique index that is not a list of columns: `lower(title)`. */
  readonly expression?: string
  /** The unique index, if the driver names nothing else. */
  readonly index?: string
}

/** A reference to a missing row, or to a row that is to be removed. */
export interface BrokenReference {
  readonly reason: 'reference'
  /** The columns of the side at fault. SQLite does not name them. */
  readonly columns: readonly string[]
  /** The referring table. SQLite does not name it. */
  readonly table: string | null
  /** Whether the referenced row is missing; null if the driver does not say. */
  readonly isMissing: boolean | null
}

/** The violation reported by a driver's error, or null for any other error. */
export function violationOf(error: unknown): Violation | null {
  const code = driverErrorCode(error)
  if (code === null) return null
  const read = readers[code]
  if (read !== undefined) return read(error as DriverError)
  return isConstraint.test(code) ? 'conflict' : null
}

/** Other constraints of SQLite and PostgreSQL, and `raise exception` in PostgreSQL's triggers. */
const isConstraint = /^(SQLITE_CONSTRAINT.*|23...|P0001)$/

type Reader = (error: DriverError) => Violation | null

/** In other languages PostgreSQL puts the same names in the same parentheses. */
const brokenOnPostgres: Reader = ({ detail = '', table = null }) => {
  const columns = keyOf(detail)?.split(', ').map(unquoted) ?? []
  const isMissing = detail.includes('is not present')
  const isNeeded = detail.includes('is still referenced')
  return { reason: 'reference', columns, table, isMissing: isMissing || (isNeeded ? false : null) }
}

const uniqueOnPostgres: Reader = ({ detail = '' }) => {
  const expression = keyOf(detail) ?? ''
  const parts = expression.split(', ')
  return parts.every((part) => isName.test(part))
    ? { reason: 'unique', columns: parts.map(unquoted) }
    : { reason: 'unique', columns: [], expression }
}

const uniqueOnSqlite: Reader = ({ message }) => {
  const index = /: index '(.*)'$/.exec(message)?.[1]
  return index === undefined
    ? { reason: 'unique', columns: sqliteColumns(message) }
    : { reason: 'unique', columns: [], index }
}

/**
 * `UNIQUE constraint failed: note.title, note.owner` → `['title', 'owner']`;
 * `cannot store TEXT value in INTEGER column note.rank` → `['rank']`.
 */
const sqliteColumns = (message: string): string[] =>
  [...message.matchAll(/(?:[:,]| column) [^,.]+\.([^,]+)/g)].map(([, column = '']) => column)

/** `Key (title, owner)=(x, 1) already exists.` → `title, owner`. */
const keyOf = (detail: string): string | null => /\((.+?)\)=\(/.exec(detail)?.[1] ?? null

const isName = /^("([^"]|"")+"|[a-z_][a-z0-9_]*)$/

const unquoted = (name: string) => name.replace(/^"|"$/g, '').replaceAll('""', '"')

/** A row that fits no partition violates no constraint: a partition is missing. */
const checked: Reader = ({ constraint }) => (constraint === undefined ? null : 'conflict')

const missing: Reader = ({ column }) => ({
  reason: 'null',
  columns: column === undefined ? [] : [column],
})

/** PostgreSQL does not name the column. */
const unfit: Reader = () => ({ reason: 'unfit', columns: [] })

/** No driver names all such columns. */
const generated: Reader = () => ({ reason: 'generated', columns: [] })

/** SQLite has no code of its own for it. */
const generatedOnSqlite: Reader = (error) =>
  /^cannot (INSERT into|UPDATE) generated column /.test(error.message) ? generated(error) : null

const readers: Readonly<Record<string, Reader>> = {
  SQLITE_CONSTRAINT_UNIQUE: uniqueOnSqlite,
  SQLITE_CONSTRAINT_PRIMARYKEY: uniqueOnSqlite,
  SQLITE_CONSTRAINT_ROWID: uniqueOnSqlite,
  SQLITE_CONSTRAINT_NOTNULL: ({ message }) => ({ reason: 'null', columns: sqliteColumns(message) }),
  SQLITE_CONSTRAINT_DATATYPE: ({ message }) => ({
    reason: 'unfit',
    columns: sqliteColumns(message),
  }),
  SQLITE_CONSTRAINT_FOREIGNKEY: () => ({
    reason: 'reference',
    columns: [],
    table: null,
    isMissing: null,
  }),
  SQLITE_MISMATCH: unfit,
  SQLITE_ERROR: generatedOnSqlite,

  '23505': uniqueOnPostgres,
  '23502': missing,
  '23503': brokenOnPostgres,
  '23514': checked,

  ...Object.fromEntries(unreadableCodes.map((code) => [code, unfit])),

  '428C9': generated,
}
