import { type IsolationLevel, sql } from 'kysely'
import { type AnyDatabase, isSqlite } from '../database.ts'
import { transactionAborted } from './aborted.ts'
import type {
  AnyTransaction,
  Bounds,
  StandingWrite,
  TransactionEnd,
  TransactionScope,
} from './scope.ts'

export interface TransactionBoundsOptions {
  /** Null: the database's default. */
  readonly isolationLevel: IsolationLevel | null
  /** The error to throw if a commit fails. Default that of the driver. */
  readonly refusedCommit: ((error: unknown) => Promise<unknown>) | undefined
}

/** A transaction of its own. */
export function transactionBounds(
  db: AnyDatabase,
  { isolationLevel, refusedCommit = async (error) => error }: TransactionBoundsOptions,
): Bounds {
  const end = Promise.withResolvers<void>()
  let done: Promise<void> = Promise.resolve()
  let standing: readonly StandingWrite[] = []
  let transaction: AnyTransaction

  return {
    begin() {
      const begun = Promise.withResolvers<AnyTransaction>()
      // On one connection, which writes once more what stands before others can use it.
      done = db.connection().execute(async (connection) => {
        const begin = connection.transaction()
        const leveled = isolationLevel === null ? begin : begin.setIsolationLevel(isolationLevel)
        try {
          await leveled.execute((begunTransaction) => {
            transaction = begunTransaction
            begun.resolve(begunTransaction)
            return end.promise
          })
        } catch (error) {
          for (const write of standing) await write(connection).catch(() => {})
          throw error
        }
      })
      done.catch(begun.reject)
      return begun.promise
    },

    async commit({ failure }) {
      try {
        if (failure !== undefined) await requireNotAborted(transaction, failure)
      } catch (error) {
        end.reject(error)
        return done
      }
      end.resolve()
      await done.catch(async (error: unknown) => {
        throw await refusedCommit(error)
      })
    },

    async rollBack(how) {
      standing = how.standing
      end.reject(new RolledBack())
      await done
    },
  }
}

/** Ends the transaction of Kysely, which commits otherwise. */
class RolledBack extends Error {}

/** Nested savepoints have the same name: the latest one counts. */
const savepoint = sql.id('turnpike')

/** A savepoint in the transaction of another scope. */
export function savepointBounds(scope: TransactionScope): Bounds {
  const over = Promise.withResolvers<void>()
  let transaction: AnyTransaction

  const backTo = async ({ standing }: TransactionEnd) => {
    await sql`rollback to savepoint ${savepoint}`.execute(transaction)
    await sql`release savepoint ${savepoint}`.execute(transaction)
    for (const write of standing) await write(transaction)
    scope.standing.push(...standing)
  }
  return {
    async begin() {
      await scope.takeTurn(over.promise)
      try {
        transaction = await scope.begun()
        await sql`savepoint ${savepoint}`.execute(transaction)
        return transaction
      } catch (error) {
        over.resolve()
        throw scope.failed(error)
      }
    },

    async commit(end) {
      try {
        if (end.failure !== undefined) await requireNotAborted(transaction, end.failure)
        await sql`release savepoint ${savepoint}`.execute(transaction)
        scope.standing.push(...end.standing)
      } catch (error) {
        await backTo(end)
        throw error
      } finally {
        over.resolve()
      }
    },

    async rollBack(end) {
      try {
        await backTo(end)
      } finally {
        over.resolve()
      }
    },
  }
}

/**
 * After an error PostgreSQL answers `commit` with a rollback, which older versions of Kysely do not
 * notice.
 *
 * @throws Error when the transaction can no longer be committed.
 */
async function requireNotAborted(transaction: AnyTransaction, failure: unknown): Promise<void> {
  if (isSqlite(transaction)) return
  try {
    await sql`select 1`.execute(transaction)
  } catch {
    throw transactionAborted(failure)
  }
}

/** A transaction that its owner has begun and will end. */
export const givenBounds = (db: AnyDatabase): Bounds => ({
  begin: async () => db as AnyTransaction,
  async commit() {},
  async rollBack() {},
})
