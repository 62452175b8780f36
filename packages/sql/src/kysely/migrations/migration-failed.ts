import { driverCode } from '../outages.ts'

/** A migration failed because the database refused a statement. The message says what to do. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed'
}

/** The error for a failed migration, whose stack matters only if its own code threw. */
export function migrationFailure(migration: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `The migration ${migration} failed, nothing was changed: ${reason}`
  if (driverCode(cause) === null) return new Error(message, { cause })

  const end = /[.!?]$/.test(message) ? '' : '.'
  return new MigrationFailed(`${message}${end} ${adviceFor(reason)}`, { cause })
}

/** Keys that count up are declared differently on SQLite and PostgreSQL. */
const adviceFor = (reason: string) =>
  /auto_?increment|near "by"|type "?serial/i.test(reason)
    ? "For a key on both databases write addColumn('id', 'integer', identity(db)), with identity " +
      'of @turnpike/sql, and migrate again.'
    : 'Correct it and migrate again.'
