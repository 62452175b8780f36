import { type IsolationLevel, type Kysely, sql, type Transaction } from 'kysely'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { isContention } from '../outages.ts'
import { savepointBounds, transactionBounds } from './bounds.ts'
import { scopeOfTransaction, transactionIn, withoutJoining } from './joining.ts'
import { scopeOf, TransactionScope } from './scope.ts'

/**
 * Does the work in a transaction: that of `db`, a savepoint in that of the current work, or a new
 * one. A new one that fails only because of another transaction is tried once more, so the work
 * must change nothing but the database.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db)
  try {
    return await runInTransaction(db, work)
  } catch (error) {
    if (!isContention(error) || scopeOf(db) !== null) throw error
    return runInTransaction(db, work)
  }
}

export interface InTransactionOptions {
  /** The isolation level of a new transaction. Default the database's. */
  isolationLevel?: IsolationLevel | null
  /** The store whose `find` locks rows in it. Default none. */
  locking?: object | null
  /** The error for the client if a commit fails. Default that of the driver. */
  refusedCommit?: (error: unknown) => Promise<unknown>
}

/** Does the work once, in a new transaction, or in a savepoint if there is one already. */
export async function runInTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
  options: InTransactionOptions = {},
): Promise<Result> {
  const { isolationLevel = null, locking = null, refusedCommit } = options
  const outer = db.isTransaction ? await innermostScope(db) : scopeOf(db)
  const bounds =
    outer === null
      ? transactionBounds(withoutJoining(db), { isolationLevel, refusedCommit })
      : savepointBounds(outer)
  const scope = new TransactionScope(db, bounds, { locking, parent: outer })
  return scope.run(async () => {
    // Statements of the given transaction itself do not begin the savepoint.
    if (db.isTransaction) await scope.begun()
    return work(transactionIn(scope, db))
  })
}

/** The scope of the current work, unless the transaction is apart from it. */
async function innermostScope(transaction: AnyDatabase): Promise<TransactionScope> {
  const current = scopeOf(transaction)
  const own = await scopeOfTransaction(transaction)
  return current?.isPartOf(own) ? current : own
}

/**
 * Has PostgreSQL stop the statements of this transaction within a second when their client is gone.
 * Otherwise the server would finish a statement of an interrupted command, and hold its locks until
 * then. It can from version 14 on, on Linux; elsewhere nothing is changed.
 */
export async function stopWithClient(transaction: AnyDatabase): Promise<void> {
  if (isSqlite(transaction)) return
  await sql`
    select set_config('client_connection_check_interval', '1s', true)
      where current_setting('client_connection_check_interval', true) is not null
        and version() ~* 'linux'
  `.execute(transaction)
}
