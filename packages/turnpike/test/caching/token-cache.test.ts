import { describe, expect, it } from 'vitest'
import { tokenCache } from '../../src/caching/token-cache.ts'

describe('a token cache', () => {
  it('a token cache has entries of the latest token alone', () => {
    const at = tokenCache<number>(10)
    at('first').set('a', 1)
    expect(at('first').get('a')).toBe(1)

    expect(at('second').get('a')).toBeUndefined()
    expect(at('first').get('a')).toBeUndefined()
  })

  it('a token cache ignores what is added under an older token', () => {
    const at = tokenCache<number>(10)
    const older = at('first')
    const latest = at('second')
    older.set('a', 1)
    expect(latest.get('a')).toBeUndefined()
    expect(at('second')).toBe(latest)
  })

  it('evicts the least recently used entry of a token', () => {
    const entries = tokenCache<number>(1)('token')
    entries.set('a', 1)
    entries.set('b', 2)
    expect(entries.get('a')).toBeUndefined()
    expect(entries.get('b')).toBe(2)
  })
})
