import { secrets } from '@turnpike/test-support/secrets.ts'
import { describe, expect, it } from 'vitest'
import { memorySigningKeys, RefreshTokenReused, tokenPairs } from '../../../src/jwt/index.ts'
import { issuer, memoryStores, openPairSite, pairIn } from './pair-site.ts'

const code = async (response: Response) => [response.status, await response.json()]
const refused = { detail: 'The refresh token is invalid, expired or revoked. Sign in again.' }

describe('signing in for a token pair', () => {
  it('answers with an access and a refresh token in the form of RFC 6749, not to be stored', async () => {
    const { signIn } = openPairSite()

    const response = await signIn()

    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]{86}$/),
      token_type: 'Bearer',
      expires_in: 300,
      refresh_token: expect.stringMatching(/^refresh_[\w-]{64}$/),
    })
  })

  it('takes a form as well as JSON for a token pair, with the grant type of RFC 6749', async () => {
    const { client } = openPairSite()
    const form = { grant_type: 'password', username: 'ann', password: 'wonderland' }

    const { refresh } = await pairIn(await client.post('/token/', { form }))

    const next = { grant_type: 'refresh_token', refresh_token: refresh, client_id: 'app' }
    expect((await client.post('/token/refresh/', { form: next })).status).toBe(200)
    const wrong = await client.post('/token/refresh/', { form: { ...next, grant_type: 'other' } })
    expect(wrong.status).toBe(400)
  })

  it('an unknown, inactive or misspelt user gets no token pair, all in the same words', async () => {
    const { signIn } = openPairSite()
    const expected = [400, { non_field_errors: ['Unable to log in with provided credentials.'] }]

    expect(await code(await signIn({ password: 'wrong' }))).toEqual(expected)
    expect(await code(await signIn({ username: 'nobody' }))).toEqual(expected)
    const cleo = { username: 'cleo', password: 'pharaoh' }
    expect(await code(await signIn(cleo))).toEqual(expected)
  })

  it('wrong passwords for token pairs use up the budget of wrong credentials', async () => {
    const rates = { FAILED_CREDENTIALS_RATES: { address: '3/min', username: null } }
    const { signIn } = openPairSite({ settings: rates })

    for (let count = 0; count < 3; count++) await signIn({ password: 'wrong' })

    expect((await signIn()).status).toBe(429)
  })

  it('a password that is replaced during the sign-in gives no token pair', async () => {
    const stores = memoryStores()
    const users = {
      ...stores.users,
      async verify(username: string, password: string) {
        const verified = await stores.users.verify(username, password)
        if (verified) await stores.users.setPassword(verified.user, 'another')
        return verified
      },
    }
    const { signIn, refreshTokens, now } = openPairSite({ stores: { ...stores, users } })

    expect((await signIn()).status).toBe(400)

    const ann = await stores.users.find('ann')
    expect(ann && (await refreshTokens.count(ann, now()))).toBe(0)
  })
})

describe('refreshing a token pair', () => {
  it('each refresh returns a new pair, and the new refresh token works', async () => {
    const { signIn, refresh, me, at } = openPairSite()
    let pair = await pairIn(await signIn())
    const seen = new Set<string>()

    for (let count = 1; count <= 5; count++) {
      at(count * 200)
      pair = await pairIn(await refresh(pair.refresh))
      seen.add(pair.refresh)
      expect((await me(pair.access)).status).toBe(200)
    }

    expect(seen.size).toBe(5)
  })

  it('a replaced refresh token that is used later ends its family and is logged', async () => {
    const { signIn, refresh, me, at, logged } = openPairSite()
    const stolen = await pairIn(await signIn())
    const own = await pairIn(await refresh(stolen.refresh))
    const other = await pairIn(await signIn())

    at(60)
    expect(await code(await refresh(stolen.refresh))).toEqual([400, refused])

    expect((await refresh(own.refresh)).status).toBe(400)
    expect((await refresh(stolen.refresh)).status).toBe(400)
    expect((await refresh(other.refresh)).status).toBe(200)
    expect((await me(own.access)).status).toBe(200)
    expect(logged).toEqual([
      {
        fields: {
          event: 'refresh.reused',
          refresh: 'reused',
          signIn: expect.stringMatching(/^[\w-]{22}$/),
          user: 1,
          clientAddress: '127.0.0.1',
        },
        message: 'refresh token reused: its sign-in was ended',
      },
    ])
    expect(JSON.stringify(logged)).not.toContain(stolen.refresh)
  })

  it('a refresh token older than the replaced one ends its family even within the grace', async () => {
    const { signIn, refresh } = openPairSite()
    const first = await pairIn(await signIn())
    const second = await pairIn(await refresh(first.refresh))
    const third = await pairIn(await refresh(second.refresh))

    expect((await refresh(first.refresh)).status).toBe(400)

    expect((await refresh(third.refresh)).status).toBe(400)
  })

  it('within the grace a replaced refresh token returns the same successor again', async () => {
    const { signIn, refresh, at } = openPairSite()
    const first = await pairIn(await signIn())
    const second = await pairIn(await refresh(first.refresh))

    at(9)
    const again = await pairIn(await refresh(first.refresh))

    expect(again.refresh).toBe(second.refresh)
    expect((await refresh(second.refresh)).status).toBe(200)
  })

  it('the grace of a replaced refresh token ends to the second', async () => {
    const { signIn, refresh, at } = openPairSite({ pairs: { graceSeconds: 30 } })
    const first = await pairIn(await signIn())
    await refresh(first.refresh)

    at(29)
    expect((await refresh(first.refresh)).status).toBe(200)
    at(30)
    expect((await refresh(first.refresh)).status).toBe(400)
  })

  it('many refreshes of one token at once all get the same successor, which works', async () => {
    const { signIn, refresh } = openPairSite()
    const { refresh: token } = await pairIn(await signIn())

    const pairs = await Promise.all(
      Array.from({ length: 10 }, async () => pairIn(await refresh(token))),
    )

    expect(new Set(pairs.map((pair) => pair.refresh)).size).toBe(1)
    expect((await refresh(pairs[0]?.refresh)).status).toBe(200)
  })

  it('without a grace one of two refreshes at once wins, and the family ends', async () => {
    const { signIn, refresh } = openPairSite({ pairs: { graceSeconds: 0 } })
    const { refresh: token } = await pairIn(await signIn())

    const responses = await Promise.all([refresh(token), refresh(token)])

    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    const bodies = await Promise.all(responses.map((response) => response.json()))
    const winner = bodies.find((body) => 'refresh_token' in body)
    expect((await refresh(winner.refresh_token)).status).toBe(400)
  })

  it('a process with a new secret in front returns the same successor within the grace', async () => {
    const stores = memoryStores()
    const old = openPairSite({ stores })
    const rotated = [`${secrets[0]} of next year`, ...secrets]
    const updated = openPairSite({ stores, pairs: { secrets: rotated } })
    const { refresh: token } = await pairIn(await old.signIn())

    const one = await pairIn(await old.refresh(token))
    const two = await pairIn(await updated.refresh(token))
    expect(two.refresh).toBe(one.refresh)
    const next = await pairIn(await updated.refresh(one.refresh))

    const without = openPairSite({ stores, pairs: { secrets: rotated.slice(0, 1) } })
    expect((await without.refresh(next.refresh)).status).toBe(200)
    expect((await without.refresh(token)).status).toBe(400)
  })

  it('an unused refresh token expires to the second, and each refresh starts the time again', async () => {
    const { signIn, refresh, at } = openPairSite({ pairs: { refreshTokenSeconds: 1000 } })
    const first = await pairIn(await signIn())
    at(999)
    const second = await pairIn(await refresh(first.refresh))

    at(1998)
    const third = await pairIn(await refresh(second.refresh))
    at(2998)
    expect(await code(await refresh(third.refresh))).toEqual([400, refused])
  })

  it('a sign-in ends to the second, however often it is refreshed', async () => {
    const { signIn, refresh, at } = openPairSite({
      pairs: { refreshTokenSeconds: 1000, signInSeconds: 1500 },
    })
    const first = await pairIn(await signIn())
    at(900)
    const second = await pairIn(await refresh(first.refresh))

    at(1499)
    const response = await refresh(second.refresh)
    const last = await response.json()
    expect(last.expires_in).toBe(1)
    at(1500)
    expect((await refresh(last.refresh_token)).status).toBe(400)
  })

  it('a refresh token that this service has not issued ends nothing and counts as wrong', async () => {
    const rates = { FAILED_CREDENTIALS_RATES: { address: '5/min', username: null } }
    const { signIn, refresh } = openPairSite({ settings: rates })
    const { refresh: token, access } = await pairIn(await signIn())
    const family = token.slice(0, 40)

    for (const made of ['x', access, `${family}${'A'.repeat(32)}`, `${token}A`, token.slice(8)]) {
      expect(await code(await refresh(made))).toEqual([400, refused])
    }

    expect((await refresh(token)).status).toBe(200)
    expect((await refresh('y')).status).toBe(429)
  })

  it('an expired refresh token does not count as a wrong credential', async () => {
    const rates = { FAILED_CREDENTIALS_RATES: { address: '1/min', username: null } }
    const { signIn, refresh, at } = openPairSite({ settings: rates })
    const { refresh: token } = await pairIn(await signIn())

    at(15 * 86_400)
    for (let count = 0; count < 3; count++) expect((await refresh(token)).status).toBe(400)
  })

  it('a refresh needs the refresh token', async () => {
    const { client } = openPairSite()

    expect(await code(await client.post('/token/refresh/', { json: {} }))).toEqual([
      400,
      { refresh_token: ['This field is required.'] },
    ])
  })

  it('a new password ends refresh tokens at once', async () => {
    const { signIn, refresh, users } = openPairSite()
    const { refresh: token } = await pairIn(await signIn())
    const ann = await users.find('ann')

    if (ann) await users.setPassword(ann, 'another')

    expect((await refresh(token)).status).toBe(400)
  })

  it('an inactive user can neither refresh nor use an access token, also when active again', async () => {
    const { signIn, refresh, me, users } = openPairSite()
    const { refresh: token, access } = await pairIn(await signIn())
    const ann = await users.find('ann')

    if (ann) await users.setActive(ann, false)
    expect((await me(access)).status).toBe(401)
    expect((await refresh(token)).status).toBe(400)

    if (ann) await users.setActive(ann, true)
    expect((await refresh(token)).status).toBe(400)
  })

  it('the oldest sign-in ends when a user has more than the allowed number', async () => {
    const { signIn, refresh, at } = openPairSite({ pairs: { perUser: 2 } })
    const pairs = []
    for (let count = 0; count < 3; count++) {
      at(count)
      pairs.push(await pairIn(await signIn()))
    }

    const statuses = []
    for (const pair of pairs) statuses.push((await refresh(pair.refresh)).status)
    expect(statuses).toEqual([400, 200, 200])
  })

  it('sign-in and refresh in code end a reused family with an error of their own', async () => {
    const { pairs, users, at } = openPairSite()
    const ann = await users.find('ann')
    if (ann === null) throw new Error('ann is missing')
    const { refreshToken } = await pairs.issue(ann)
    const next = await pairs.refresh(refreshToken)
    at(60)

    await expect(pairs.refresh(refreshToken)).rejects.toThrow(RefreshTokenReused)

    expect(await pairs.refresh(next?.refreshToken ?? '')).toBeNull()
    expect(await pairs.revoke(refreshToken)).toBe(false)
  })
})

describe('revoking a token pair', () => {
  it('revoking ends the sign-in of a refresh token, its current one included', async () => {
    const { signIn, refresh, revoke } = openPairSite()
    const first = await pairIn(await signIn())
    const second = await pairIn(await refresh(first.refresh))

    const response = await revoke(first.refresh)

    expect(await code(response)).toEqual([200, {}])
    expect((await refresh(second.refresh)).status).toBe(400)
  })

  it('revoking answers 200 to unknown tokens (RFC 7009 §2.2)', async () => {
    const { revoke } = openPairSite()

    expect((await revoke('unknown')).status).toBe(200)
    expect((await revoke('')).status).toBe(400)
  })
})

describe('the scopes of a token pair', () => {
  const pairs = { scopes: ['notes:read', 'notes:write'] }

  it('tokens have the scopes that the sign-in asked for, and a refresh can ask for fewer', async () => {
    const { signIn, refresh, me } = openPairSite({ pairs })
    const body = await (await signIn({ scope: 'notes:read notes:write' })).json()
    expect(body.scope).toBe('notes:read notes:write')
    const { auth } = await (await me(body.access_token)).json()
    expect(auth.scopes).toEqual(['notes:read', 'notes:write'])

    const less = await (await refresh(body.refresh_token, { scope: 'notes:read' })).json()
    expect(less.scope).toBe('notes:read')
    const again = await (await refresh(less.refresh_token)).json()
    expect(again.scope).toBe('notes:read notes:write')
  })

  it('a scope that is not given any more leaves the sign-ins that have it', async () => {
    const stores = memoryStores()
    const ann = await stores.users.create({ username: 'bea', password: null })
    const shared = { ...stores, signingKeys: memorySigningKeys(), secrets, issuer }
    const before = tokenPairs({ ...shared, scopes: ['notes:read', 'notes:write'] })
    const { refreshToken } = await before.issue(ann, { scopes: ['notes:read', 'notes:write'] })

    const fewer = await tokenPairs({ ...shared, scopes: ['notes:read'] }).refresh(refreshToken)
    expect(fewer?.scopes).toEqual(['notes:read'])
    const none = await tokenPairs(shared).refresh(fewer?.refreshToken ?? '')
    expect(none?.scopes).toEqual([])
  })

  it('a sign-in without scopes allows whatever the user may do', async () => {
    const { signIn, me } = openPairSite({ pairs })
    const { access } = await pairIn(await signIn())

    expect((await (await me(access)).json()).auth).not.toHaveProperty('scopes')
  })

  it('a scope beyond those of the sign-in is refused, and the refresh token stays valid', async () => {
    const { signIn, refresh } = openPairSite({ pairs })
    const { refresh: token } = await pairIn(await signIn({ scope: 'notes:read' }))

    expect(await code(await refresh(token, { scope: 'notes:write' }))).toEqual([
      400,
      { detail: 'The scope notes:write cannot be requested. Valid scopes: notes:read.' },
    ])

    expect((await refresh(token)).status).toBe(200)
  })

  it('an unknown scope is refused at sign-in', async () => {
    expect((await openPairSite({ pairs }).signIn({ scope: 'admin' })).status).toBe(400)
    expect(await code(await openPairSite().signIn({ scope: 'admin' }))).toEqual([
      400,
      { detail: 'Scopes cannot be requested here.' },
    ])
  })
})
