import type { AnyDatabase } from '../database.ts'
import { savepointBounds } from './bounds.ts'
import { inScope, TransactionScope } from './scope.ts'

/**
 * A savepoint in the transaction of a scope that begins and ends by calls, for libraries that send
 * statements such as `begin` and `commit` instead of passing a function.
 */
export class OpenSavepoint {
  readonly scope: TransactionScope
  readonly #end = Promise.withResolvers<void>()
  readonly #begun: Promise<void>
  readonly #over: Promise<void>

  /**
   * Begins it. If the current work is that of the scope, what follows in the calling function
   * belongs to the savepoint, and so waits for no turn after it.
   */
  constructor(db: AnyDatabase, outer: TransactionScope) {
    const { isCurrent } = outer
    this.scope = inScope(outer, () => new TransactionScope(db, savepointBounds(outer)))
    const begun = Promise.withResolvers<void>()
    this.#begun = begun.promise
    this.#over = this.scope.run(async () => {
      try {
        await this.scope.begun()
        begun.resolve()
      } catch (error) {
        begun.reject(error)
        throw error
      }
      await this.#end.promise
    })
    // Both are known to the caller, who may not wait for them.
    this.#over.catch(() => {})
    this.#end.promise.catch(() => {})
    if (isCurrent) this.scope.enter()
  }

  /** Waits until it has begun. */
  begun(): Promise<void> {
    return this.#begun
  }

  /** @throws when nothing is stored. */
  commit(): Promise<void> {
    this.scope.leave()
    this.#end.resolve()
    return this.#over
  }

  async rollBack(): Promise<void> {
    this.scope.leave()
    this.#end.reject(new RolledBack())
    await this.#over.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  }
}

/** Ends the work of the savepoint, which is committed otherwise. */
class RolledBack extends Error {}
