import { inMemory } from '../caching/memory-stores.ts'
import { ServiceUnavailable } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import type { IdempotencyStore, KeptWork } from './idempotency-store.ts'

export interface MemoryIdempotencyStoreOptions {
  /**
   * Maximum number of characters of the answers, with 300 for each key. When so many have not
   * expired yet, further keys are answered with 503: forgetting one would let its work be done
   * twice. Default 33,554,432.
   */
  maxLength?: number
  /** A monotonic clock in seconds, from any start. Default the process's own. */
  now?: () => number
}

export const memoryIdempotencyStoreOptions = knownOptions<MemoryIdempotencyStoreOptions>(
  'memoryIdempotencyStore()',
  {
    maxLength: wholeNumber({ least: 1, of: 'characters' }),
    now: 'optional',
  },
)

/** A key under way has no work yet. */
interface Entry {
  readonly claim: string
  readonly work: KeptWork | null
  readonly expiry: number
}

/** So many expired keys are forgotten with each new one. */
const forgottenAtOnce = 10

/**
 * Keeps keys and answers in the memory of this process. Other processes do not know them, and a
 * restart forgets them: repeats are then carried out again.
 */
export function memoryIdempotencyStore(
  options: MemoryIdempotencyStoreOptions = {},
): IdempotencyStore {
  memoryIdempotencyStoreOptions.require(options)
  const { maxLength = 32 * 1024 * 1024, now = () => performance.now() / 1000 } = options
  /** In the order of their expiry, if all are kept equally long. */
  const entries = new Map<string, Entry>()
  let length = 0
  let claims = 0
  let swept = Number.NEGATIVE_INFINITY

  const remove = (key: string) => {
    const entry = entries.get(key)
    if (entry !== undefined && entries.delete(key)) length -= lengthOf(entry)
  }
  const put = (key: string, entry: Entry) => {
    remove(key)
    entries.set(key, entry)
    length += lengthOf(entry)
  }
  const forgetExpired = (most: number) => {
    let seen = 0
    for (const [key, { expiry }] of entries) {
      if (seen++ === most) return
      if (expiry <= now()) remove(key)
    }
  }
  const requireRoom = () => {
    forgetExpired(forgottenAtOnce)
    if (length < maxLength) return
    // All of them once a second, since each request would otherwise look at them.
    if (now() - swept >= 1) {
      swept = now()
      forgetExpired(Number.POSITIVE_INFINITY)
    }
    if (length >= maxLength) throw new ServiceUnavailable()
  }

  const store: IdempotencyStore = {
    claim(key) {
      const entry = entries.get(key)
      if (entry !== undefined && entry.expiry > now()) {
        return entry.work === null ? { state: 'busy' } : { state: 'done', work: entry.work }
      }
      requireRoom()
      const claim = String(++claims)
      put(key, { claim, work: null, expiry: Number.POSITIVE_INFINITY })
      return { state: 'new', claim }
    },

    keep(key, claim, work, seconds) {
      if (entries.get(key)?.claim === claim) put(key, { claim, work, expiry: now() + seconds })
    },

    release(key, claim) {
      if (entries.get(key)?.claim === claim) remove(key)
    },
  }
  return inMemory(store)
}

const lengthOf = ({ work }: Entry): number => 300 + (work?.answer?.length ?? 0)
