import { describe, expect, it } from 'vitest'
import type { PasswordHasher } from '../../../src/accounts/passwords/password-hasher.ts'
import { refusalWork } from '../../../src/accounts/passwords/refusal-work.ts'
import { verifyPassword } from '../../../src/kit/index.ts'

/** Hashes such as `scrypt:5`: of a kind, and so many units. A new one is `current:3`. */
function countingHasher() {
  const done: Record<string, number> = {}
  const add = (kind: string, units: number) => {
    done[kind] = (done[kind] ?? 0) + units
  }
  const partsOf = (hash: string | null): [string, number] => {
    const [kind = '', units] = (hash ?? 'current:3').split(':')
    return [kind, Number(units)]
  }
  const hasher: PasswordHasher = {
    async hash() {
      add('current', 3)
      return 'current:3'
    },
    async verify(_, hash) {
      add(...partsOf(hash))
      return false
    },
    needsRehash: () => false,
    workOf(hash) {
      const [kind, units] = partsOf(hash)
      return { kind, units, spend: async (more) => add(kind, more) }
    },
  }
  return { hasher, done }
}

/** What refusals of these hashes take, one after the other. Null: an unknown user. */
async function worksOf(refused: readonly (string | null)[], stored: () => Promise<string[]>) {
  const { hasher, done } = countingHasher()
  const refusals = refusalWork(hasher, { stored })
  const works: Record<string, number>[] = []
  for (const hash of refused) {
    for (const kind of Object.keys(done)) delete done[kind]
    await verifyPassword(hasher, 'wrong', hash, undefined, refusals)
    works.push({ ...done })
  }
  return works
}

describe('the work of a refusal', () => {
  it('an unknown user costs the dearest stored form of each kind, like every user', async () => {
    const stored = ['old:1', 'old:8', 'other:2', 'current:1']

    const works = await worksOf([null, ...stored], async () => stored)

    expect(works).toEqual(Array(5).fill({ current: 3, old: 8, other: 2 }))
  })

  it('a form dearer than all that were read counts from the first refusal of its user', async () => {
    const works = await worksOf([null, 'old:9', null, 'old:1'], async () => ['old:1'])

    expect(works.slice(1)).toEqual(Array(3).fill({ current: 3, old: 9 }))
  })

  it('the store is asked once in an hour, and again after it failed', async () => {
    let asked = 0
    let seconds = 0
    const stored = async () => {
      asked++
      if (asked === 1) throw new Error('The database is away.')
      return []
    }
    const refusals = refusalWork(countingHasher().hasher, { stored, now: () => seconds })

    await expect(refusals.complete(null)).rejects.toThrow('The database is away.')
    await Promise.all([refusals.complete(null), refusals.complete('old:1')])
    seconds = 3599
    await refusals.complete(null)
    expect(asked).toBe(2)

    seconds = 3601
    await refusals.complete(null)
    expect(asked).toBe(3)
  })
})
