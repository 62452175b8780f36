import type { PostgresClient, PostgresClientClass, PostgresResult } from './client.ts'
import { PostgresSession, type Running, type SessionOptions } from './session.ts'
import type { PoolCounts } from './shared-dialect.ts'
import { TimeLimit } from './time-limit.ts'

export interface PostgresPoolOptions {
  /** The options of each `Client` of `pg`. */
  readonly client: object
  /** Maximum number of connections. */
  readonly max: number
  /** Milliseconds that a statement waits for a connection. 0: for ever. */
  readonly connectionTimeout: number
  /** Milliseconds that a statement waits for its answer. 0: for ever. */
  readonly queryTimeout: number
  /** Maximum number of statements that a connection keeps prepared. 0: none. */
  readonly maxPrepared: number
}

/** Milliseconds after which a connection that nobody uses is closed. */
const idleTimeout = 10_000

/** Something that waits for a connection. */
interface Waiting {
  resolve(session: PostgresSession): void
  reject(error: unknown): void
}

/**
 * The connections of a database, opened on demand. Unlike the pool of `pg`, it hands over an idle
 * connection at once, and has one timer for all that wait.
 */
export class PostgresPool implements PoolCounts {
  readonly options: { readonly max: number }
  readonly #Client: PostgresClientClass
  readonly #options: PostgresPoolOptions
  readonly #sessionOptions: SessionOptions
  /** Those open, and those that are being opened. */
  #count = 0
  /** The last one is the one that was used last. */
  readonly #idle: PostgresSession[] = []
  readonly #idleTimes = new TimeLimit<PostgresSession>(idleTimeout, (session) => {
    this.#idle.splice(this.#idle.indexOf(session), 1)
    this.#close(session)
  })
  readonly #waiting: TimeLimit<Waiting>
  #isEnding = false
  readonly #ended = Promise.withResolvers<void>()

  constructor(Client: PostgresClientClass, options: PostgresPoolOptions) {
    this.#Client = Client
    this.#options = options
    this.options = { max: options.max }
    this.#sessionOptions = {
      maxPrepared: options.maxPrepared,
      preparing: { isPossible: true },
      running: new TimeLimit<Running>(options.queryTimeout, (statement) => statement.timeOut()),
      release: (session, destroy) => this.#release(session, destroy),
    }
    this.#waiting = new TimeLimit(options.connectionTimeout, ({ reject }) =>
      reject(new Error('timeout exceeded when trying to connect')),
    )
  }

  get total(): number {
    return this.#count
  }

  get idle(): number {
    return this.#idle.length
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** An idle connection, or null. */
  take(): PostgresSession | null {
    const session = this.#isEnding ? undefined : this.#idle.pop()
    if (session === undefined) return null
    this.#idleTimes.delete(session)
    return session
  }

  async connect(): Promise<PostgresSession> {
    if (this.#isEnding) throw new Error('Cannot use a pool after calling end on the pool')
    const idle = this.take()
    if (idle !== null) return idle
    if (this.#count < this.#options.max) return this.#open()

    const waiting = Promise.withResolvers<PostgresSession>()
    this.#waiting.add(waiting)
    return waiting.promise
  }

  /** Waits until all connections are given back and closed. */
  async end(): Promise<void> {
    this.#isEnding = true
    for (const session of this.#idle.splice(0)) {
      this.#idleTimes.delete(session)
      this.#close(session)
    }
    if (this.#count === 0) this.#ended.resolve()
    await this.#ended.promise
  }

  async #open(): Promise<PostgresSession> {
    this.#count++
    const client = new this.#Client(this.#options.client as never)
    try {
      return await this.#prepared(client)
    } catch (error) {
      client.end().catch(() => {})
      this.#closed()
      throw error
    }
  }

  async #prepared(client: PostgresClient): Promise<PostgresSession> {
    // Without a listener, an error of the connection would end the process.
    client.on('error', () => {})
    await new Promise<void>((resolve, reject) => {
      client.connect((error) => (error ? reject(error) : resolve()))
    })
    const isDirect = await this.#begin(client)
    const session = new PostgresSession(client, isDirect, this.#sessionOptions)
    client.on('end', () => this.#lose(session))
    client.on('error', () => this.#lose(session))
    return session
  }

  /** @returns whether there is no pooler in between. */
  #begin(client: PostgresClient): Promise<boolean> {
    const { running } = this.#sessionOptions
    return new Promise((resolve, reject) => {
      const statement: Running = { timeOut: () => reject(new Error('Query read timeout')) }
      running.add(statement)
      client.query(beginning, [], (error, results) => {
        running.delete(statement)
        if (error) reject(error)
        else resolve(isProcess(client.processID, results))
      })
    })
  }

  #release(session: PostgresSession, destroy: boolean): void {
    if (destroy || this.#isEnding || session.isSpoilt || session.isLost) {
      this.#close(session)
      return
    }
    const next = this.#waiting.oldest
    if (next !== undefined) {
      this.#waiting.delete(next)
      next.resolve(session)
    } else {
      this.#idle.push(session)
      this.#idleTimes.add(session)
    }
  }

  /** The server has closed the connection. */
  #lose(session: PostgresSession): void {
    session.isLost = true
    const index = this.#idle.indexOf(session)
    if (index < 0) return
    this.#idle.splice(index, 1)
    this.#idleTimes.delete(session)
    this.#close(session)
  }

  #close(session: PostgresSession): void {
    session.end()
    this.#closed()
  }

  #closed(): void {
    this.#count--
    if (this.#isEnding) {
      if (this.#count === 0) this.#ended.resolve()
      return
    }
    const next = this.#waiting.oldest
    if (next === undefined) return
    this.#waiting.delete(next)
    this.#open().then(next.resolve, next.reject)
  }
}

/**
 * A role or a database may be configured to round numbers and to write dates in a national style,
 * which cannot be parsed exactly. Cursors contain the server's text. The process of the server
 * shows whether there is a pooler in between.
 */
const beginning =
  "set extra_float_digits = 3; set datestyle = 'ISO'; select pg_backend_pid() as process"

function isProcess(expected: number | null, results: PostgresResult): boolean {
  const [row] = (results as unknown as PostgresResult[]).at(-1)?.rows ?? []
  return Number((row as { process?: unknown } | undefined)?.process) === expected
}
