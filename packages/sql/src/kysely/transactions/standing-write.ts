import { type AnyDatabase, isSqlite } from '../database.ts'
import { transactionIn } from './joining.ts'
import { scopeOf } from './scope.ts'

/**
 * Does a write that must stand although the transaction of the current work is rolled back: an
 * attempt to guess a password counts, too, if its view throws.
 *
 * PostgreSQL executes it on another connection, so that it locks its row for a moment only. SQLite
 * has only one writer, which the transaction may have. Then the write is part of the transaction,
 * and done again at once after a rollback.
 */
export async function standingWrite<Result>(
  db: AnyDatabase,
  write: (db: AnyDatabase) => Promise<Result>,
): Promise<Result> {
  const scope = isSqlite(db) && !db.isTransaction ? scopeOf(db) : null
  if (scope === null || !scope.holdsConnection) return write(db)
  scope.standing.push(write)
  return write(transactionIn(scope, db))
}
