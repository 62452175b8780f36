/**
 * Entries that may stay for the same time each. They share one timer: a timer for each statement of
 * a database costs as much as sending it.
 */
export class TimeLimit<Entry> {
  readonly #milliseconds: number
  readonly #expire: (entry: Entry) => void
  /**
   * The oldest first. They are few. A `Map` would get a new table after some deletions, and V8
   * keeps what the old ones had, here the rows of statements, until the next full collection.
   */
  readonly #entries: { readonly entry: Entry; readonly since: number }[] = []
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
    this.#entries.push({ entry, since: this.#milliseconds === 0 ? 0 : performance.now() })
    if (this.#timer === undefined && this.#milliseconds > 0) this.#wait(this.#milliseconds)
  }

  /** @returns whether it was there. */
  delete(entry: Entry): boolean {
    const index = this.#entries.findIndex((added) => added.entry === entry)
    if (index < 0) return false
    this.#entries.splice(index, 1)
    return true
  }

  get size(): number {
    return this.#entries.length
  }

  /** The oldest entry; undefined if there is none. */
  get oldest(): Entry | undefined {
    return this.#entries[0]?.entry
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#expireOldest(), milliseconds)
    // The awaited answer holds the process by its socket.
    this.#timer.unref()
  }

  #expireOldest(): void {
    this.#timer = undefined
    const now = performance.now()
    for (let first = this.#entries[0]; first !== undefined; first = this.#entries[0]) {
      const left = first.since + this.#milliseconds - now
      if (left > 0) {
        this.#wait(left)
        return
      }
      this.#expire(first.entry)
      this.delete(first.entry)
    }
  }
}
