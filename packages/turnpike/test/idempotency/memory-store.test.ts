import { describe, expect, it } from 'vitest'
import { memoryIdempotencyStore, ServiceUnavailable } from '../../src/index.ts'

describe('the idempotency store in memory', () => {
  const work = { fingerprint: 'f', answer: 'x'.repeat(700) }

  async function carryOut(store: ReturnType<typeof memoryIdempotencyStore>, key: string) {
    const claimed = await store.claim(key)
    if (claimed.state === 'new') await store.keep(key, claimed.claim, work, 60)
    return claimed.state
  }

  it('a full idempotency store answers 503 until keys expire, and forgets none', async () => {
    let now = 0
    const store = memoryIdempotencyStore({ maxLength: 3000, now: () => now })
    for (const key of ['a', 'b', 'c']) expect(await carryOut(store, key)).toBe('new')
    await expect(async () => store.claim('d')).rejects.toThrow(ServiceUnavailable)
    expect(await carryOut(store, 'a')).toBe('done')

    now = 60
    expect(await carryOut(store, 'd')).toBe('new')
    expect(await carryOut(store, 'a')).toBe('new')
  })

  it('a full idempotency store finds expired keys behind ones that are kept for longer', async () => {
    let now = 0
    const store = memoryIdempotencyStore({ maxLength: 30 * 300, now: () => now })
    for (let key = 0; key < 30; key++) {
      const claimed = await store.claim(`${key}`)
      if (claimed.state !== 'new') throw new Error('It is new.')
      const short = { fingerprint: 'f', answer: null }
      await store.keep(`${key}`, claimed.claim, short, key < 20 ? 1000 : 10)
    }
    await expect(async () => store.claim('new')).rejects.toThrow(ServiceUnavailable)
    now = 11
    expect((await store.claim('new')).state).toBe('new')
    expect((await store.claim('0')).state).toBe('done')
  })

  it('a full idempotency store finds them also while more requests come than one a second', async () => {
    let now = 0
    const store = memoryIdempotencyStore({ maxLength: 30 * 300, now: () => now })
    for (let key = 0; key < 30; key++) {
      const claimed = await store.claim(`${key}`)
      if (claimed.state !== 'new') throw new Error('It is new.')
      const short = { fingerprint: 'f', answer: null }
      await store.keep(`${key}`, claimed.claim, short, key < 20 ? 1000 : 10)
    }
    for (; now < 10; now += 0.5) {
      await expect(async () => store.claim('new')).rejects.toThrow(ServiceUnavailable)
    }
    now = 10.4
    expect((await store.claim('new')).state).toBe('new')
  })

  it('keep and release with an old claim leave a later one alone', async () => {
    const store = memoryIdempotencyStore()
    const first = await store.claim('a')
    if (first.state !== 'new') throw new Error('It is new.')
    await store.release('a', first.claim)
    expect((await store.claim('a')).state).toBe('new')
    await store.release('a', first.claim)
    await store.keep('a', first.claim, work, 60)
    expect((await store.claim('a')).state).toBe('busy')
  })

  it('an invalid option is an error that names it', () => {
    expect(() => memoryIdempotencyStore({ maxLength: 0 })).toThrow(
      'maxLength of memoryIdempotencyStore() must be a whole number of characters, at least 1',
    )
  })
})
