import type { Sample } from './families.ts'

/**
 * Maximum number of combinations of labels of one name. What exceeds it is counted together, as
 * `_other`.
 */
const maxSeries = 2000

interface Counted<Labels extends string> {
  readonly labels: Record<Labels, string>
  value: number
  /** How many were observed in each bucket. Empty for a counter. */
  readonly buckets: number[]
}

/** Counts by labels. */
export class Series<Labels extends string> {
  readonly #samples = new Map<string, Counted<Labels>>()
  readonly #bounds: readonly number[] | null

  /** @param bounds those of a histogram. Null for a counter. */
  constructor(bounds: readonly number[] | null = null) {
    this.#bounds = bounds
  }

  /** Adds to a counter, or an observation to a histogram. */
  add(labels: Record<Labels, string>, value = 1): void {
    const sample = this.#at(labels)
    sample.value += value
    if (this.#bounds === null) return
    const place = this.#bounds.findIndex((bound) => value <= bound)
    const index = place < 0 ? this.#bounds.length : place
    sample.buckets[index] = (sample.buckets[index] ?? 0) + 1
  }

  get samples(): Sample[] {
    const bounds = this.#bounds
    return [...this.#samples.values()].map(({ labels, value, buckets }) =>
      bounds === null ? { labels, value } : { labels, value, bounds, buckets: [...buckets] },
    )
  }

  #at(labels: Record<Labels, string>): Counted<Labels> {
    const key = JSON.stringify(labels)
    const known = this.#samples.get(key)
    if (known !== undefined) return known
    const isFull = this.#samples.size >= maxSeries
    if (isFull && Object.values(labels).some((value) => value !== '_other')) {
      const names = Object.keys(labels) as Labels[]
      return this.#at(Object.fromEntries(names.map((name) => [name, '_other'])) as typeof labels)
    }
    const buckets = Array.from({ length: (this.#bounds?.length ?? -1) + 1 }, () => 0)
    const sample = { labels, value: 0, buckets }
    this.#samples.set(key, sample)
    return sample
  }
}
