import type { PostgresClientClass } from './client.ts'
import { begin } from './servers/begin.ts'
import { type RequiredRole, requireRole, Servers } from './servers/servers.ts'
import { PostgresSession, type Running, type SessionOptions } from './session.ts'
import type { PoolCounts } from './shared-dialect.ts'
import { TimeLimit } from './time-limit.ts'

export interface PostgresPoolOptions {
  /** The servers of the database, in the order in which they are tried. */
  readonly servers: readonly PostgresServer[]
  /** What a server must be to be used. */
  readonly role: RequiredRole
  /** Maximum number of connections. */
  readonly max: number
  /** Milliseconds that a statement waits for a connection. 0: for ever. */
  readonly connectionTimeout: number
  /** Milliseconds that a statement waits for its answer. 0: for ever. */
  readonly queryTimeout: number
  /** Maximum number of statements that a connection keeps prepared. 0: none. */
  readonly maxPrepared: number
}

export interface PostgresServer {
  /** For messages. */
  readonly host: string
  /** The options of each `Client` of `pg`. */
  readonly client: object
}

/** Milliseconds after which a connection that nobody uses is closed. */
const idleTimeout = 10_000

/** Something that waits for a connection. */
interface Waiting {
  resolve(session: PostgresSession): void
  reject(error: unknown): void
}

const poolEnded = () => new Error('Cannot use a pool after calling end on the pool')

/**
 * The connections of a database, opened on demand. Unlike the pool of `pg`, it hands over an idle
 * connection at once, and has one timer for all that wait.
 */
export class PostgresPool implements PoolCounts {
  readonly options: { readonly max: number }
  readonly #Client: PostgresClientClass
  readonly #options: PostgresPoolOptions
  readonly #servers: Servers<PostgresServer>
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
    this.#servers = new Servers(options.servers)
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
    if (this.#isEnding) throw poolEnded()
    const idle = this.take()
    if (idle !== null) return idle
    if (this.#count < this.#options.max) return this.#open()

    const waiting = Promise.withResolvers<PostgresSession>()
    this.#waiting.add(waiting)
    return waiting.promise
  }

  /**
   * Waits until all connections are given back and closed. Statements that wait for one are
   * rejected.
   */
  async end(): Promise<void> {
    this.#isEnding = true
    for (let next = this.#waiting.oldest; next !== undefined; next = this.#waiting.oldest) {
      this.#waiting.delete(next)
      next.reject(poolEnded())
    }
    for (const session of this.#idle.splice(0)) {
      this.#idleTimes.delete(session)
      this.#close(session)
    }
    if (this.#count === 0) this.#ended.resolve()
    await this.#ended.promise
  }

  async #open(): Promise<PostgresSession> {
    this.#count++
    try {
      return await this.#servers.connect(({ client }) => this.#connect(client))
    } catch (error) {
      this.#closed()
      throw error
    }
  }

  async #connect(options: object): Promise<PostgresSession> {
    const client = new this.#Client(options as never)
    try {
      // Without a listener, an error of the connection would end the process.
      client.on('error', () => {})
      await new Promise<void>((resolve, reject) => {
        client.connect((error) => (error ? reject(error) : resolve()))
      })
      const server = await begin(client, this.#sessionOptions.running)
      requireRole(this.#options.role, server)
      const session = new PostgresSession(client, server.isDirect, this.#sessionOptions)
      client.on('end', () => this.#lose(session))
      client.on('error', () => this.#lose(session))
      return session
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
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
