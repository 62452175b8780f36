import { type IsolationLevel, sql } from 'kysely'
import type { AnyDatabase } from '../database.ts'
import { transactionAborted } from './aborted.ts'
import {
  type AnyTransaction,
  type Bounds,
  type StandingWrite,
  type TransactionEnd,
  TransactionOver,
  type TransactionScope,
} from './scope.ts'
import type { Guest } from './turns.ts'

export interface TransactionBoundsOptions {
  /** Null means the database's default. */
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
    depth: 0,

    begin() {
      const begun = Promise.withResolvers<AnyTransaction>()
      // The same connection repeats standing writes before it is released.
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
export class RolledBack extends Error {}

/**
 * A savepoint in the transaction of another scope.
 *
 * @param guest of a library that begins and ends it with statements; null if its work is known.
 */
export function savepointBounds(
  scope: TransactionScope,
  guest: Guest<TransactionScope> | null = null,
): Bounds {
  const over = Promise.withResolvers<void>()
  let outer = scope
  let depth = 0
  let transaction: AnyTransaction

  /** The connection may be that of another request if the transaction is over. */
  const requireOpen = () => {
    if (!outer.isOpen) throw new TransactionOver()
  }
  /**
   * A name for each depth: under one name, `rollback to` would reach only the innermost that is
   * still open.
   */
  const name = () => sql.id(`turnpike_${depth}`)
  const backTo = async ({ standing }: TransactionEnd) => {
    try {
      await sql`rollback to savepoint ${name()}`.execute(transaction)
      await sql`release savepoint ${name()}`.execute(transaction)
    } finally {
      if (guest === null) outer.turns.savepointUndone()
      else outer.turns.guestEnds(guest.scope.turns, true)
    }
    for (const write of standing) await write(transaction)
    outer.standing.push(...standing)
  }
  return {
    get depth() {
      return depth
    },

    async begin(turns) {
      try {
        outer = await scope.takeTurn(over.promise)
        if (guest === null) outer.turns.savepointBegins(over.promise, turns)
        transaction = await outer.begun()
        depth = outer.depth + 1
        await sql`savepoint ${name()}`.execute(transaction)
        if (guest !== null) outer.turns.guestBegins(guest)
        return transaction
      } catch (error) {
        over.resolve()
        throw outer.failed(error)
      }
    },

    async commit(end) {
      try {
        await guest?.scope.turns.over
        requireOpen()
        if (end.failure !== undefined) await requireNotAborted(transaction, end.failure)
        await sql`release savepoint ${name()}`.execute(transaction)
        if (guest !== null) outer.turns.guestEnds(guest.scope.turns, false)
        if (outer !== scope) outer.turns.assumed()
        outer.standing.push(...end.standing)
      } catch (error) {
        if (outer.isOpen) await backTo(end)
        throw error
      } finally {
        over.resolve()
      }
    },

    async rollBack(end) {
      try {
        await guest?.scope.turns.over
        requireOpen()
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
  // SQLite and MySQL undo only the failed statement.
  if (!transaction.getExecutor().adapter.supportsTransactionalDdl) return
  try {
    await sql`select 1`.execute(transaction)
  } catch {
    throw transactionAborted(failure)
  }
}

/** A transaction that its owner has begun and will end. */
export const givenBounds = (db: AnyDatabase): Bounds => ({
  depth: 0,
  isGiven: true,
  begin: async () => db as AnyTransaction,
  async commit() {},
  async rollBack() {},
})
