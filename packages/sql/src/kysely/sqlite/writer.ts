import { setImmediate } from 'node:timers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Logger } from 'turnpike'
import { OutsideOwnTransaction, SqliteBusy } from './busy.ts'
import type { SqliteConnection } from './connection.ts'
import { Groupable, mayShare } from './groups/groupable.ts'
import { WriteGroup } from './groups/write-group.ts'
import { Turns } from './turns.ts'
import { WriterTurn } from './writer-turn.ts'

/*
 * A single write shares its commit with others if all of these agree, in this order:
 *
 * 1. session.ts: Kysely has opened the session for this statement alone, and it is not a read.
 * 2. `shares` below: `groupCommit` is on, no session has left temporary tables, and the first word
 *    of the statement writes (`mayShare` of groups/groupable.ts).
 * 3. `write` below: it joins the group that still gathers, or begins one. A session that calls
 *    `take` ends the gathering.
 * 4. groups/write-group.ts: more than one statement has arrived in time.
 * 5. groups/commit-together.ts asks `Groupable`: the program of the statement has the same effects
 *    in a shared transaction. Other statements are committed alone, in their place.
 */

export interface WriterOptions {
  /**
   * Milliseconds that a statement waits for this connection and for the lock of another process.
   */
  readonly connectionTimeoutMillis: number
  /** Whether single statements that arrive together share a commit. */
  readonly groupCommit: boolean
  readonly logger: Logger
}

/** The writing connection. One session, or one group of single statements, at a time owns it. */
export class Writer {
  readonly connection: SqliteConnection
  readonly #options: WriterOptions
  readonly #turns = new Turns()
  readonly #groupable: Groupable
  #holder: WriterTurn | WriteGroup | null = null
  /** The group that the next single statement joins: nothing has come after it. */
  #group: WriteGroup | null = null
  #hasOwnState = false

  constructor(connection: SqliteConnection, options: WriterOptions) {
    this.connection = connection
    this.#options = options
    this.#groupable = new Groupable(connection)
  }

  /**
   * Whether no session owns the connection and it reads the committed state. A group leaves it so
   * whenever others can read.
   */
  get isFree(): boolean {
    const isIdle = this.#turns.isFree || this.#holder instanceof WriteGroup
    return isIdle && this.connection.isCurrent
  }

  /** How many sessions and groups wait for the connection. */
  get waiting(): number {
    return this.#turns.waiting
  }

  /**
   * Whether finished sessions have left state that other connections lack, such as temporary
   * tables.
   */
  get hasOwnState(): boolean {
    return this.#hasOwnState
  }

  /**
   * Whether it reads the committed state, with nothing hidden by temporary tables of its session.
   */
  get isCurrent(): boolean {
    const { connection } = this
    return connection.isCurrent && connection.hasOwnState === this.#hasOwnState
  }

  /**
   * Waits for the connection. The caller must end the turn.
   *
   * @throws SqliteBusy if the connection is not released in time. The message says what holds it.
   * @throws OutsideOwnTransaction if the current work has it.
   */
  async take(signal?: AbortSignal): Promise<WriterTurn> {
    this.#requireOutside()
    this.#group = null
    const { connectionTimeoutMillis } = this.#options
    const deadline = performance.now() + connectionTimeoutMillis
    const taken = this.#turns.take(connectionTimeoutMillis, signal)
    if (taken !== true && !(await taken)) {
      throw new SqliteBusy(
        connectionTimeoutMillis,
        this.#holder?.describe() ?? 'others were using it.',
      )
    }
    const end = () => this.#end()
    const turn = new WriterTurn(this.connection, { ...this.#options, deadline, end })
    this.#holder = turn
    return turn
  }

  /** Whether a single statement may be given to `write`. */
  shares(query: CompiledQuery): boolean {
    return this.#options.groupCommit && !this.#hasOwnState && mayShare(query)
  }

  /**
   * Executes a single statement, together with others that arrive in the same turn of the event
   * loop, or while the connection is taken. It is committed when the promise is resolved.
   *
   * @throws like `take`, and what the statement throws alone.
   */
  async write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#requireOutside()
    this.#group ??= this.#gather()
    try {
      return await this.#group.add<Row>(query)
    } catch (error) {
      // The group has executed it, but those who search for the cause need its caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  /**
   * Executes what has arrived, before the connection is closed. A session that has it is not
   * waited for, nor what waits for that.
   */
  async finish(): Promise<void> {
    // A group is executed once: what came later would wait for ever.
    this.#group = null
    while (!this.#turns.isFree && this.#holder instanceof WriteGroup) {
      await this.#holder.run()
      // The next one has the connection by then.
      await nextTurn()
    }
  }

  /** A group with a place in the queue. */
  #gather(): WriteGroup {
    const taken = this.#turns.take(null)
    const holder = taken === true ? null : () => this.#holder?.describe() ?? ''
    const group = new WriteGroup(this.connection, {
      ...this.#options,
      groupable: this.#groupable,
      holder,
    })
    const run = async () => {
      if (this.#group === group) this.#group = null
      this.#holder = group
      await group.run()
      this.#end()
    }
    if (taken === true) {
      this.#holder = group
      // Writes that arrive in this turn of the event loop, such as those of other requests, join
      // the group.
      setImmediate(run)
    } else void taken.then(run)
    return group
  }

  #end(): void {
    this.#hasOwnState = this.connection.hasOwnState
    this.#turns.end()
  }

  #requireOutside(): void {
    const { isFree } = this.#turns
    const holder = this.#holder
    if (!isFree && holder instanceof WriterTurn && holder.isOwn) throw new OutsideOwnTransaction()
  }
}
