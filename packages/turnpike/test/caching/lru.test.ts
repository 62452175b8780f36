import { describe, expect, it } from 'vitest'
import { Lru } from '../../src/caching/lru.ts'

const keysOf = (lru: Iterable<[string, unknown]>) => [...lru].map(([key]) => key)

describe('an LRU map', () => {
  it('evicts the least recently used entry', () => {
    const lru = new Lru<string, number>({ max: 2 })
    lru.set('a', 1)
    lru.set('b', 2)
    expect(lru.get('a')).toBe(1)

    lru.set('c', 3)

    expect(lru.get('b')).toBeUndefined()
    expect(lru.get('a')).toBe(1)
    expect(lru.get('c')).toBe(3)
    expect(lru.size).toBe(2)
  })

  it('counts setting as a use, and peeking not', () => {
    const lru = new Lru<string, number>({ max: 2 })
    lru.set('a', 1)
    lru.set('b', 2)
    lru.set('a', 3)
    expect(keysOf(lru)).toEqual(['b', 'a'])

    expect(lru.peek('b')).toBe(2)
    expect(keysOf(lru)).toEqual(['b', 'a'])
  })

  it('keeps the order of uses when the latest entry is used again or deleted', () => {
    const lru = new Lru<string, number>({ max: 3 })
    for (const key of ['a', 'b', 'c']) lru.set(key, 1)
    lru.get('c')
    expect(keysOf(lru)).toEqual(['a', 'b', 'c'])

    lru.delete('c')
    lru.get('a')
    expect(keysOf(lru)).toEqual(['b', 'a'])
    lru.set('c', 1)
    lru.get('b')
    lru.get('c')
    expect(keysOf(lru)).toEqual(['a', 'b', 'c'])
  })

  it('evicts by weight as many entries as it must', () => {
    const lru = new Lru<string, string>({ max: 10, weightOf: (key, text) => (key + text).length })
    lru.set('a', 'xx')
    lru.set('b', 'xx')
    lru.set('c', 'xx')
    lru.set('d', 'xxxxx')
    expect(keysOf(lru)).toEqual(['c', 'd'])

    lru.set('d', 'x')
    lru.set('e', 'xxx')
    lru.set('f', 'xxx')
    expect(keysOf(lru)).toEqual(['d', 'e', 'f'])
  })

  it('an entry heavier than the limit is not stored, and removes the one it replaces', () => {
    const lru = new Lru<string, string>({ max: 3, weightOf: (_key, text) => text.length })
    lru.set('a', 'x')
    lru.set('b', 'xx')
    lru.set('b', 'xxxx')
    expect(keysOf(lru)).toEqual(['a'])
  })

  it('stores nothing with a limit of 0', () => {
    const lru = new Lru<string, number>({ max: 0 })
    lru.set('a', 1)
    expect(lru.get('a')).toBeUndefined()
  })

  it('a cleared map has its whole limit again', () => {
    const lru = new Lru<string, number>({ max: 2 })
    lru.set('a', 1)
    lru.set('b', 1)
    lru.clear()
    lru.set('c', 1)
    lru.set('d', 1)
    expect(keysOf(lru)).toEqual(['c', 'd'])
  })
})
