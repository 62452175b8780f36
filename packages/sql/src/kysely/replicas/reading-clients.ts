import { Lru } from 'turnpike/kit'
import type { PrimaryLog } from './primary-log.ts'
import { ReadingClient } from './reading-client.ts'
import type { Replica } from './replica.ts'

/** Maximum number of clients whose places are remembered. */
const maxClients = 100_000

/** The clients of a process, each with the place where it reads. */
export class ReadingClients {
  readonly #log: PrimaryLog
  readonly #replicas: readonly Replica[]
  /** After that time every replica that is used has what a client has seen. */
  readonly #maxLagMillis: number
  readonly #clients = new Lru<string, ReadingClient>({ max: maxClients })
  #forgottenAt = Number.NEGATIVE_INFINITY

  constructor(log: PrimaryLog, replicas: readonly Replica[], maxLagMillis: number) {
    this.#log = log
    this.#replicas = replicas
    this.#maxLagMillis = maxLagMillis
  }

  /** @param client identifies it: a user, or the address of a client who is not signed in. */
  of(client: string): ReadingClient {
    const known = this.#clients.get(client)
    if (known !== undefined && (known.isBusy || !this.#isOld(known.usedAt))) return known

    // The one that makes room may have seen more than the replicas have.
    if (known === undefined && this.#clients.size === maxClients) {
      this.#forgottenAt = performance.now()
    }
    const reader = new ReadingClient(
      this.#log,
      this.#inOrderOf(client),
      this.#isOld(this.#forgottenAt),
    )
    this.#clients.set(client, reader)
    return reader
  }

  #isOld(time: number): boolean {
    return performance.now() - time > this.#maxLagMillis
  }

  /** All processes spread their clients over the replicas in the same way (rendezvous hashing). */
  #inOrderOf(client: string): readonly Replica[] {
    if (this.#replicas.length === 1) return this.#replicas
    return this.#replicas
      .map((replica) => ({ replica, weight: hashOf(`${replica.name} ${client}`) }))
      .sort((one, other) => other.weight - one.weight)
      .map(({ replica }) => replica)
  }
}

/**
 * FNV-1a with the finish of MurmurHash3, 32 bits. Without that, names that are much alike have the
 * same order for most clients.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
