import { describe, expect, it } from 'vitest'
import { memoize } from '../../src/caching/memoize.ts'

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
