import type { AnyDatabase } from '../database.ts'
import { RolledBack, savepointBounds } from './bounds.ts'
import { inScope, TransactionScope } from './scope.ts'
import { type Guest, pause } from './turns.ts'

/**
 * A savepoint in the transaction of a scope that begins and ends by calls, for libraries that send
 * statements such as `begin` and `commit` instead of passing a function.
 */
export class OpenSavepoint implements Guest<TransactionScope> {
  readonly scope: TransactionScope
  /** The scope of the work that has begun it. */
  readonly outer: TransactionScope
  readonly #end = Promise.withResolvers<void>()
  readonly #begun = Promise.withResolvers<void>()
  readonly #over: Promise<void>
  #ending: Promise<void> | null = null
  #running = 0
  #usedAt = performance.now()

  constructor(db: AnyDatabase, outer: TransactionScope) {
    const bounds = savepointBounds(outer, this)
    this.outer = outer
    this.scope = inScope(outer, () => new TransactionScope(db, bounds))
    this.#over = this.scope.run(() => this.#work())
    // Both are known to the caller, who may not wait for them.
    this.#over.catch(() => {})
    this.#end.promise.catch(() => {})
  }

  async #work(): Promise<void> {
    try {
      await this.scope.begun()
    } catch (error) {
      this.#begun.reject(error)
      throw error
    }
    this.#usedAt = performance.now()
    this.#begun.resolve()
    await this.#end.promise
  }

  get isPaused(): boolean {
    return this.#running === 0 && performance.now() - this.#usedAt >= pause
  }

  /** Waits until it has begun. */
  begun(): Promise<void> {
    return this.#begun.promise
  }

  /** Sends a statement of the library, after everything that has begun in the savepoint. */
  async use<Result>(send: () => Promise<Result>): Promise<Result> {
    this.#running++
    try {
      await this.scope.turns.over
      return await send()
    } finally {
      this.#running--
      this.#usedAt = performance.now()
    }
  }

  /** @throws when nothing is stored. */
  commit(): Promise<void> {
    this.#running++
    this.#ending = this.#over
    this.#end.resolve()
    return this.#over
  }

  /** @param after what it waits for. Default nothing. */
  rollBack(after: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.#running++
    const ending = this.#rolledBack(after)
    this.#ending = ending
    return ending
  }

  async #rolledBack(after: Promise<unknown>): Promise<void> {
    await after
    this.#end.reject(new RolledBack())
    await this.#over.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  }

  async settled(): Promise<void> {
    await this.#ending?.catch(() => {})
  }
}
