import { createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  areEqual,
  createSigner,
  hmacUnder,
  portableHmac,
  randomSecret,
} from '../../src/http/signing.ts'
import {
  fromBase64Url,
  portableFromBase64Url,
  portableToBase64Url,
  toBase64Url,
} from '../../src/http/syntax/base64url.ts'

const first = 'first secret'.padEnd(32, '.')
const second = 'second secret'.padEnd(32, '.')
const bytes = (...values: number[]) => Uint8Array.from(values)
const text = (value: string) => new TextEncoder().encode(value)

describe('HMAC-SHA-256', () => {
  it('HMACs are the same with and without the hash of Node, and as its own', () => {
    const anyBytes = (least: number, most: number) =>
      fc.uint8Array({ minLength: least, maxLength: most })
    fc.assert(
      fc.property(anyBytes(0, 64), anyBytes(0, 300), (key, message) => {
        for (const encoding of ['latin1', 'base64url'] as const) {
          const expected = createHmac('sha256', key)
            .update(message)
            .digest(encoding as 'hex')
          expect(hmacUnder(key)(message, encoding)).toBe(expected)
          expect(portableHmac(key)(message, encoding)).toBe(expected)
        }
      }),
    )
  })
})

it('an HMAC depends on no message before, shorter or longer than what is reused for it', () => {
  const key = bytes(1, 2, 3)
  const hmac = hmacUnder(key)
  for (const length of [0, 1, 447, 448, 449, 5000, 448, 447, 3, 0]) {
    const message = new Uint8Array(length).fill(length)
    const expected = createHmac('sha256', key).update(message).digest('base64url')
    expect(hmac(message, 'base64url')).toBe(expected)
  }
})

describe('a signer', () => {
  const signer = createSigner([first], 'cursor')

  it('opens what it has signed, whatever the payload', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (payload) => {
        expect(signer.open(signer.sign(payload))).toEqual(payload)
      }),
    )
  })

  it('signs by HMAC-SHA-256 with a key derived by HKDF, the same in every version', () => {
    const secret = '0123456789abcdef0123456789abcdef'
    const key = hkdfSync('sha256', secret, '', 'turnpike cursor', 32)
    const digest = createHmac('sha256', new Uint8Array(key)).update('payload').digest()
    const signed = Buffer.concat([digest.subarray(0, 16), text('payload')]).toString('base64url')

    expect(createSigner([secret], 'cursor').sign(text('payload'))).toBe(signed)
  })

  it('writes text that needs no escaping in a URL', () => {
    for (let length = 0; length < 40; length++) {
      expect(signer.sign(new Uint8Array(length).fill(255))).toMatch(/^[A-Za-z0-9_-]+$/)
    }
  })

  it('refuses a text in which any one character was changed, added or left out', () => {
    const signed = signer.sign(text('["list",0,"7"]'))
    for (let index = 0; index < signed.length; index++) {
      for (const other of ['A', 'B', '-', '_', '']) {
        if (signed[index] === other) continue
        const changed = signed.slice(0, index) + other + signed.slice(index + 1)
        expect(signer.open(changed)).toBeNull()
      }
    }
    expect(signer.open(`${signed}A`)).toBeNull()
    expect(signer.open(`A${signed}`)).toBeNull()
  })

  it('a signer refuses what was not signed', () => {
    const texts = ['', 'AAAA', 'a', '=', '%', 'ünï', ' ', 'AAAAAAAAAAAAAAAAAAAAAA', '\0'.repeat(24)]
    for (const forged of texts) expect(signer.open(forged)).toBeNull()
  })

  it('a signer never opens what was signed for another purpose or with another secret', () => {
    const signed = signer.sign(text('payload'))

    expect(createSigner([first], 'csrf').open(signed)).toBeNull()
    expect(createSigner([second], 'cursor').open(signed)).toBeNull()
    expect(createSigner([first], 'cursor').open(signed)).toEqual(text('payload'))
  })

  it('signs with the first secret and opens with all of them', () => {
    const rotated = createSigner([second, first], 'cursor')
    const old = signer.sign(text('payload'))

    expect(rotated.open(old)).toEqual(text('payload'))
    expect(rotated.sign(text('payload'))).not.toBe(old)
    expect(createSigner([second], 'cursor').open(rotated.sign(text('new')))).toEqual(text('new'))
    expect(signer.open(rotated.sign(text('new')))).toBeNull()
  })

  it('puts 128 bits of signature before the payload', () => {
    expect(signer.sign(new Uint8Array())).toHaveLength(Math.ceil((16 * 8) / 6))
    expect(signer.open(toBase64Url(new Uint8Array(15)))).toBeNull()
  })

  it('a signer names what is missing when there is no secret', () => {
    expect(() => createSigner([], 'cursor').sign(bytes(1))).toThrow(
      new Error('SECRET_KEYS needs at least one secret.'),
    )
  })
})

it('a random secret has 32 bytes and is another one each time', () => {
  expect(randomSecret()).toMatch(/^[0-9a-f]{64}$/)
  expect(randomSecret()).not.toBe(randomSecret())
})

it('equal arrays have the same length and the same bytes', () => {
  expect(areEqual(bytes(), bytes())).toBe(true)
  expect(areEqual(bytes(1, 2), bytes(1, 2))).toBe(true)
  expect(areEqual(bytes(1, 2), bytes(1, 3))).toBe(false)
  expect(areEqual(bytes(2, 1), bytes(3, 1))).toBe(false)
  // The differences cancel out in a sum and in an exclusive or.
  expect(areEqual(bytes(1, 2), bytes(2, 1))).toBe(false)
  expect(areEqual(bytes(1), bytes(1, 0))).toBe(false)
  expect(areEqual(bytes(1, 0), bytes(1))).toBe(false)
})

describe('base64url', () => {
  it.each([
    ['', []],
    ['AA', [0]],
    ['_w', [255]],
    ['-_8', [251, 255]],
    ['AAEC', [0, 1, 2]],
  ])('%j stands for the bytes %j', (encoded, values) => {
    expect(toBase64Url(bytes(...values))).toBe(encoded)
    expect(fromBase64Url(encoded)).toEqual(bytes(...values))
  })

  it('base64url has one text for each byte sequence: others are null', () => {
    for (const other of ['A', 'AB', 'AA==', '/w', '+/8', '_x', 'AA A', 'AAAAA', 'Ü', 'AA\n']) {
      expect(fromBase64Url(other)).toBeNull()
    }
  })

  it('base64url is the same with and without the Buffer of Node, also of invalid text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (content) => {
        const encoded = toBase64Url(content)
        expect(encoded).toBe(portableToBase64Url(content))
        expect(fromBase64Url(encoded)).toEqual(content)
        expect(portableFromBase64Url(encoded)).toEqual(content)
      }),
    )
    const anyText = fc.string({
      unit: fc.constantFrom('A', 'w', '_', '-', '+', '/', '=', ' ', '\n', '\0', 'é', '\u{1f600}'),
      maxLength: 9,
    })
    fc.assert(
      fc.property(anyText, (encoded) => {
        expect(fromBase64Url(encoded)).toEqual(portableFromBase64Url(encoded))
      }),
    )
  })
})
