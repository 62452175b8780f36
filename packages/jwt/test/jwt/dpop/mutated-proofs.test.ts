import { dpopClient } from '@turnpike/test-support/dpop.ts'
import fc from 'fast-check'
import { base64url } from 'jose'
import { describe, expect, it } from 'vitest'
import { oneBoundView } from './one-bound-view.ts'

const url = 'http://testserver/'
const ann = await dpopClient()
const tokens = { t: { jkt: ann.thumbprint } }

/** What a view answers that has never seen a proof. */
async function statusOf(proof: string): Promise<number> {
  const client = oneBoundView({ dpop: 'allowed', tokens })
  return (await client.get('/', { headers: { Authorization: 'DPoP t', DPoP: proof } })).status
}

const texts = (proof: string) => proof.split('.').map((part) => base64url.decode(part))
const isSame = (one: string, other: string) => {
  try {
    return `${texts(one)}` === `${texts(other)}`
  } catch {
    return false
  }
}

describe('mutated proofs', () => {
  it('a proof of DPoP with any character changed, added or removed is refused with 401', async () => {
    const good = await ann.proof({ url, token: 't' })
    expect(await statusOf(good)).toBe(200)
    const characters = [...'ABCxyz019-_.=+/ ~%"']
    const mutation = fc.record({
      at: fc.nat(good.length - 1),
      removed: fc.nat(3),
      added: fc.array(fc.constantFrom(...characters), { maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(mutation, async ({ at, removed, added }) => {
        const proof = (good.slice(0, at) + added.join('') + good.slice(at + removed)).trim()
        // Base64url has bits to spare at its end.
        fc.pre(!isSame(proof, good))
        expect(await statusOf(proof)).toBe(401)
      }),
      { numRuns: 300 },
    )
  })

  it('a proof of DPoP with any header or claims that its key has not signed is refused with 401', async () => {
    const good = await ann.proof({ url, token: 't' })
    const [header = '', payload = '', signature = ''] = good.split('.')
    const json = fc.json().map((text) => base64url.encode(text))
    await fc.assert(
      fc.asyncProperty(json, fc.boolean(), async (part, isHeader) => {
        const proof = isHeader
          ? `${part}.${payload}.${signature}`
          : `${header}.${part}.${signature}`
        expect(await statusOf(proof)).toBe(401)
      }),
      { numRuns: 200 },
    )
  })

  it('a proof of DPoP with any other value of a claim or of its key is refused with 401', async () => {
    const claim = fc.tuple(
      fc.constantFrom('htm', 'htu', 'ath', 'iat'),
      fc.jsonValue().filter((value) => !(typeof value === 'number' && Math.abs(value) > 1e9)),
    )
    const key = fc.record({ jwk: fc.jsonValue() })
    const member = fc
      .tuple(fc.constantFrom('kty', 'crv', 'x', 'y', 'd', 'k'), fc.jsonValue())
      .map(([name, value]) => ({ jwk: { ...ann.publicJwk, [name]: value } }))
    await fc.assert(
      fc.asyncProperty(claim, async ([name, value]) => {
        const proof = await ann.proof({ url, token: 't', claims: { [name]: value } })
        expect(await statusOf(proof)).toBe(401)
      }),
      { numRuns: 200 },
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(key, member), async (header) => {
        const proof = await ann.proof({ url, token: 't', header })
        expect(await statusOf(proof)).toBe(401)
      }),
      { numRuns: 200 },
    )
  })
})
