export interface LruOptions<Key, Value> {
  /** The maximum total weight of the entries. 0: nothing is stored. */
  max: number
  /** The weight of an entry, which must not change. Default 1: `max` is a number of entries. */
  weightOf?: (key: Key, value: Value) => number
  /** Counts the evictions. Hits depend on the user: an entry may be outdated. Default none. */
  counts?: { evictions: number }
}

/**
 * A map with a limit: beyond it, the least recently used entries are evicted. Values are never
 * undefined.
 */
export class Lru<Key, Value> {
  readonly #max: number
  readonly #weightOf: (key: Key, value: Value) => number
  /** Least recently used first. */
  readonly #entries = new Map<Key, Value>()
  readonly #counts: { evictions: number } | undefined
  #weight = 0
  #latest: Key | undefined

  constructor({ max, weightOf = () => 1, counts }: LruOptions<Key, Value>) {
    this.#max = max
    this.#counts = counts
    this.#weightOf = weightOf
  }

  get size(): number {
    return this.#entries.size
  }

  /** The value, or undefined. Counts as a use. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined || key === this.#latest) return value

    this.#entries.delete(key)
    this.#entries.set(key, value)
    this.#latest = key
    return value
  }

  /** The value, or undefined. Does not count as a use. */
  peek(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  /** An entry that is heavier than the limit is not stored. */
  set(key: Key, value: Value): void {
    this.delete(key)
    const weight = this.#weightOf(key, value)
    if (weight > this.#max) return

    this.#entries.set(key, value)
    this.#latest = key
    this.#weight += weight
    for (const [oldest] of this.#entries) {
      if (this.#weight <= this.#max) break
      this.delete(oldest)
      if (this.#counts !== undefined) this.#counts.evictions++
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#weight -= this.#weightOf(key, value)
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }

  /** The entries, least recently used first. They may be deleted during the iteration. */
  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.#entries[Symbol.iterator]()
  }
}
