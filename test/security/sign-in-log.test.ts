import { usernameDigest } from 'turnpike/kit'
import { describe, expect, it } from 'vitest'
import { openNotes } from './open-notes.ts'

const secret = 'a secret that is the same for all tests'
const digest = (username: string) => usernameDigest([secret], username)
const basic = (username: string, sent: string) => ({
  Authorization: `Basic ${btoa(`${username}:${sent}`)}`,
})

/** The notes example behind a proxy on this machine, and what its log says of refused sign-ins. */
async function open(env: Readonly<Record<string, string>> = {}) {
  const notes = await openNotes({ TRUSTED_PROXIES: '127.0.0.1', ...env })
  const client = { 'X-Forwarded-For': '203.0.113.9' }
  return {
    ...notes,
    get: (headers: Record<string, string> = {}) =>
      notes.fetch('/whoami/', { headers: { ...client, ...headers } }),
    post: (path: string, body: unknown) =>
      notes.fetch(path, {
        method: 'POST',
        headers: { ...client, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    refused: () => notes.log.filter(({ signIn }) => signIn === 'refused'),
    requests: () => notes.log.filter(({ msg }) => msg === 'request'),
  }
}

describe('a sign-in that is refused', () => {
  it('a refused sign-in is logged in one line with reason, digest of the name and client address', async () => {
    const { get, post, refused } = await open()

    await get(basic('ann', 'wrong'))
    await get(basic('nobody', 'wrong'))
    await post('/api-token-auth/', { username: 'ann', password: 'wrong' })
    await get({ Authorization: 'Token 0123456789012345678901234567890123456789' })

    const clientAddress = '203.0.113.9'
    expect(refused()).toMatchObject([
      { level: 'warn', reason: 'wrong_password', username: digest('ann'), clientAddress },
      { level: 'warn', reason: 'wrong_password', username: digest('nobody'), clientAddress },
      { level: 'warn', reason: 'wrong_password', username: digest('ann'), clientAddress },
      { level: 'warn', reason: 'wrong_token', username: null, clientAddress },
    ])
  })

  it('a sign-in refused by the budget is logged, with the seconds to wait', async () => {
    const { get, refused } = await open()

    for (let attempt = 0; attempt < 11; attempt++) await get(basic('ann', 'wrong'))

    expect(refused()).toHaveLength(11)
    expect(refused().at(-1)).toMatchObject({
      reason: 'throttled',
      username: digest('ann'),
      clientAddress: '203.0.113.9',
      wait: expect.any(Number),
    })
  })

  it('a refused sign-in shares its identifier with the line of its request', async () => {
    const { get, refused, requests } = await open()

    await get({ ...basic('ann', 'wrong'), 'X-Request-Id': 'mine' })

    expect(refused()).toMatchObject([{ requestId: 'mine' }])
    expect(requests()).toMatchObject([{ requestId: 'mine', status: 401 }])
  })

  it('a refused sign-in logs no name, no password and no key, whatever is sent as one', async () => {
    const { get, post, lines, refused } = await open()

    await get(basic('PASSWORD-typed-as-name', 'SECRET'))
    await get(basic('line\nbreak SECRET', 'SECRET'))
    await post('/api-token-auth/', { username: 'x'.repeat(100_000), password: 'SECRET' })
    await get({ Authorization: 'Token SECRET' })

    expect(refused()).toHaveLength(4)
    expect(lines.join()).not.toMatch(/SECRET|PASSWORD|xxxxx/)
    for (const { username } of refused().slice(0, 3)) expect(username).toMatch(/^[\w-]{16}$/)
  })

  it('a successful sign-in is not logged', async () => {
    const { get, signed, refused } = await open()

    await get(basic('ann', 'wonderland'))
    await get(signed)
    await get()

    expect(refused()).toEqual([])
  })
})

describe('the digest of a name', () => {
  it('the digest of a name differs for each name and for each secret', () => {
    const digests = ['ann', 'Ann', 'anna', ''].flatMap((name) =>
      [secret, 'another secret of a service'].map((key) => usernameDigest([key, secret], name)),
    )

    expect(new Set(digests).size).toBe(digests.length)
    expect(digest('ann')).toBe(digest('ann'))
  })
})

describe('the line of a request', () => {
  it('the line of a request has the user, the scheme, and the client address behind the proxy', async () => {
    const { get, signed, ann, requests } = await open()

    await get(signed)
    await get(basic('ann', 'wonderland'))
    await get()

    const addresses = { clientAddress: '203.0.113.9', remoteAddress: '127.0.0.1' }
    expect(requests()).toMatchObject([
      { ...addresses, user: ann.pk, scheme: 'token', status: 200 },
      { ...addresses, user: ann.pk, scheme: 'basic', status: 200 },
      { ...addresses, user: null, scheme: null, status: 401 },
    ])
  })

  it('the line of a request has the user when refused, and the address when there is no view', async () => {
    const { fetch, signed, ann, requests } = await open()

    await fetch('/whoami/', { method: 'DELETE', headers: signed })
    await fetch('/nowhere/', { headers: { ...signed, 'X-Forwarded-For': '203.0.113.9' } })

    expect(requests()).toMatchObject([
      { user: ann.pk, scheme: 'token', status: 405 },
      { user: null, scheme: null, status: 404, clientAddress: '203.0.113.9' },
    ])
  })
})
