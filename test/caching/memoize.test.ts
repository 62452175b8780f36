import { describe, expect, it } from 'vitest'
import { memoize, memoizeByIdentity } from '../../src/caching/memoize.ts'

describe('memoize', () => {
  it('memoize() makes the result for a text once, even when it is null', () => {
    let made = 0
    const lookUp = memoize(() => {
      made++
      return null
    }, 10)

    expect(lookUp('a')).toBe(null)
    expect(lookUp('a')).toBe(null)
    expect(made).toBe(1)
  })

  it('keeps the results of different texts apart', () => {
    const upperCase = memoize((text) => text.toUpperCase(), 10)

    expect(['a', 'b', 'a'].map(upperCase)).toEqual(['A', 'B', 'A'])
  })

  it('memoize() keeps no more than its limit, and no long texts', () => {
    const made: string[] = []
    const note = memoize((text) => made.push(text), 2)
    const long = 'x'.repeat(300)

    for (const text of ['a', 'b', 'c', 'a', long, long]) note(text)
    expect(made).toEqual(['a', 'b', 'c', 'a', long, long])
  })
})

describe('memoizeByIdentity', () => {
  it('memoizeByIdentity() makes one result for each object, also when it is null', () => {
    let made = 0
    const nullOf = memoizeByIdentity((_object: object) => {
      made++
      return null
    })
    const object = {}
    expect(nullOf(object)).toBeNull()
    expect(nullOf(object)).toBeNull()
    expect(made).toBe(1)

    nullOf({ ...object })
    expect(made).toBe(2)
  })

  it('memoizeByIdentity() makes the result again after an error', () => {
    let times = 0
    const timesOf = memoizeByIdentity((_object: object) => {
      times++
      if (times === 1) throw new Error('not yet')
      return times
    })
    const object = {}
    expect(() => timesOf(object)).toThrow('not yet')
    expect(timesOf(object)).toBe(2)
    expect(timesOf(object)).toBe(2)
  })
})
