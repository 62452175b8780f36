import { ServiceUnavailable } from 'turnpike'
import { driverErrorCode } from './sqlite/libraries/result-codes.ts'
import { wrappedError } from './wrapped-error.ts'

/*
 * The conversion of an error of the database, under `outageAwareDialect`, which the service uses:
 *
 * - 503 if it is one of the codes and messages below, or no connection can be acquired.
 * - 400 or 409 for a violated constraint, in `kyselyStore` and where `constraintViolation` is
 *   called (violations/constraint-violation.ts).
 * - 500 for everything else, as a defect of the program: the exception handler does not know it.
 */

/**
 * 503: the database cannot answer now, for a temporary reason: it is unreachable, overloaded or out
 * of space, or another transaction was in the way. The driver's error is the `cause`; clients do
 * not see it.
 */
export class DatabaseUnavailable extends ServiceUnavailable {
  /** The driver's message, for the log and the command line. */
  readonly reason: string

  /** @param retryAfter seconds after which a client may try again. */
  constructor(cause: unknown, retryAfter: number = secondsAway) {
    super({ cause, retryAfter })
    this.reason = reasonOf(cause)
  }
}

/** Seconds that clients should wait for an unreachable database. */
const secondsAway = 2

/** Seconds that clients should wait for another transaction. */
const secondsBusy = 1

/**
 * The 503 for an error of `pg` or of a SQLite library that means that the database cannot answer
 * now; null for any other. Defects of the program and violated constraints (see
 * `constraintViolation`) are not outages. The errors of Drizzle and Prisma are what they wrap.
 *
 * A Kysely with `outageAwareDialect` does this by itself.
 */
export function databaseOutage(error: unknown): DatabaseUnavailable | null {
  let found: unknown = error
  for (let depth = 0; depth < maxDepth && found instanceof Error; depth++) {
    if (found instanceof DatabaseUnavailable) return found
    const code = driverCode(found) ?? ''
    if (busyCodes.test(code)) return new DatabaseUnavailable(found, secondsBusy)
    const isAway = awayCodes.test(code) || awayMessages.test(found.message)
    if (isAway) return new DatabaseUnavailable(found)
    found = wrappedError(found)
  }
  return null
}

/** Maximum number of errors of libraries around that of the driver, so that a cycle ends. */
const maxDepth = 5

/** The code of the driver's error, even if wrapped by `databaseOutage`. */
export function driverCode(error: unknown): string | null {
  if (error instanceof DatabaseUnavailable) return driverCode(error.cause)
  return driverErrorCode(error)
}

/** Whether a transaction failed only because of another one and may succeed on retry. */
export const isContention = (error: unknown): boolean =>
  /^(40001|40P01|ER_LOCK_DEADLOCK)$/.test(driverCode(error) ?? '')

/**
 * Another transaction is in the way, or the server is overloaded: serialization failure, deadlock,
 * lock not available, statement time-out or cancelled statement, too many connections.
 */
const busyCodes = new RegExp(
  '^(40001|40P01|55P03|57014|53300|SQLITE_BUSY.*|SQLITE_LOCKED.*' +
    '|ER_LOCK_(DEADLOCK|WAIT_TIMEOUT)|ER_CON_COUNT_ERROR|ER_(QUERY|STATEMENT)_TIMEOUT)$',
)

/**
 * PostgreSQL's classes 08 (connection), 53 (resources), 57P (shutdown, crash, starting up), 58
 * (system errors), 25P03 and 25P04 (sessions that it ended), 25006 (a standby cannot write); the
 * network; SQLite's disk.
 */
const awayCodes = new RegExp(
  '^(08...|53...|57P..|58...|25P03|25P04|25006' +
    '|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN' +
    '|PROTOCOL_CONNECTION_LOST|ER_SERVER_SHUTDOWN' +
    '|SQLITE_(ABORT_ROLLBACK|FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL).*)$',
)

/** Messages of `pg` and its pool that have no code. */
const awayMessages =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end|Postgres connection has been discarded)/

/** Errors of several addresses have a code and no message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const { message } = cause
  const remedy = remedies.find(({ fits }) => fits.test(message))
  return remedy
    ? message.replace(remedy.fits, remedy.text)
    : message || driverCode(cause) || cause.name
}

/** Messages of PostgreSQL, in its English, and of PgBouncer, each with what to do. */
const remedies: readonly { readonly fits: RegExp; readonly text: string }[] = [
  { fits: /^database "([\w-]+)" does not exist$/, text: '$&. Create it with: createdb $1' },
  {
    fits: /^unsupported startup parameter: \w+_timeout$/,
    text:
      '$&. Set in PgBouncer: ignore_startup_parameters = statement_timeout, lock_timeout, ' +
      'idle_in_transaction_session_timeout',
  },
]
