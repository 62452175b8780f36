import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandClient, RedisClient, ScriptOptions } from './client.ts'
import type { Place } from './place.ts'
import { Sentinels } from './sentinels.ts'

/** Milliseconds between two questions whether the primary is still the same. */
const watchMs = 1000

/**
 * A client of the primary that sentinels name when it connects. When they name another one, it
 * reports that as an error and closes, and `openRedis` makes a new client.
 */
export class SentinelClient implements RedisClient {
  readonly #place: Place
  readonly #clientFor: (url: string) => CommandClient
  readonly #sentinels: Sentinels
  readonly #listeners: ((error: Error) => void)[] = []
  readonly #closing = new AbortController()
  #primary: RedisClient | null = null

  /** @param clientFor a client for a URL, not connected yet. */
  constructor(place: Place, clientFor: (url: string) => CommandClient) {
    this.#place = place
    this.#clientFor = clientFor
    this.#sentinels = new Sentinels(place.name, place.urls, clientFor)
  }

  /** @throws Error when no sentinel knows the primary, or that does not answer. */
  async connect(): Promise<void> {
    const address = await this.#sentinels.primary()
    if (this.#closing.signal.aborted) return
    const primary = this.#clientFor(primaryUrl(this.#place, address))
    for (const listener of this.#listeners) primary.on('error', listener)
    this.#primary = primary
    void this.#watch(address)
    await primary.connect()
  }

  destroy(): void {
    if (this.#closing.signal.aborted) return
    this.#closing.abort()
    this.#sentinels.close()
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

  /**
   * A primary that hangs while it is replaced, and goes on, does not know of it for some seconds:
   * ended sessions would be valid there. If no sentinel answers, the primary is kept.
   */
  async #watch(address: string): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await sleep(watchMs, null, { ref: false, signal }).catch(() => {})
      if (signal.aborted) return
      const named = await this.#sentinels.primary().catch(() => address)
      if (named !== address && !signal.aborted) this.#leave(named)
    }
  }

  #leave(named: string): void {
    const error = new Error(`The sentinels name another primary: ${named}.`)
    for (const listener of this.#listeners) listener(error)
    try {
      // An attempt to connect that still waits fails then.
      this.destroy()
    } catch {
      // It was never connected.
    }
  }
}

function primaryUrl({ username, password, tls, database }: Place, address: string): string {
  const [user, secret] = [username, password].map(encodeURIComponent)
  const credentials = user || secret ? `${user}:${secret}@` : ''
  return `${tls ? 'rediss' : 'redis'}://${credentials}${address}${database}`
}
