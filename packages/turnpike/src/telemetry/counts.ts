/**
 * The counts that this process keeps all the time, for metrics: adding one costs nothing that could
 * be measured. Objects that come and go share the counts of their name, which therefore only grow.
 */
export interface CacheCounts {
  hits: number
  misses: number
  evictions: number
}

const caches = new Map<string, CacheCounts>()

/** The counts of all caches of a name: `list pages`. */
export function cacheCounts(name: string): CacheCounts {
  const counts = caches.get(name) ?? { hits: 0, misses: 0, evictions: 0 }
  caches.set(name, counts)
  return counts
}

/** The counts of all caches, by name. */
export const allCacheCounts: ReadonlyMap<string, CacheCounts> = caches

/** Passwords that are being hashed, and those that wait for it. */
export const passwordHashes = { running: 0, waiting: 0 }

/** The requests that were refused before an app could see them, by status. */
export const refusedEarly = new Map<number, number>()

export function countRefusedEarly(status: number): void {
  refusedEarly.set(status, (refusedEarly.get(status) ?? 0) + 1)
}
