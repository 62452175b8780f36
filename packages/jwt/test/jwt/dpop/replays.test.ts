import { redisReplayStore } from '@turnpike/redis'
import { kyselyReplayStore } from '@turnpike/sql'
import { dpopClient } from '@turnpike/test-support/dpop.ts'
import { connectedRedis, ownPrefix, redisMissing, redisUrl } from '@turnpike/test-support/redis.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { memoryReplayStore } from 'turnpike'
import { describe, expect, it } from 'vitest'
import type { DpopOptions } from '../../../src/jwt/index.ts'
import { oneBoundView } from './one-bound-view.ts'

const url = 'http://testserver/'
const start = 1_790_000_000
const SECRET_KEYS = ['a secret of the tests with enough characters']

const ann = await dpopClient()
const tokens = { t: { jkt: ann.thumbprint } }

const open = (dpop: DpopOptions = {}, keys = SECRET_KEYS) =>
  oneBoundView({ dpop, tokens, settings: { SECRET_KEYS: keys } })
const send = async (client: ReturnType<typeof open>, proof: string) =>
  client.get('/', { headers: { Authorization: 'DPoP t', DPoP: proof } })
const statusOf = async (client: ReturnType<typeof open>, proof: string) =>
  (await send(client, proof)).status

describe('replayed proofs', () => {
  it('a proof of DPoP is accepted once', async () => {
    const client = open()
    const proof = await ann.proof({ url, token: 't' })
    expect(await statusOf(client, proof)).toBe(200)
    const again = await send(client, proof)
    expect(again.status).toBe(401)
    expect(await again.json()).toEqual({ detail: 'The DPoP proof was used before.' })
    expect(await statusOf(client, await ann.proof({ url, token: 't' }))).toBe(200)
  })

  it('a proof of DPoP is remembered for as long as it would be accepted', async () => {
    let now = start
    const replays = memoryReplayStore({ now: () => now })
    const client = open({ now: () => now, replays })
    const proof = await ann.proof({ url, token: 't', claims: { iat: start + 10 } })
    expect(await statusOf(client, proof)).toBe(200)
    for (const later of [1, 40, 79, 80]) {
      now = start + later
      expect(await (await send(client, proof)).json()).toEqual({
        detail: 'The DPoP proof was used before.',
      })
    }
    now = start + 81
    expect(await (await send(client, proof)).json()).toEqual({
      detail: 'The DPoP proof is too old.',
    })
  })

  it('two clients may choose the same id for their proofs', async () => {
    const bob = await dpopClient()
    const all = { t: { jkt: ann.thumbprint }, u: { jkt: bob.thumbprint } }
    const client = oneBoundView({ dpop: 'allowed', tokens: all })
    const claims = { jti: '1' }
    const first = await ann.proof({ url, token: 't', claims })
    const second = await bob.proof({ url, token: 'u', claims })
    expect(await statusOf(client, first)).toBe(200)
    const headers = { Authorization: 'DPoP u', DPoP: second }
    expect((await client.get('/', { headers })).status).toBe(200)
  })

  it('a proof of DPoP that is refused does not use up its id', async () => {
    const client = open()
    const claims = { jti: 'one' }
    expect(await statusOf(client, await ann.proof({ url, token: 'x', claims }))).toBe(401)
    expect(await statusOf(client, await ann.proof({ url, token: 't', claims }))).toBe(200)
  })

  it('a proof of DPoP that one process has seen is refused by another, with a shared database', async () => {
    const { db, close } = await openInMemory()
    const [one, other] = [1, 2].map(() => open({ replays: kyselyReplayStore(db) }))
    const proof = await ann.proof({ url, token: 't' })
    expect(one && (await statusOf(one, proof))).toBe(200)
    expect(other && (await statusOf(other, proof))).toBe(401)
    await close()
  })

  it.skipIf(redisMissing !== null)(
    'a proof of DPoP that one process has seen is refused by another, with a shared Redis',
    async () => {
      const prefix = ownPrefix()
      const [one, other] = await Promise.all(
        [1, 2].map(async () =>
          open({ replays: redisReplayStore(await connectedRedis(redisUrl, prefix)) }),
        ),
      )
      const proof = await ann.proof({ url, token: 't' })
      const statuses = await Promise.all(
        [one, other, one, other].map(async (client) => client && statusOf(client, proof)),
      )
      expect(statuses.toSorted()).toEqual([200, 401, 401, 401])
    },
  )

  it('a full replay store answers 503, and lets no proof in unseen', async () => {
    const client = open({ replays: memoryReplayStore({ maxIds: 1 }) })
    expect(await statusOf(client, await ann.proof({ url, token: 't' }))).toBe(200)
    const response = await send(client, await ann.proof({ url, token: 't' }))
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('1')
  })

  it('wrong proofs of DPoP are counted, and missing nonces are not', async () => {
    const settings = { SECRET_KEYS, FAILED_CREDENTIALS_RATES: { address: '2/min', username: null } }
    const client = oneBoundView({ dpop: { nonceSeconds: 60 }, tokens, settings })
    const right = await ann.proof({ url, token: 't' })
    const wrong = await ann.proof({ url, token: 'x' })
    for (let time = 0; time < 5; time++) expect(await statusOf(client, right)).toBe(401)
    const statuses: number[] = []
    for (let time = 0; time < 3; time++) statuses.push(await statusOf(client, wrong))
    expect(statuses).toEqual([401, 401, 429])
  })
})

describe('nonces of the service', () => {
  const proofWith = (nonce: string | null | undefined, claims: object = {}) =>
    ann.proof({ url, token: 't', claims: { nonce: nonce ?? undefined, ...claims } })

  it('a proof of DPoP without a nonce is answered with one, and accepted with it', async () => {
    const client = open({ nonceSeconds: 60 })
    const first = await send(client, await proofWith(null))
    expect(first.status).toBe(401)
    expect(first.headers.get('WWW-Authenticate')).toContain(
      'DPoP realm="api", error="use_dpop_nonce"',
    )
    expect(first.headers.get('Cache-Control')).toBe('no-store')
    const nonce = first.headers.get('DPoP-Nonce')
    expect(nonce).toMatch(/^[\w-]+$/)

    const second = await send(client, await proofWith(nonce))
    expect(second.status).toBe(200)
    expect(second.headers.has('DPoP-Nonce')).toBe(false)
    expect(await statusOf(client, await proofWith(nonce))).toBe(200)
  })

  it('the nonce decides how old a proof is, not the clock of the client', async () => {
    let now = start
    const client = open({ nonceSeconds: 60, now: () => now })
    const nonce = (await send(client, await proofWith(null))).headers.get('DPoP-Nonce')
    expect(await statusOf(client, await proofWith(nonce, { iat: 1 }))).toBe(200)
    expect(await statusOf(client, await proofWith(nonce, { iat: 9e9 }))).toBe(200)

    now = start + 71
    const late = await send(client, await proofWith(nonce))
    expect(late.status).toBe(401)
    expect(late.headers.get('WWW-Authenticate')).toContain('use_dpop_nonce')
  })

  it('a response has the next nonce before the last one is too old', async () => {
    let now = start
    const client = open({ nonceSeconds: 60, now: () => now })
    const nonce = (await send(client, await proofWith(null))).headers.get('DPoP-Nonce')
    now = start + 40
    const response = await send(client, await proofWith(nonce))
    expect(response.status).toBe(200)
    const next = response.headers.get('DPoP-Nonce')
    expect(next).not.toBeNull()
    expect(next).not.toBe(nonce)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    now = start + 90
    expect(await statusOf(client, await proofWith(next))).toBe(200)
  })

  it('a nonce is valid in every process with the secrets, also after they were rotated', async () => {
    const options = { nonceSeconds: 60 }
    const nonce = (await send(open(options), await proofWith(null))).headers.get('DPoP-Nonce')
    const newer = 'another secret of the tests, long enough too'
    expect(await statusOf(open(options), await proofWith(nonce))).toBe(200)
    expect(await statusOf(open(options, [newer, ...SECRET_KEYS]), await proofWith(nonce))).toBe(200)
    expect(await statusOf(open(options, [newer]), await proofWith(nonce))).toBe(401)
  })

  it.each(['', 'x', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'a'.repeat(5000), 7, null, ['x']])(
    'a nonce that the service has not made is refused: %j',
    async (nonce) => {
      const client = open({ nonceSeconds: 60 })
      const proof = await ann.proof({ url, token: 't', claims: { nonce } })
      const response = await send(client, proof)
      expect(response.status).toBe(401)
      expect(response.headers.get('WWW-Authenticate')).toContain('use_dpop_nonce')
    },
  )

  it('a proof of DPoP with a nonce is accepted once', async () => {
    const client = open({ nonceSeconds: 60 })
    const nonce = (await send(client, await proofWith(null))).headers.get('DPoP-Nonce')
    const proof = await proofWith(nonce)
    expect(await statusOf(client, proof)).toBe(200)
    expect(await statusOf(client, proof)).toBe(401)
  })
})
