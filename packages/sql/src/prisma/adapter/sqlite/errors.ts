import { databaseOutage, driverCode } from '../../../kysely/outages.ts'
import { DriverAdapterError, type MappedError } from '../driver-errors.ts'

/**
 * An error of the SQLite library as that of an adapter, in the words of
 * `@prisma/adapter-better-sqlite3`. Outages stay `DatabaseUnavailable`, which Prisma passes on, and
 * so does every error that is not the library's.
 */
export function adapterError(error: unknown): unknown {
  const outage = databaseOutage(error)
  if (outage !== null) return outage
  const code = driverCode(error)
  if (code === null || !(error instanceof Error)) return error
  const { message } = error
  return new DriverAdapterError(
    { originalCode: code, originalMessage: message, ...mapped(message, code) },
    error,
  )
}

function mapped(message: string, code: string): MappedError {
  for (const [pattern, kind] of patterns) {
    const found = pattern.exec(message)
    if (found !== null) return kind(found[1] ?? '')
  }
  if (code === 'SQLITE_CONSTRAINT_TRIGGER') return brokenReference()
  return { kind: 'sqlite', extendedCode: 1, message }
}

const brokenReference = (): MappedError => ({
  kind: 'ForeignKeyConstraintViolation',
  constraint: { foreignKey: {} },
})

/** All SQLite libraries pass on the messages of SQLite; their codes differ. */
const patterns: readonly (readonly [RegExp, (found: string) => MappedError])[] = [
  [
    /UNIQUE constraint failed: (.+)/,
    (columns) => ({
      kind: 'UniqueConstraintViolation',
      constraint: { fields: fieldsIn(columns) },
      table: tableIn(columns),
    }),
  ],
  [
    /NOT NULL constraint failed: (.+)/,
    (columns) => ({
      kind: 'NullConstraintViolation',
      constraint: { fields: fieldsIn(columns) },
    }),
  ],
  [/FOREIGN KEY constraint failed/, brokenReference],
  [/no such table: (.+)/, (table) => ({ kind: 'TableDoesNotExist', table })],
  [
    /(?:no such column: |has no column named )(.+)/,
    (column) => ({ kind: 'ColumnNotFound', column }),
  ],
]

/** `note.owner, note.title` → `['owner', 'title']` */
const fieldsIn = (columns: string): string[] =>
  columns.split(', ').map((column) => column.split('.').at(-1) ?? column)

/** `note.owner, note.title` → `note` */
const tableIn = (columns: string): string | undefined =>
  columns.split(', ')[0]?.split('.').slice(0, -1).join('.') || undefined
