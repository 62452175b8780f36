import { clearTimeout, setTimeout } from 'node:timers'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import { isLocked, longestPause, otherProcess, SqliteBusy } from '../busy.ts'
import type { SqliteConnection } from '../connection.ts'
import { commitAlone, commitTogether, type Outcome, type Together } from './commit-together.ts'
import type { Groupable } from './groupable.ts'

export interface WriteGroupOptions {
  readonly connectionTimeoutMillis: number
  readonly groupable: Groupable
  /** Describes who holds the connection; null if the group does. */
  readonly holder: (() => string) | null
}

/** A statement of the group. */
interface Write {
  readonly query: CompiledQuery
  /** As `performance.now()`. */
  readonly deadline: number
  readonly timer: NodeJS.Timeout | undefined
  resolve(result: QueryResult<unknown>): void
  reject(error: unknown): void
}

/**
 * Single statements that are executed in the order in which they came, and share commits. Each has
 * the result or the error that it would have alone, after what it wrote is committed.
 *
 * The connection is in a transaction only while its statements are executed, without a pause: no
 * read sees the group half done. When a write comes here is decided in kysely/sqlite/writer.ts.
 */
export class WriteGroup {
  readonly #connection: SqliteConnection
  readonly #options: WriteGroupOptions
  readonly #writes: Write[] = []
  /** How many statements to execute in each of the next attempts. Empty means all together. */
  #sizes: number[] = []
  #running: Promise<void> | null = null
  #waitsForLock = false

  constructor(connection: SqliteConnection, options: WriteGroupOptions) {
    this.#connection = connection
    this.#options = options
  }

  add<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { connectionTimeoutMillis, holder } = this.#options
    const deadline = performance.now() + connectionTimeoutMillis
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#writes.splice(this.#writes.indexOf(write), 1)
        reject(new SqliteBusy(connectionTimeoutMillis, holder?.() ?? ''))
      }
      // A group that has the connection begins in the same turn of the event loop.
      const timer = holder === null ? undefined : setTimeout(leave, connectionTimeoutMillis)
      const write = { query, deadline, timer, resolve, reject } as Write
      this.#writes.push(write)
    })
  }

  /** Shown to callers that time out. */
  describe(): string {
    return this.#waitsForLock ? otherProcess : 'it is executing writes of other requests.'
  }

  /** Executes everything that was added, once. The caller must have the connection. */
  run(): Promise<void> {
    this.#running ??= this.#executeAll()
    return this.#running
  }

  async #executeAll(): Promise<void> {
    for (const { timer } of this.#writes) clearTimeout(timer)

    for (let pause = 1; this.#writes.length > 0; ) {
      const size = this.#sizes.shift() ?? this.#writes.length
      try {
        this.#attempt(size)
        this.#waitsForLock = false
        pause = 1
        if (this.#writes.length > 0) await nextTurn()
      } catch (error) {
        this.#sizes.unshift(size)
        this.#rejectLate(error)
        await sleep(pause)
        pause = Math.min(2 * pause, longestPause)
      }
    }
  }

  /** @throws if another process has the lock. Nothing is done then. */
  #attempt(size: number): void {
    const { outcomes, next } = this.#execute(this.#writes.slice(0, size))
    const rest = size - outcomes.length - next.reduce((sum, size) => sum + size, 0)
    this.#sizes.unshift(...next, ...(rest > 0 ? [rest] : []))

    for (const [index, { resolve, reject }] of this.#writes.splice(0, outcomes.length).entries()) {
      const outcome = outcomes[index] as Outcome
      if ('error' in outcome) reject(outcome.error)
      else resolve(outcome.result)
    }
  }

  #execute(writes: readonly Write[]): Together {
    const connection = this.#connection
    const queries = writes.map(({ query }) => query)
    return queries.length > 1 && connection.isOutside && !connection.hasOwnState
      ? commitTogether(connection, this.#options.groupable, queries)
      : commitAlone(connection, queries[0] as CompiledQuery)
  }

  #rejectLate(error: unknown): void {
    const { connectionTimeoutMillis } = this.#options
    this.#waitsForLock = isLocked(error)
    const now = performance.now()
    const late = this.#writes.findIndex(({ deadline }) => now < deadline)
    // Each has the same time, so those that came first are late first.
    const count = this.#waitsForLock && late >= 0 ? late : this.#writes.length
    for (const { reject } of this.#writes.splice(0, count)) {
      reject(
        this.#waitsForLock
          ? new SqliteBusy(connectionTimeoutMillis, otherProcess, { cause: error })
          : error,
      )
    }
  }
}
