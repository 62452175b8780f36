import type { RedisClient, ScriptOptions } from './client.ts'
import type { Place } from './place.ts'

/** A client that can send any command. */
interface CommandClient extends RedisClient {
  sendCommand(command: readonly string[]): Promise<unknown>
}

/** Milliseconds that a sentinel has to say where the primary is. */
const answerMs = 500

/**
 * A client of the primary that sentinels name when it connects. It follows no later change: the
 * primary that is replaced is lost, or refuses writes, and then `openRedis` makes a new client.
 */
export class SentinelClient implements RedisClient {
  readonly #place: Place
  readonly #clientFor: (url: string) => CommandClient
  readonly #listeners: ((error: Error) => void)[] = []
  #primary: RedisClient | null = null
  #isDestroyed = false

  /** @param clientFor a client for a URL, not connected yet. */
  constructor(place: Place, clientFor: (url: string) => CommandClient) {
    this.#place = place
    this.#clientFor = clientFor
  }

  /** @throws Error when no sentinel knows the primary, or that does not answer. */
  async connect(): Promise<void> {
    const primary = this.#clientFor(await this.#primaryUrl())
    for (const listener of this.#listeners) primary.on('error', listener)
    if (this.#isDestroyed) return
    this.#primary = primary
    await primary.connect()
  }

  destroy(): void {
    this.#isDestroyed = true
    this.#primary?.destroy()
  }

  on(_event: 'error', listener: (error: Error) => void): void {
    this.#listeners.push(listener)
    this.#primary?.on('error', listener)
  }

  eval(script: string, options: ScriptOptions): Promise<unknown> {
    return this.#connected().eval(script, options)
  }

  evalSha(sha1: string, options: ScriptOptions): Promise<unknown> {
    return this.#connected().evalSha(sha1, options)
  }

  #connected(): RedisClient {
    if (this.#primary === null) throw new Error('The client is not connected.')
    return this.#primary
  }

  /** The URL of the primary, from the first sentinel that knows it. */
  async #primaryUrl(): Promise<string> {
    const failures: string[] = []
    for (const url of this.#place.urls) {
      try {
        return await this.#ask(url)
      } catch (error) {
        failures.push(`${url}: ${messageOf(error)}`)
      }
    }
    throw new Error(`No sentinel knows the primary ${this.#place.name}. ${failures.join('; ')}.`)
  }

  async #ask(url: string): Promise<string> {
    const { name, username, password, tls, database } = this.#place
    const sentinel = this.#clientFor(url)
    sentinel.on('error', () => {})
    try {
      const reply = await Promise.race([place(sentinel, name), silence()])
      const [host, port] = Array.isArray(reply) ? reply : []
      if (typeof host !== 'string') throw new Error('it does not know it')
      const user = username || password ? `${encode(username)}:${encode(password)}@` : ''
      const written = host.includes(':') ? `[${host}]` : host
      return `${tls ? 'rediss' : 'redis'}://${user}${written}:${port}${database}`
    } finally {
      try {
        sentinel.destroy()
      } catch {
        // It was never connected.
      }
    }
  }
}

async function place(sentinel: CommandClient, name: string): Promise<unknown> {
  await sentinel.connect()
  return sentinel.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name])
}

const silence = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${answerMs} ms`)), answerMs).unref()
  })

const encode = encodeURIComponent

/** Errors of several addresses have a code and no message. */
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
