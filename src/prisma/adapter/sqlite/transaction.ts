import type { AnyDatabase } from '../../../kysely/database.ts'
import { RolledBack } from '../../../kysely/transactions/bounds.ts'
import { runInTransaction } from '../../../kysely/transactions/in-transaction.ts'
import { scopeOf } from '../../../kysely/transactions/scope.ts'
import { databaseOfTransaction, type ToArgument } from '../capture.ts'
import type { PrismaTransaction } from '../contract.ts'
import { adapterError } from './errors.ts'
import { SqliteQueryable } from './queryable.ts'

/**
 * A transaction of Prisma: that of the work in which it is begun as a savepoint, or a new one. Its
 * statements belong to it wherever they are sent.
 */
export class PrismaSqliteTransaction extends SqliteQueryable implements PrismaTransaction {
  // Kysely sends the statements that begin and end it.
  readonly options = { usePhantomQuery: true }
  readonly #end: PromiseWithResolvers<void>
  readonly #over: Promise<void>

  private constructor(
    transaction: AnyDatabase,
    toArgument: ToArgument,
    end: PromiseWithResolvers<void>,
    over: Promise<void>,
  ) {
    super(transaction, toArgument)
    databaseOfTransaction.set(this, transaction)
    this.#end = end
    this.#over = over
  }

  /** Begins it, which waits for the write lock of the database. */
  static async begin(db: AnyDatabase, toArgument: ToArgument): Promise<PrismaSqliteTransaction> {
    const begun = Promise.withResolvers<AnyDatabase>()
    const end = Promise.withResolvers<void>()
    const over = runInTransaction(db, async (transaction) => {
      await scopeOf(db)?.begun()
      begun.resolve(transaction)
      await end.promise
    })
    over.catch(begun.reject)
    try {
      return new PrismaSqliteTransaction(await begun.promise, toArgument, end, over)
    } catch (error) {
      throw adapterError(error)
    }
  }

  async commit(): Promise<void> {
    this.#end.resolve()
    try {
      await this.#over
    } catch (error) {
      // Deferred constraints are checked by the commit.
      throw adapterError(error)
    }
  }

  async rollback(): Promise<void> {
    this.#end.reject(new RolledBack())
    await this.#over.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw adapterError(error)
    })
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
