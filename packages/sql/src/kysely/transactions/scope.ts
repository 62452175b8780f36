import { AsyncLocalStorage } from 'node:async_hooks'
import type {
  AbortableOperationOptions,
  ConnectionProvider,
  DatabaseConnection,
  Transaction,
} from 'kysely'
import type { AnyDatabase } from '../database.ts'
import { isAborted, transactionAborted } from './aborted.ts'
import { withNotedWrites } from './noted-writes.ts'
import { ScopeTurns } from './turns.ts'

/** A transaction with any tables. */
// biome-ignore lint/suspicious/noExplicitAny: the caller's tables are the caller's business.
export type AnyTransaction = Transaction<any>

/** A write that must stand although its transaction is rolled back. */
export type StandingWrite = (db: AnyDatabase) => Promise<unknown>

/** How a transaction, or a savepoint in one, begins and ends. */
export interface Bounds {
  /** How many savepoints are open inside of the transaction, this one included. */
  readonly depth: number
  /** Whether it is a transaction that its owner begins and ends. Default false. */
  readonly isGiven?: boolean
  /** @param turns those of the savepoints in it. */
  begin(turns: ScopeTurns<TransactionScope>): Promise<AnyTransaction>
  /** @throws when nothing is stored. */
  commit(end: TransactionEnd): Promise<void>
  rollBack(end: TransactionEnd): Promise<void>
}

export interface TransactionEnd {
  /** Why PostgreSQL may refuse more statements; undefined while all have succeeded. */
  readonly failure: unknown
  /** The writes that are repeated after a rollback. */
  readonly standing: readonly StandingWrite[]
}

export interface ScopeOptions {
  /** The store whose `find` locks rows in it. Default null: there is none. */
  readonly locking?: object | null
  /** The scope it is a part of; null for none. Default that of the current work. */
  readonly parent?: TransactionScope | null
}

const scopes = new AsyncLocalStorage<TransactionScope>()

/**
 * A transaction, or a savepoint in one. It begins with its first statement, so that it holds no
 * lock and no connection before. All work that is awaited in it finds it with `scopeOf`.
 */
export class TransactionScope implements ConnectionProvider {
  /** The adapter of the database, which all copies of the database share. */
  readonly adapter: object
  /** The scope around it, maybe of another database. */
  readonly outer: TransactionScope | null
  /** The scope of whose transaction it is a part; null for a transaction. */
  readonly parent: TransactionScope | null
  /** The store whose `find` locks rows in it; null if there is none. */
  readonly locking: object | null
  /** Where its savepoints add what is written again after a rollback. */
  readonly standing: StandingWrite[] = []
  /** The turns of the savepoints in it. */
  readonly turns: ScopeTurns<TransactionScope> = new ScopeTurns()
  readonly #bounds: Bounds
  #begun: Promise<AnyTransaction> | undefined
  #isBeginning = false
  #isOver = false
  #failure: unknown

  constructor(db: AnyDatabase, bounds: Bounds, { locking = null, parent }: ScopeOptions = {}) {
    this.adapter = db.getExecutor().adapter
    this.outer = scopes.getStore() ?? null
    this.parent = parent === undefined ? inDatabase(this.adapter, this.outer) : parent
    this.locking = locking
    this.#bounds = bounds
  }

  /** Whether its work, and that of the transaction around it, goes on. */
  get isOpen(): boolean {
    return !this.#isOver && (this.parent?.isOpen ?? true)
  }

  /** Whether its transaction, or the one around it, has begun and goes on. */
  get holdsConnection(): boolean {
    if (!this.isOpen) return false
    return this.#begun !== undefined || this.parent?.holdsConnection === true
  }

  /** How many savepoints it is inside of, itself included, once it has begun. */
  get depth(): number {
    return this.#bounds.depth
  }

  /** Whether its transaction begins. */
  get isBeginning(): boolean {
    return this.#isBeginning
  }

  /** Whether the current work is done in it. */
  get isCurrent(): boolean {
    let scope = scopes.getStore() ?? null
    while (scope !== null && scope !== this) scope = scope.outer
    return scope === this
  }

  /** @throws TransactionOver when its work is done. */
  async begun(): Promise<AnyTransaction> {
    if (!this.isOpen) throw new TransactionOver()
    this.#begun ??= scopes.run(this, () => this.#begin())
    return this.#begun
  }

  async #begin(): Promise<AnyTransaction> {
    this.#isBeginning = true
    try {
      return await this.#bounds.begin(this.turns)
    } finally {
      this.#isBeginning = false
    }
  }

  async provideConnection<Result>(
    consumer: (connection: DatabaseConnection) => Promise<Result>,
    options?: AbortableOperationOptions,
  ): Promise<Result> {
    const transaction = await this.begun()
    const beside = await this.#alone()
    // A statement that was not awaited may come when another request already has the connection.
    if (!this.isOpen) throw new TransactionOver()
    try {
      return await transaction
        .getExecutor()
        .provideConnection(
          beside === null
            ? consumer
            : (connection) => consumer(withNotedWrites(connection, () => beside.writes())),
          options,
        )
    } catch (error) {
      throw this.failed(error)
    }
  }

  /**
   * Waits until no savepoint is open beside the current work. Work in a savepoint that uses the
   * transaction around it waits for savepoints within its own only: waiting for its own would never
   * end.
   *
   * @returns the turns of one that is still open, out of patience; null if there is none.
   */
  async #alone(): Promise<ScopeTurns<TransactionScope> | null> {
    const current = inDatabase(this.adapter, scopes.getStore() ?? null)
    const isWithin = current?.isPartOf(this) === true
    // Nobody's work is in a transaction that was given, but for that of its savepoints.
    if (!isWithin && !this.#bounds.isGiven) return null
    const { turns } = isWithin ? current : this
    return (await turns.alone()) ? null : turns
  }

  isPartOf(scope: TransactionScope): boolean {
    return this === scope || this.parent?.isPartOf(scope) === true
  }

  /** Remembers the error after which PostgreSQL refuses all others. @returns the error to throw. */
  failed(error: unknown): unknown {
    if (this.#failure !== undefined && isAborted(error)) return transactionAborted(this.#failure)
    this.#failure = error
    return error
  }

  /** Does the work, then commits, or rolls back if the work throws. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    let result: Result
    try {
      result = await scopes.run(this, work)
      await this.turns.requireWhole()
    } catch (error) {
      // The error of the work says more than that of a rollback, after which nothing is stored.
      await this.#end((end) => this.#bounds.rollBack(end)).catch(() => {})
      throw error
    }
    await this.#end((end) => this.#bounds.commit(end))
    return result
  }

  /** Waits for the turn of a savepoint. @returns the scope in which it begins. */
  async takeTurn(isOver: Promise<void>): Promise<TransactionScope> {
    const guest = await this.turns.take(isOver)
    return guest === null ? this : guest.scope.takeTurn(isOver)
  }

  async #end(end: (how: TransactionEnd) => Promise<void>): Promise<void> {
    this.#isOver = true
    if (this.#begun === undefined) return
    await this.#begun
    await end({ failure: this.#failure, standing: this.standing })
  }
}

/** The scope whose transaction the current work begins; null if there is none. */
export function beginningScope(): TransactionScope | null {
  const scope = scopes.getStore()
  return scope?.isBeginning ? scope : null
}

/**
 * The innermost scope of the current work in this database, open or over; null if there is none.
 */
export const scopeOf = (db: AnyDatabase): TransactionScope | null => {
  const scope = scopes.getStore()
  return scope === undefined ? null : inDatabase(db.getExecutor().adapter, scope)
}

function inDatabase(adapter: object, scope: TransactionScope | null): TransactionScope | null {
  if (scope === null || scope.adapter === adapter) return scope
  return inDatabase(adapter, scope.outer)
}

/** Whether the current work is in a transaction of this store. */
export function isLocking(db: AnyDatabase, store: object): boolean {
  let scope = scopeOf(db)
  while (scope !== null && scope.locking !== store) scope = scope.outer
  return scope !== null
}

/** Calls the function as work of the scope. */
export const inScope = <Result>(scope: TransactionScope, call: () => Result): Result =>
  scopes.run(scope, call)

/** Whether the current work is in a transaction of any database. */
export const isInScope = (): boolean => scopes.getStore() !== undefined

/** Calls the function outside all transactions, for what goes on after them. */
export const outsideTransactions = <Result>(call: () => Result): Result => scopes.exit(call)

/** Work that was not awaited has used a transaction after its end. */
export class TransactionOver extends Error {
  override readonly name = 'TransactionOver'

  constructor() {
    super(
      'The transaction of this work is already over: await everything that is done in it. ' +
        'Start work that goes on afterwards, such as a queue, in outsideTransactions().',
    )
  }
}
