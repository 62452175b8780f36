import { driverCode } from '../outages.ts'

/**
 * The writing connection, or the database's write lock, was not free in time. It has the code of
 * SQLite's own error, so it counts as a short outage.
 */
export class SqliteBusy extends Error {
  override readonly name = 'SqliteBusy'
  readonly code = 'SQLITE_BUSY'

  constructor(timeoutMillis: number, reason: string, options?: ErrorOptions) {
    super(`SQLite was not free to write within ${timeoutMillis} ms: ${reason}`, options)
  }
}

/** A statement outside the transaction of its own request would wait for the end of that. */
export class OutsideOwnTransaction extends Error {
  override readonly name = 'OutsideOwnTransaction'

  constructor() {
    super(
      'This statement uses `db`, but its own work is in a transaction, and SQLite has one writer at ' +
        'a time: use `request.transaction` or `currentTransaction(db)` instead of `db`.',
    )
  }
}

/** A transaction was rolled back because it was idle. The code is SQLite's. */
export class SqliteTransactionLost extends Error {
  override readonly name = 'SqliteTransactionLost'
  readonly code = 'SQLITE_ABORT_ROLLBACK'

  constructor(idleMillis: number) {
    super(
      `The transaction was rolled back because no statement came within ${seconds(idleMillis)}. ` +
        'Call other services before it begins or after it ends.',
    )
  }
}

/** Whether another connection has the lock and the statement may be retried. */
export function isLocked(error: unknown): boolean {
  const code = driverCode(error) ?? ''
  // The transaction has read outdated data and must be restarted.
  return code.startsWith('SQLITE_BUSY') && code !== 'SQLITE_BUSY_SNAPSHOT'
}

/** `4.2 s` */
export const seconds = (millis: number): string => `${Math.round(millis / 100) / 10} s`

/** The holder of a lock that no session of this process has. */
export const otherProcess =
  'another process, or another connection, has the write lock of the database.'

/**
 * Maximum milliseconds between two attempts to get a lock held by another process. A process that
 * writes continuously leaves only short gaps.
 */
export const longestPause = 3
