/**
 * Entries that may stay for the same time each. They share one timer: a timer for each statement of
 * a database costs as much as sending it.
 */
export class TimeLimit<Entry> {
  readonly #milliseconds: number
  readonly #expire: (entry: Entry) => void
  /** When each was added, the oldest first. */
  readonly #since = new Map<Entry, number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * @param milliseconds 0: no limit.
   * @param expire called for an entry that is still there after that time.
   */
  constructor(milliseconds: number, expire: (entry: Entry) => void) {
    this.#milliseconds = milliseconds
    this.#expire = expire
  }

  add(entry: Entry): void {
    this.#since.set(entry, this.#milliseconds === 0 ? 0 : performance.now())
    if (this.#timer === undefined && this.#milliseconds > 0) this.#wait(this.#milliseconds)
  }

  /** @returns whether it was there. */
  delete(entry: Entry): boolean {
    return this.#since.delete(entry)
  }

  get size(): number {
    return this.#since.size
  }

  /** The oldest entry; undefined if there is none. */
  get oldest(): Entry | undefined {
    return this.#since.keys().next().value
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#expireOldest(), milliseconds)
    // The awaited answer holds the process by its socket.
    this.#timer.unref()
  }

  #expireOldest(): void {
    this.#timer = undefined
    const now = performance.now()
    for (const [entry, since] of this.#since) {
      const left = since + this.#milliseconds - now
      if (left > 0) {
        this.#wait(left)
        return
      }
      this.#expire(entry)
      this.#since.delete(entry)
    }
  }
}
