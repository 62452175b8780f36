import { knownOptions } from '../../errors/known-options.ts'
import type { PasswordHasher, PasswordWork } from './password-hasher.ts'

/** Makes every refusal cost as much as the dearest one, so its time does not reveal the reason. */
export interface RefusalWork {
  /**
   * Does what the refusal still lacks.
   *
   * @param hash the hash that the password was compared with. Null if a new hash was made instead.
   */
  complete(hash: string | null): Promise<void>
}

export interface RefusalWorkOptions {
  /** Some of the stored hashes. Absent if all of them are of the hasher's own form. */
  stored?: () => Promise<readonly string[]>
  /** A monotonic clock in seconds, from any start. Default the process's own. */
  now?: () => number
}

const refusalWorkOptions = knownOptions<RefusalWorkOptions>('refusalWork()', {
  stored: 'optional',
  now: 'optional',
})

/** After this time the store is asked again: another service may write other forms. */
const maxAgeSeconds = 3600

/**
 * A refusal does the work of a new hash, and of the dearest stored hash of each kind. Work of
 * different kinds cannot be compared without a clock, so none replaces another.
 *
 * The store is asked at the first refusal. A form that its answer lacked counts from the first
 * refusal of a user who has it.
 */
export function refusalWork(hasher: PasswordHasher, options: RefusalWorkOptions = {}): RefusalWork {
  refusalWorkOptions.require(options)
  const { stored, now = () => performance.now() / 1000 } = options
  const dearest = new Map<string, PasswordWork>()
  let asking: Promise<void> | null = null
  let askedAt = 0

  function learn(hash: string | null): PasswordWork | null {
    const work = hasher.workOf?.(hash) ?? null
    if (work !== null && work.units > (dearest.get(work.kind)?.units ?? 0)) {
      dearest.set(work.kind, work)
    }
    return work
  }

  async function ask(): Promise<void> {
    const hashes = (await stored?.()) ?? []
    for (const hash of [null, ...hashes]) learn(hash)
  }

  function asked(): Promise<void> {
    if (asking !== null && now() - askedAt < maxAgeSeconds) return asking
    askedAt = now()
    const current = ask().catch((error: unknown) => {
      if (asking === current) asking = null
      throw error
    })
    asking = current
    return current
  }

  return {
    async complete(hash) {
      if (hasher.workOf === undefined) return
      await asked()
      const done = learn(hash)
      for (const work of [...dearest.values()]) {
        const missing = work.units - (work.kind === done?.kind ? done.units : 0)
        if (missing > 0) await work.spend(missing)
      }
    },
  }
}
