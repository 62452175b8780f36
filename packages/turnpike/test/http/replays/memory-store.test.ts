import { describe, expect, it } from 'vitest'
import { memoryReplayStore, ServiceUnavailable } from '../../../src/index.ts'

describe('replays in memory', () => {
  it('a full replay store answers 503, forgets no id that could be replayed, and has room again when ids expire', () => {
    let now = 100.5
    const store = memoryReplayStore({ maxIds: 3, now: () => now })
    for (const id of ['a', 'b']) expect(store.remember(id, 10)).toBe(true)
    expect(store.remember('c', 20)).toBe(true)

    expect(() => store.remember('d', 10)).toThrow(ServiceUnavailable)
    for (const id of ['a', 'b', 'c']) expect(store.remember(id, 10)).toBe(false)

    now = 111.5
    expect(store.remember('d', 10)).toBe(true)
    expect(store.remember('a', 10)).toBe(true)
    expect(() => store.remember('e', 10)).toThrow(ServiceUnavailable)
    expect(store.remember('c', 10)).toBe(false)
  })

  it('an id that was remembered again is not forgotten with its first use', () => {
    let now = 0
    const store = memoryReplayStore({ now: () => now })
    expect(store.remember('a', 1.2)).toBe(true)
    now = 1.3
    expect(store.remember('a', 10)).toBe(true)
    now = 5
    expect(store.remember('b', 10)).toBe(true)
    expect(store.remember('a', 10)).toBe(false)
  })

  it('a replay store in memory refuses a limit that is none', () => {
    expect(() => memoryReplayStore({ maxIds: 0 })).toThrow('maxIds of memoryReplayStore()')
    // @ts-expect-error misspelt
    expect(() => memoryReplayStore({ maxids: 5 })).toThrow('Did you mean maxIds?')
  })
})
