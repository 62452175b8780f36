import type { IsolationLevel, Kysely, Transaction } from 'kysely'
import { ConfigurationError } from 'turnpike'
import { knownOptions, oneOf, type Transactions } from 'turnpike/kit'
import { isSqlite } from './database.ts'
import { databaseOutage } from './outages.ts'
import { type InTransactionOptions, runInTransaction } from './transactions/in-transaction.ts'
import { transactionIn } from './transactions/joining.ts'
import { scopeOf } from './transactions/scope.ts'
import { constraintViolation } from './violations/constraint-violation.ts'

export interface KyselyTransactionsOptions {
  /**
   * The isolation level: `read committed`, `repeatable read` or `serializable`. Default that of the
   * database, which is `read committed` on PostgreSQL. On SQLite it is always `serializable`.
   */
  isolationLevel?: Extract<IsolationLevel, (typeof isolationLevels)[number]>
}

const isolationLevels = ['read committed', 'repeatable read', 'serializable'] as const

const kyselyTransactionsOptions = knownOptions<KyselyTransactionsOptions>('kyselyTransactions()', {
  isolationLevel: oneOf(isolationLevels),
})

/**
 * Transactions of a database for the setting `TRANSACTIONS`. Each begins with the first statement
 * of its request. Statements of `request.transaction`, `currentTransaction(db)`, and the items and
 * stores of the same database are executed in it. The work is done once: what fails because of
 * another transaction is a 503.
 *
 * @throws ConfigurationError when `db` is a transaction, or an option is invalid.
 */
export function kyselyTransactions<Tables>(
  db: Kysely<Tables>,
  options: KyselyTransactionsOptions = {},
): Transactions<Transaction<Tables>> {
  kyselyTransactionsOptions.require(options)
  const { isolationLevel = null } = options
  if (db.isTransaction) {
    throw new ConfigurationError('kyselyTransactions() opens transactions: pass the database.')
  }
  // Rejects databases of other kinds.
  isSqlite(db)
  return { run: (work) => atomically(db, work, { isolationLevel }) }
}

/**
 * The transaction of the current work in this database, such as that of an atomic request;
 * otherwise the database itself. For functions that are called with and without a transaction.
 */
export function currentTransaction<Tables>(db: Kysely<Tables>): Kysely<Tables> {
  const scope = db.isTransaction ? null : scopeOf(db)
  return scope === null ? db : transactionIn(scope, db)
}

/**
 * Does the work once, in a new transaction, or in a savepoint of that of the current work.
 *
 * @throws what the work throws; ValidationError, Conflict or DatabaseUnavailable if the database
 *   refuses to commit.
 */
export const atomically = <Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
  options: InTransactionOptions = {},
): Promise<Result> =>
  runInTransaction(db, work, {
    ...options,
    // Deferred constraints are checked by the commit.
    refusedCommit: async (error) =>
      (await constraintViolation(db, error)) ?? databaseOutage(error) ?? error,
  })
