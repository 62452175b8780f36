import { describe, expect, it } from 'vitest'
import { memoize, memoizeByContent, memoizeByIdentity } from '../../src/caching/memoize.ts'

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

describe('memoizeByContent', () => {
  it('memoizeByContent() makes one result for equal lists, however long', () => {
    const made: string[] = []
    const joined = memoizeByContent((names: readonly string[]) => made.push(names.join()), 2)
    const long = ['x'.repeat(300)]

    for (const names of [['a', 'b'], ['a', 'b'], ['b', 'a'], long, [...long]]) joined(names)
    expect(made).toEqual(['a,b', 'b,a', long.join()])
  })

  it('memoizeByContent() evicts what was not used for longest', () => {
    const made: number[] = []
    const note = memoizeByContent((number: number) => made.push(number), 2)

    for (const number of [1, 2, 1, 3, 1, 2]) note(number)
    expect(made).toEqual([1, 2, 3, 2])
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
