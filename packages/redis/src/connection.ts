import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'turnpike'
import type { RedisClient } from './clients/client.ts'
import { within } from './patience.ts'
import { type Redis, RedisUnavailable } from './redis.ts'
import { runScript } from './run-script.ts'

export interface ConnectionOptions {
  /** Its name in the log: the URL without its password. */
  readonly name: string
  /** The prefix of every key. */
  readonly prefix: string
  /** Milliseconds to wait for the reply to a command. */
  readonly timeoutMs: number
  readonly logger: Logger
  readonly createClient: () => RedisClient
}

/** A connection that is opened in the background, and again whenever it is lost. */
export class Connection implements Redis {
  readonly #options: ConnectionOptions
  readonly #closing = new AbortController()
  readonly #attempted = Promise.withResolvers<void>()
  /** The client in use; null while there is none. */
  #client: RedisClient | null = null
  #cause: unknown = new Error('Not connected yet.')
  #downSince: number | null = null

  constructor(options: ConnectionOptions) {
    this.#options = options
    void this.#connect()
  }

  get attempted(): Promise<void> {
    return this.#attempted.promise
  }

  get isUp(): boolean {
    return this.#client !== null
  }

  async run(script: string, key: string, args: readonly string[]): Promise<unknown> {
    const { prefix, timeoutMs } = this.#options
    const current = this.#client
    if (current === null) throw new RedisUnavailable({ cause: this.#cause })
    try {
      return await within(timeoutMs, runScript(current, script, prefix + key, args))
    } catch (error) {
      if (isAboutCommand(error)) throw error
      this.#lose(current, error)
      throw new RedisUnavailable({ cause: error })
    }
  }

  close(): void {
    this.#closing.abort()
    this.#attempted.resolve()
    if (this.#client !== null) void discard(this.#client)
    this.#client = null
  }

  async #connect(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      let candidate: RedisClient | null = null
      try {
        candidate = this.#createClient()
        await within(connectMs, ready(candidate, `${this.#options.prefix}probe`))
        if (signal.aborted) return discard(candidate)
        this.#client = candidate
        this.#logUp()
        return this.#attempted.resolve()
      } catch (error) {
        if (candidate !== null) void discard(candidate)
        this.#logDown(error)
        this.#attempted.resolve()
        await sleep(retryMs, null, { ref: false, signal }).catch(() => {})
      }
    }
  }

  #createClient(): RedisClient {
    const client = this.#options.createClient()
    // Without a listener, an error would end the process.
    client.on('error', (error) => this.#lose(client, error))
    return client
  }

  #lose(lost: RedisClient, error: unknown): void {
    if (this.#client !== lost) return
    this.#client = null
    void discard(lost)
    this.#logDown(error)
    void this.#connect()
  }

  #logDown(error: unknown): void {
    this.#cause = error
    if (this.#downSince !== null || this.#closing.signal.aborted) return
    this.#downSince = performance.now()
    const { name, logger } = this.#options
    logger.warn({ redis: name, err: error }, 'Redis does not answer.')
  }

  #logUp(): void {
    if (this.#downSince === null) return
    const downMs = Math.round(performance.now() - this.#downSince)
    this.#downSince = null
    const { name, logger } = this.#options
    logger.info({ redis: name, downMs }, 'Redis answers again.')
  }
}

/** Milliseconds between two attempts to connect, and the timeout of an attempt. */
const retryMs = 500
const connectMs = 2000

/**
 * A Redis that accepts a connection may still be loading, read-only or out of memory, so the probe
 * writes.
 */
async function ready(client: RedisClient, key: string): Promise<void> {
  await client.connect()
  await runScript(client, probe, key, [])
}

const probe = "return redis.call('SET', KEYS[1], '1', 'PX', 1000)"

/**
 * Whether Redis is well and rejected only this command. Before Redis 7 a script hides the reason.
 */
const isAboutCommand = (error: unknown): boolean =>
  error instanceof Error &&
  /^(ERR|WRONGTYPE) /.test(error.message) &&
  !/-(OOM|READONLY|MISCONF|LOADING|MASTERDOWN|NOREPLICAS)\b/.test(error.message)

/** `destroy` may throw when the client was never connected. */
async function discard(client: RedisClient): Promise<void> {
  try {
    await client.destroy()
  } catch {}
}
