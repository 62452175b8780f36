import { describe, expect, it } from 'vitest'
import { crc32 } from '../../src/accounts/crc32.ts'
import { apiKeyRules } from '../../src/accounts/keys/api-key-rules.ts'
import { tokenRules } from '../../src/accounts/token-rules.ts'
import { generateTokenKey, isApiKeyText, isTokenKey } from '../../src/kit/index.ts'

describe('a token key', () => {
  it('a token key is 40 hex digits, different each time', () => {
    const keys = Array.from({ length: 1000 }, () => generateTokenKey())

    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{40}$/)
    expect(new Set(keys).size).toBe(1000)
  })

  it('a token key is random in each of its 40 digits', () => {
    const keys = Array.from({ length: 1000 }, () => generateTokenKey())

    for (let place = 0; place < 40; place++) {
      expect(new Set(keys.map((key) => key.charAt(place))).size, `digit ${place}`).toBe(16)
    }
  })

  it('a token key with a prefix has 30 random letters and digits, evenly distributed', () => {
    const keys = Array.from({ length: 2000 }, () => generateTokenKey('acme_'))

    const counts = new Map<string, number>()
    for (const key of keys) {
      for (const digit of key.slice(5, 35)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
    }
    expect(counts.size).toBe(62)
    // 968 each, with a standard deviation of 31: a byte modulo 62 would give eight of them 1,172.
    for (const count of counts.values()) expect(Math.abs(count - 968)).toBeLessThan(6 * 31)
  })

  it('a token key ends in its checksum, so a mistyped or made-up key is recognised without a look-up', () => {
    const key = generateTokenKey('acme_')
    expect(isTokenKey(key, 'acme_')).toBe(true)

    for (let place = 'acme_'.length; place < key.length; place++) {
      const digit = key.charAt(place) === 'x' ? 'y' : 'x'
      const mistyped = key.slice(0, place) + digit + key.slice(place + 1)
      expect(isTokenKey(mistyped, 'acme_')).toBe(false)
    }
    for (const other of [key.slice(0, -1), `${key}0`, 'acme_', `acme_${'0'.repeat(36)}`]) {
      expect(isTokenKey(other, 'acme_')).toBe(false)
    }
  })

  it('a key from before prefixes is still recognised', () => {
    expect(isTokenKey(generateTokenKey(), 'acme_')).toBe(true)
    expect(isTokenKey(generateTokenKey('old_'), 'acme_')).toBe(true)
  })

  it.each(['', ' ', 'a b', 'schlüssel', 'a'.repeat(201), 'a\0'])(
    '%j is not a token key',
    (text) => {
      expect(isTokenKey(text)).toBe(false)
    },
  )
})

describe('an API key', () => {
  it('an API key has any prefix, 30 characters and a checksum', () => {
    for (const prefix of ['tk_', 'acme_', 'a_', 'A234567890123456789_']) {
      const key = generateTokenKey(prefix)
      expect(key).toMatch(/^[A-Za-z0-9]+_[0-9A-Za-z]{36}$/)
      expect(isApiKeyText(key)).toBe(true)
    }
  })

  it('an API key with one changed character has a wrong checksum', () => {
    const key = generateTokenKey('tk_')
    for (let index = 0; index < key.length; index++) {
      const other = key[index] === 'x' ? 'y' : 'x'
      expect(isApiKeyText(key.slice(0, index) + other + key.slice(index + 1))).toBe(false)
    }
  })

  it.each(['', 'tk_', generateTokenKey(), `${generateTokenKey('tk_')}\n`, 'x'.repeat(100_000)])(
    '%j is no API key',
    (text) => {
      expect(isApiKeyText(text)).toBe(false)
    },
  )
})

describe('the options of API keys', () => {
  it.each([
    [{ keyPrefix: 'acme' }, 'keyPrefix of keys must be up to 19 letters and digits'],
    [{ keyPrefix: '' }, 'keyPrefix of keys must be'],
    [{ defaultAgeSeconds: 0 }, 'defaultAgeSeconds of keys must be a whole number of seconds'],
    [{ maxAgeSeconds: 1e12 }, 'maxAgeSeconds of keys must be a whole number of seconds'],
    [{ defaultAgeSeconds: 2, maxAgeSeconds: 1 }, 'lower defaultAgeSeconds (API_KEY_DEFAULT_AGE)'],
    [{ maxAge: 7 }, 'Unknown option maxAge of keys. Did you mean maxAgeSeconds?'],
  ])('API key options are refused: %j', (options, message) => {
    expect(() => apiKeyRules(options as object)).toThrow(message)
  })
})

it('the CRC-32 is that of zlib', () => {
  expect(crc32('')).toBe(0)
  expect(crc32('123456789')).toBe(0xcbf43926)
  expect(crc32('The quick brown fox jumps over the lazy dog')).toBe(0x414fa339)
})

describe('the options of tokens', () => {
  it.each([
    [{ keyPrefix: 'acme' }, 'keyPrefix of tokens must be up to 19 letters and digits'],
    [{ keyPrefix: '_' }, 'not "_"'],
    [{ keyPrefix: 'a b_' }, 'not "a b_"'],
    [
      { maxAgeSeconds: 0 },
      'maxAgeSeconds of tokens must be a whole number of seconds, at least 1, or null, not 0.',
    ],
    [
      { idleSeconds: 119 },
      'idleSeconds of tokens must be a whole number of seconds, at least 120, or null, not 119.',
    ],
    [{ maxAge: 7 }, 'Unknown option maxAge of tokens. Did you mean maxAgeSeconds?'],
  ])('token options are refused: %j', (options, message) => {
    expect(() => tokenRules(options as object)).toThrow(message)
  })
})
