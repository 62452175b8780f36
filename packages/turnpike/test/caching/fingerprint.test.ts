import { describe, expect, it } from 'vitest'
import { fingerprint, portableFingerprint } from '../../src/caching/fingerprint.ts'

describe('fingerprint', () => {
  it('a fingerprint is the same for a text and its bytes, of any length, with Node and without', async () => {
    for (const text of [
      '',
      'é',
      'lone \ud800',
      'x'.repeat(8192),
      'é'.repeat(8192),
      'x'.repeat(100_000),
    ]) {
      const ofText = await fingerprint(text)
      expect(ofText).toMatch(/^[\w-]{22}$/)
      expect(await fingerprint(new TextEncoder().encode(text))).toBe(ofText)
      expect(await portableFingerprint(text)).toBe(ofText)
      expect(await portableFingerprint(new TextEncoder().encode(text))).toBe(ofText)
    }
  })

  it('a fingerprint differs for different texts', async () => {
    const texts = ['', ' ', 'a', 'b', '\0', 'ab', 'x'.repeat(8191), 'x'.repeat(8193)]
    const all = await Promise.all(texts.map((text) => fingerprint(text)))
    expect(new Set(all).size).toBe(texts.length)
  })
})
