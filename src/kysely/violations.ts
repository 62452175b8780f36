import type { ApiException } from '../errors/api-exception.ts'
import { Conflict, ValidationError } from '../errors/exceptions.ts'

/**
 * What a client is told when the database refuses its data, or null when the error is no violation of
 * a constraint: 400 with the columns for values that are taken, missing or lead nowhere, 400 for those that
 * fit no column of PostgreSQL, 409 for what other rows or a check forbid.
 *
 * `kyselyStore` does this by itself; around queries of your own, write
 * `query.execute().catch((error) => { throw constraintViolation(error) ?? error })`.
 */
export function constraintViolation(error: unknown): ApiException | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const violation = readers[codeOf(error as DriverError)]
  return violation?.(error as DriverError) ?? null
}

/** What `better-sqlite3`, `bun:sqlite`, `node:sqlite` and `pg` throw. */
interface DriverError extends Error {
  readonly code: unknown
  /** `node:sqlite`: the extended result code, of which the others have the name. */
  readonly errcode?: number
  /** PostgreSQL: the values at fault: `Key (owner)=(9) is not present in table "user".` */
  readonly detail?: string
  /** PostgreSQL: the column of a missing value. */
  readonly column?: string
}

const codeOf = ({ code, errcode }: DriverError): string =>
  (errcode === undefined ? undefined : sqliteResults[errcode]) ?? String(code)

/** https://www.sqlite.org/rescode.html */
const sqliteResults: Readonly<Record<number, string>> = {
  275: 'SQLITE_CONSTRAINT_CHECK',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1299: 'SQLITE_CONSTRAINT_NOTNULL',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  1811: 'SQLITE_CONSTRAINT_TRIGGER',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
}

type Reader = (error: DriverError) => ApiException

const unique = (columns: readonly string[], cause: Error) =>
  columns.length === 1
    ? blame(columns, 'This field must be unique.', 'unique', cause)
    : blame(columns, `The fields ${columns.join(', ')} must make a unique set.`, 'unique', cause)

const missing = (columns: readonly string[], cause: Error) =>
  blame(columns, 'This field may not be null.', 'null', cause)

const conflict: Reader = (cause) => new Conflict(undefined, undefined, { cause })

/** PostgreSQL does not say in which column a text is too long, a number too great or a date none. */
const unfit: Reader = (cause) =>
  new ValidationError('A value does not fit where it is to be stored.', 'invalid', { cause })

const readers: Readonly<Record<string, Reader>> = {
  SQLITE_CONSTRAINT_UNIQUE: (error) => unique(sqliteColumns(error), error),
  SQLITE_CONSTRAINT_PRIMARYKEY: (error) => unique(sqliteColumns(error), error),
  SQLITE_CONSTRAINT_NOTNULL: (error) => missing(sqliteColumns(error), error),
  // SQLite does not say which column, nor which of the two sides of the reference is at fault.
  SQLITE_CONSTRAINT_FOREIGNKEY: conflict,
  SQLITE_CONSTRAINT_CHECK: conflict,
  SQLITE_CONSTRAINT_TRIGGER: conflict,

  '23505': (error) => unique(postgresColumns(error), error),
  '23502': (error) => missing(error.column === undefined ? [] : [error.column], error),
  '23503': (error) =>
    error.detail?.includes('is not present')
      ? blame(postgresColumns(error), 'This refers to nothing.', 'does_not_exist', error)
      : conflict(error),
  '23514': conflict,
  '23P01': conflict,

  '22001': unfit,
  '22003': unfit,
  '22007': unfit,
  '22008': unfit,
  '22021': unfit,
  '22P02': unfit,
  '22P05': unfit,
}

function blame(columns: readonly string[], text: string, code: string, cause: Error) {
  if (columns.length === 0) return new Conflict(undefined, undefined, { cause })
  const detail = Object.fromEntries(columns.map((column) => [column, [text]]))
  return new ValidationError(detail, code, { cause })
}

/** `UNIQUE constraint failed: note.title, note.owner` → `['title', 'owner']`. */
const sqliteColumns = ({ message }: Error): string[] =>
  [...message.matchAll(/[:,] [^,.]+\.([^,]+)/g)].map(([, column = '']) => column)

/** `Key (title, owner)=(x, 1) already exists.` → `['title', 'owner']`. */
const postgresColumns = ({ detail = '' }: DriverError): string[] =>
  /^Key \(([^)]+)\)=/.exec(detail)?.[1]?.split(', ').map(unquote) ?? []

const unquote = (name: string) => name.replace(/^"|"$/g, '')
