import type { CompiledQuery, QueryResult } from 'kysely'
import type { AnyDatabase } from '../../../kysely/database.ts'
import { RolledBack } from '../../../kysely/transactions/bounds.ts'
import { runInTransaction } from '../../../kysely/transactions/in-transaction.ts'
import { transactionIn } from '../../../kysely/transactions/joining.ts'
import { OpenSavepoint } from '../../../kysely/transactions/open-savepoint.ts'
import { scopeOf, type TransactionScope } from '../../../kysely/transactions/scope.ts'
import { databaseOfTransaction, type ToArgument } from '../capture.ts'
import type { PrismaTransaction } from '../contract.ts'
import { adapterError } from './errors.ts'
import { SqliteQueryable } from './queryable.ts'

/** Where the statements of a transaction of Prisma go, and how it ends. */
interface Ground {
  readonly database: AnyDatabase
  send(query: CompiledQuery<unknown[]>): Promise<QueryResult<unknown[]>>
  commit(): Promise<void>
  rollBack(): Promise<void>
}

/**
 * A transaction of Prisma: that of the work in which it is begun as a savepoint, or a new one. Its
 * statements belong to it wherever they are sent.
 */
export class PrismaSqliteTransaction extends SqliteQueryable implements PrismaTransaction {
  // Kysely sends the statements that begin and end it.
  readonly options = { usePhantomQuery: true }
  readonly #ground: Ground

  private constructor(ground: Ground, toArgument: ToArgument) {
    super(ground.database, toArgument)
    databaseOfTransaction.set(this, ground.database)
    this.#ground = ground
  }

  /** Begins it, which waits for the write lock of the database. */
  static async begin(db: AnyDatabase, toArgument: ToArgument): Promise<PrismaSqliteTransaction> {
    const outer = scopeOf(db)
    try {
      const ground = outer === null ? await newTransaction(db) : await savepointIn(outer, db)
      return new PrismaSqliteTransaction(ground, toArgument)
    } catch (error) {
      throw adapterError(error)
    }
  }

  protected override send(query: CompiledQuery<unknown[]>): Promise<QueryResult<unknown[]>> {
    return this.#ground.send(query)
  }

  async commit(): Promise<void> {
    try {
      await this.#ground.commit()
    } catch (error) {
      // Deferred constraints are checked by the commit.
      throw adapterError(error)
    }
  }

  async rollback(): Promise<void> {
    try {
      await this.#ground.rollBack()
    } catch (error) {
      throw adapterError(error)
    }
  }

  async createSavepoint(name: string): Promise<void> {
    await this.#send(`savepoint ${name}`)
  }

  async rollbackToSavepoint(name: string): Promise<void> {
    await this.#send(`rollback to ${name}`)
  }

  async releaseSavepoint(name: string): Promise<void> {
    await this.#send(`release ${name}`)
  }

  async #send(sql: string): Promise<void> {
    await this.executeRaw({ sql, args: [], argTypes: [] })
  }
}

async function newTransaction(db: AnyDatabase): Promise<Ground> {
  const begun = Promise.withResolvers<AnyDatabase>()
  const end = Promise.withResolvers<void>()
  const over = runInTransaction(db, async (transaction) => {
    await scopeOf(db)?.begun()
    begun.resolve(transaction)
    await end.promise
  })
  over.catch(begun.reject)
  const database = await begun.promise
  return {
    database,
    send: (query) => database.executeQuery(query),
    async commit() {
      end.resolve()
      await over
    },
    async rollBack() {
      end.reject(new RolledBack())
      await over.catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
    },
  }
}

/**
 * Prisma does not say which work belongs to it, so that a transaction within one begins in the same
 * scope: it is a savepoint in the savepoint while that sends nothing.
 */
async function savepointIn(outer: TransactionScope, db: AnyDatabase): Promise<Ground> {
  const savepoint = new OpenSavepoint(db, outer)
  const database = transactionIn(savepoint.scope, db)
  await savepoint.begun()
  return {
    database,
    send(query) {
      const current = outer.isCurrent ? (scopeOf(db) ?? outer) : outer
      // Work that began in the savepoint sends it, too.
      if (current !== outer) return transactionIn(current, db).executeQuery(query)
      return savepoint.use(() => database.executeQuery(query))
    },
    commit: () => savepoint.commit(),
    rollBack: () => savepoint.rollBack(),
  }
}
