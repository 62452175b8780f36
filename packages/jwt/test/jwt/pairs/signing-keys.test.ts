import { decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { memorySigningKeys, replaceSigningKeys, rotateSigningKeys } from '../../../src/jwt/index.ts'
import { memoryStores, openPairSite, pairIn } from './pair-site.ts'

const day = 86_400

async function openRotating(rotationSeconds: number | null = 30 * day) {
  const signingKeys = memorySigningKeys()
  const site = openPairSite({ pairs: { signingKeys, rotationSeconds } })
  return {
    ...site,
    signingKeys,
    signed: async () => (await pairIn(await site.signIn())).access,
    published: async () => {
      const response = await site.client.get('/.well-known/jwks.json')
      const { keys } = await response.json()
      return keys.map(({ kid }: { kid: string }) => kid)
    },
  }
}

const kidOf = (token: string) => decodeProtectedHeader(token).kid

describe('signing keys', () => {
  it('signing keys are public without their private part, may be cached, and have their thumbprint as kid', async () => {
    const { client, signed } = await openRotating()
    const access = await signed()

    const response = await client.get('/.well-known/jwks.json')

    expect(response.headers.get('Cache-Control')).toBe('public, max-age=300')
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual({
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: expect.any(String),
          y: expect.any(String),
          kid: kidOf(access),
          alg: 'ES256',
          use: 'sig',
        },
      ],
    })
  })

  it('the next signing key is published an hour before it signs', async () => {
    const { signed, published, at } = await openRotating()
    const first = kidOf(await signed())

    at(30 * day - 3661)
    expect(await published()).toEqual([first])
    at(30 * day - 3600)
    const [, next] = await published()
    expect(next).toEqual(expect.any(String))
    at(30 * day - 1)
    expect(kidOf(await signed())).toBe(first)
    at(30 * day)
    expect(kidOf(await signed())).toBe(next)
  })

  it('tokens of the previous signing key are valid until they expire, and then it is deleted', async () => {
    const { signed, published, me, at, signingKeys } = await openRotating()
    await signed()
    at(30 * day - 3600)
    await published()
    at(30 * day - 1)
    const last = await signed()

    at(30 * day + 290)
    expect((await me(last)).status).toBe(200)
    expect(await published()).toHaveLength(2)
    at(30 * day + 400)
    expect(await published()).toEqual([kidOf(await signed())])
    expect(await signingKeys.all()).toHaveLength(1)
  })

  it('a process that slept through a rotation publishes the next signing key before it signs', async () => {
    const { signed, published, at } = await openRotating()
    const first = kidOf(await signed())

    at(100 * day)
    expect(kidOf(await signed())).toBe(first)
    const [, next] = await published()
    at(100 * day + 3600)
    expect(kidOf(await signed())).toBe(next)
  })

  it('without rotation a signing key stays', async () => {
    const { signed, published, at } = await openRotating(null)
    const first = kidOf(await signed())

    at(1000 * day)
    expect(await published()).toEqual([first])
  })

  it('two processes that start at once agree on one signing key', async () => {
    const stores = memoryStores()
    const signingKeys = memorySigningKeys()
    const sites = [1, 2].map(() => openPairSite({ stores, pairs: { signingKeys } }))

    const pairs = await Promise.all(sites.map(async (site) => pairIn(await site.signIn())))

    expect(await signingKeys.all()).toHaveLength(1)
    for (const site of sites) {
      for (const { access } of pairs) expect((await site.me(access)).status).toBe(200)
    }
  })

  it('a signing key that is added by command signs an hour later', async () => {
    const { signed, published, at, signingKeys, now } = await openRotating()
    const first = kidOf(await signed())

    const { signsFrom, added } = await rotateSigningKeys(signingKeys, now())
    expect([added, (await rotateSigningKeys(signingKeys, now())).added]).toEqual([true, false])
    expect(signsFrom.getTime()).toBe(now().getTime() + 3_600_000)

    at(60)
    const [, next] = await published()
    expect(kidOf(await signed())).toBe(first)
    at(3600)
    expect(kidOf(await signed())).toBe(next)
  })

  it('signing keys that have leaked are replaced at once, and processes follow within a minute', async () => {
    const { signed, me, at, signingKeys, now } = await openRotating()
    const leaked = await signed()

    await replaceSigningKeys(signingKeys, now())

    at(59)
    expect((await me(leaked)).status).toBe(200)
    at(60)
    expect((await me(leaked)).status).toBe(401)
    expect((await me(await signed())).status).toBe(200)
  })

  it('a process verifies tokens of a signing key that another one has just made', async () => {
    const { me, at, signed, signingKeys, now } = await openRotating()
    await signed()
    await replaceSigningKeys(signingKeys, now())
    const other = openPairSite({ pairs: { signingKeys } })
    const { access } = await pairIn(await other.signIn())

    at(2)
    expect((await me(access)).status).toBe(200)
  })

  it('unknown signing keys in tokens cause at most one look-up a second', async () => {
    const signingKeys = memorySigningKeys()
    let reads = 0
    const all = () => {
      reads++
      return signingKeys.all()
    }
    const site = openPairSite({ pairs: { signingKeys: { ...signingKeys, all } } })
    const { access } = await pairIn(await site.signIn())
    const [, ...rest] = access.split('.')
    const header = { alg: 'ES256', typ: 'at+jwt', kid: 'unknown' }
    const unknown = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.')
    reads = 0

    for (let count = 0; count < 20; count++) expect((await site.me(unknown)).status).toBe(401)
    expect(reads).toBe(0)
    site.at(1)
    for (let count = 0; count < 20; count++) await site.me(unknown)
    expect(reads).toBe(1)
  })

  it('known signing keys are used while their store is away for a moment', async () => {
    const signingKeys = memorySigningKeys()
    let isAway = false
    const all = async () => {
      if (isAway) throw new Error('The store is away.')
      return signingKeys.all()
    }
    const site = openPairSite({ pairs: { signingKeys: { ...signingKeys, all } } })
    const { access } = await pairIn(await site.signIn())
    isAway = true

    site.at(120)
    expect((await site.me(access)).status).toBe(200)
  })
})
