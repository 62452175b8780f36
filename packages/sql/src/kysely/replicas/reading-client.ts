import type { LogPosition } from './log-position.ts'
import type { PrimaryLog } from './primary-log.ts'
import type { Replica } from './replica.ts'

/** Milliseconds after a write for which a client reads from the primary without more ado. */
const settleMillis = 20

/** Milliseconds that a request waits for a replica when its client leaves the primary. */
const patienceMillis = 100

/** Milliseconds until a client that could not leave the primary tries again. */
const againMillis = 1000

/**
 * Where the requests of one client read. None reads an older state than one that was answered
 * before: from a replica a client goes to the primary at any time, and from the primary only to a
 * replica that has replayed everything that the client may have seen.
 */
export class ReadingClient {
  readonly #log: PrimaryLog
  /** All of them, in this client's order: its requests in other processes prefer the same one. */
  readonly #replicas: readonly Replica[]
  #place: Replica | null
  /** The epoch of the replica when the client came to it. */
  #epoch: number | undefined
  #usedAt = performance.now()
  #leavesAt = 0
  #atPrimary = 0
  /** How many requests have ever been there. */
  #visits = 0
  #whenLeft: PromiseWithResolvers<void> | null = null
  #leaving: Promise<Replica | null> | null = null

  /** @param isFree whether it may begin at a replica: it has seen nothing that is not there. */
  constructor(log: PrimaryLog, replicas: readonly Replica[], isFree: boolean) {
    this.#log = log
    this.#replicas = replicas
    this.#place = isFree ? this.#first() : null
    this.#epoch = this.#place?.epoch
  }

  /** When it was used last: milliseconds of `performance.now()`. */
  get usedAt(): number {
    return this.#usedAt
  }

  /** Whether a request of it is at the primary, or waits for a replica. */
  get isBusy(): boolean {
    return this.#atPrimary > 0 || this.#leaving !== null
  }

  /**
   * The replica from which a request reads; null if it reads from the primary.
   *
   * @param needed the position of a write of this client in another process; null if unknown.
   */
  async placeFor(needed: LogPosition | null): Promise<Replica | null> {
    this.#usedAt = performance.now()
    const place = this.#place
    if (place !== null && place.fault === null && place.epoch === this.#epoch) {
      if (needed === null || place.hasReached(needed)) return place
    }
    this.#place = null
    if (this.#leaving === null && this.#usedAt < this.#leavesAt) return null
    this.#leaving ??= this.#leave().finally(() => {
      this.#leaving = null
    })
    return this.#leaving
  }

  /** A request reads from the primary, or writes. */
  enterPrimary(): void {
    this.#place = null
    this.#atPrimary++
    this.#visits++
  }

  /** It is over. @param hasWritten whether its client waits for a replica to replay that. */
  leavePrimary(hasWritten: boolean): void {
    this.#usedAt = performance.now()
    if (hasWritten) this.#leavesAt = Math.max(this.#leavesAt, this.#usedAt + settleMillis)
    if (--this.#atPrimary > 0) return
    this.#whenLeft?.resolve()
    this.#whenLeft = null
  }

  async #leave(): Promise<Replica | null> {
    const end = performance.now() + patienceMillis
    const replica = this.#first()
    const hasLeft = replica !== null && (await this.#left(patienceMillis))
    const visits = this.#visits
    this.#epoch = replica?.epoch
    const position = hasLeft ? await this.#log.now().catch(() => null) : null
    const hasReached =
      position !== null && (await replica?.reaches(position, end - performance.now()))
    // A request that has been at the primary meanwhile has seen more, or has written.
    this.#place = hasReached && this.#visits === visits ? replica : null
    if (this.#place === null) this.#leavesAt = performance.now() + againMillis
    return this.#place
  }

  /** Waits until none of its requests is at the primary. False if that takes longer. */
  async #left(millis: number): Promise<boolean> {
    if (this.#atPrimary === 0) return true
    this.#whenLeft ??= Promise.withResolvers<void>()
    const timeOut = Promise.withResolvers<void>()
    const timer = setTimeout(timeOut.resolve, millis)
    await Promise.race([this.#whenLeft.promise, timeOut.promise])
    clearTimeout(timer)
    return this.#atPrimary === 0
  }

  #first(): Replica | null {
    return this.#replicas.find(({ fault }) => fault === null) ?? null
  }
}
