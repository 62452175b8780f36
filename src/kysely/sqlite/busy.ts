import { driverCode } from '../outages.ts'

/**
 * The connection that writes, or the database's write lock, was not free in time. It has the code
 * of SQLite's own error, by which it is an outage that passes soon.
 */
export class SqliteBusy extends Error {
  override readonly name = 'SqliteBusy'
  readonly code = 'SQLITE_BUSY'

  constructor(timeoutMillis: number, reason: string, options?: ErrorOptions) {
    super(`SQLite was not free to write within ${timeoutMillis} ms: ${reason}`, options)
  }
}

/** A transaction was rolled back because nothing was done in it. The code is SQLite's for that. */
export class SqliteTransactionLost extends Error {
  override readonly name = 'SqliteTransactionLost'
  readonly code = 'SQLITE_ABORT_ROLLBACK'

  constructor(idleMillis: number) {
    super(
      `The transaction was rolled back because no statement came within ${seconds(idleMillis)}. ` +
        'Wait for other services before it begins or after it ends.',
    )
  }
}

/** Whether another connection has the lock, and the same statement may be sent again. */
export function isLocked(error: unknown): boolean {
  const code = driverCode(error) ?? ''
  // What the transaction has read is out of date: it must be begun again.
  return code.startsWith('SQLITE_BUSY') && code !== 'SQLITE_BUSY_SNAPSHOT'
}

/** `4.2 s` */
export const seconds = (millis: number): string => `${Math.round(millis / 100) / 10} s`
