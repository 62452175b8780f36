import { withoutPassword } from 'turnpike/kit'
import { within } from '../patience.ts'
import type { CommandClient } from './client.ts'

/**
 * Milliseconds that a sentinel has to answer, beyond which the others decide. Less than the timeout
 * of an attempt to connect.
 */
const answerMs = 1000

/** The sentinels that know where a primary is. Their connections stay open between questions. */
export class Sentinels {
  readonly #name: string
  readonly #sentinels: readonly Sentinel[]

  /**
   * @param name of the primary at the sentinels.
   * @param clientFor a client for a URL, not connected yet.
   */
  constructor(name: string, urls: readonly string[], clientFor: (url: string) => CommandClient) {
    this.#name = name
    this.#sentinels = urls.map((url) => new Sentinel(url, clientFor))
  }

  /**
   * The address of the primary, `10.0.0.1:6379`, as soon as more than half of the sentinels agree.
   * One that is cut off from the others may still name an earlier primary. If fewer answer, the
   * address that most of them name.
   *
   * @throws Error when none of them knows the primary, with what each of them says.
   */
  async primary(): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const votes = new Map<string, number>()
    const asked = this.#sentinels.map(async (sentinel) => {
      const address = await sentinel.primaryOf(this.#name)
      const count = (votes.get(address) ?? 0) + 1
      votes.set(address, count)
      if (count > this.#sentinels.length / 2) resolve(address)
    })
    void Promise.allSettled(asked).then((outcomes) => {
      const [most] = [...votes].sort(([, one], [, other]) => other - one)
      if (most !== undefined) return resolve(most[0])
      const reasons = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [messageOf(outcome.reason)] : [],
      )
      reject(new Error(`No sentinel knows the primary ${this.#name}. ${reasons.join('; ')}.`))
    })
    return promise
  }

  /** Closes their connections. Pending questions fail. */
  close(): void {
    for (const sentinel of this.#sentinels) sentinel.close()
  }
}

class Sentinel {
  readonly #url: string
  readonly #clientFor: (url: string) => CommandClient
  /** Null until it is asked, and after a failure. */
  #client: CommandClient | null = null

  constructor(url: string, clientFor: (url: string) => CommandClient) {
    this.#url = url
    this.#clientFor = clientFor
  }

  /** @throws Error with its URL when it does not answer in time, or does not know the name. */
  async primaryOf(name: string): Promise<string> {
    try {
      const reply = await within(answerMs, this.#ask(name))
      const [host, port] = Array.isArray(reply) ? reply : []
      if (typeof host !== 'string') throw new Error('it does not know it')
      return `${host.includes(':') ? `[${host}]` : host}:${port}`
    } catch (error) {
      this.close()
      throw new Error(`${withoutPassword(this.#url)}: ${messageOf(error)}`, { cause: error })
    }
  }

  close(): void {
    const client = this.#client
    this.#client = null
    try {
      client?.destroy()
    } catch {
      // It was never connected.
    }
  }

  async #ask(name: string): Promise<unknown> {
    const client = this.#client ?? (await this.#connect())
    return client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name])
  }

  async #connect(): Promise<CommandClient> {
    const client = this.#clientFor(this.#url)
    this.#client = client
    // The next question fails then, which is enough.
    client.on('error', () => {})
    await client.connect()
    return client
  }
}

/** Errors of several addresses have a code and no message. */
const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
