import { inMemory } from '../../caching/memory-stores.ts'
import { ServiceUnavailable } from '../../errors/exceptions.ts'
import { knownOptions } from '../../errors/known-options.ts'
import { wholeNumber } from '../../rules/whole-number.ts'
import { sha256Base64Url } from '../syntax/sha256.ts'
import type { ReplayStore } from './replay-store.ts'

export interface MemoryReplayStoreOptions {
  /**
   * Maximum number of ids to remember, about 200 bytes each. When so many have not expired yet,
   * further ones are answered with 503: forgetting one would let its message be replayed. Default
   * 200,000.
   */
  maxIds?: number
  /** A monotonic clock in seconds, from any start. Default the process's own. */
  now?: () => number
}

export const memoryReplayStoreOptions = knownOptions<MemoryReplayStoreOptions>(
  'memoryReplayStore()',
  {
    maxIds: wholeNumber({ least: 1 }),
    now: 'optional',
  },
)

/**
 * Remembers ids in the memory of this process. Other processes do not know them: with several, a
 * message can be replayed once to each of the others.
 */
export function memoryReplayStore(options: MemoryReplayStoreOptions = {}): ReplayStore {
  memoryReplayStoreOptions.require(options)
  const { maxIds = 200_000, now = () => performance.now() / 1000 } = options
  /** When each one expires, by digest. */
  const expiries = new Map<string, number>()
  /** The digests by the second after which they have expired. */
  const bySecond = new Map<number, string[]>()
  let cleaned = Number.NEGATIVE_INFINITY

  /** Once a second, so that it costs each id the same however many there are. */
  function forgetExpired(moment: number): void {
    if (Math.floor(moment) === cleaned) return
    cleaned = Math.floor(moment)
    for (const [second, digests] of bySecond) {
      if (second > moment) continue
      bySecond.delete(second)
      // One that was remembered again since then has a later expiry.
      for (const digest of digests) {
        if ((expiries.get(digest) ?? 0) <= moment) expiries.delete(digest)
      }
    }
  }

  const store: ReplayStore = {
    remember(id, seconds) {
      const moment = now()
      forgetExpired(moment)
      const digest = sha256Base64Url(id)
      const expiry = expiries.get(digest)
      if (expiry !== undefined && expiry > moment) return false
      if (expiries.size >= maxIds) throw new ServiceUnavailable()

      const second = Math.ceil(moment + seconds)
      expiries.set(digest, moment + seconds)
      const digests = bySecond.get(second)
      if (digests === undefined) bySecond.set(second, [digest])
      else digests.push(digest)
      return true
    },
  }
  return inMemory(store)
}
