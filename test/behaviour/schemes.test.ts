import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  basicAuthentication,
  isAuthenticated,
  memoryAccounts,
  remoteUserAuthentication,
  tokenAuthentication,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import {
  authorization,
  basic,
  clientOf,
  keyOfAnn,
  notProvided,
  openAccounts,
  refusalOf,
  token,
  whoAmI,
} from './client.ts'

// Spec, "Authentication", "Schemes". The session scheme has a file of its own.

/** The section of docs/authentication.md with this name. */
function documented(section: string): string {
  const file = resolve(import.meta.dirname, '../../docs/authentication.md')
  const text = readFileSync(file, 'utf8').split(`\n## ${section}\n`)[1] ?? ''
  return (text.split('\n## ')[0] ?? '').replace(/\s+/g, ' ')
}

describe('| Basic | HTTP Basic authentication with username and password | user record | null | 401, `WWW-Authenticate: Basic realm="api"` | Suitable for testing. In production only over HTTPS. Clients must not persist the credentials. |', () => {
  const views = () => {
    const authentication = [basicAuthentication(openAccounts())]
    return {
      '/': { authentication, ...whoAmI },
      '/closed/': { authentication, permissions: [isAuthenticated], ...whoAmI },
    }
  }
  const { get } = clientOf({}, views)

  it('username and password give the user record, and auth is null', async () => {
    const response = await get('/closed/', basic('ann', 'wonderland'))

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user: { pk: 1, username: 'ann' }, auth: null })
  })

  it('denied, unauthenticated: 401 with the challenge', async () => {
    const challenge = 'Basic realm="api"'
    expect(await refusalOf(await get('/closed/'))).toEqual([401, challenge, notProvided])

    const wrong = 'Invalid username/password.'
    for (const [username, password] of [
      ['ann', 'Wonderland'],
      ['anne', 'wonderland'],
      ['ben', 'clockwork'],
    ] as const) {
      const response = await get('/', basic(username, password))
      expect(await refusalOf(response)).toEqual([401, challenge, wrong])
    }
  })

  it('nothing of the credentials is kept: each request brings them', async () => {
    const response = await get('/', basic('ann', 'wonderland'))
    expect(response.headers.has('Set-Cookie')).toBe(false)
    expect((await (await get('/')).json()).user.username).toBe('')
  })

  it('the notes are told to deployers', () => {
    expect(documented('Basic')).toMatch(
      /for testing .*in production over HTTPS only, and clients must not store the password/,
    )
  })
})

describe('| Token | Header `Authorization: Token <TOKEN_KEY>` (keyword, a single space, then the key) | user record | token record | 401, `WWW-Authenticate: Token` | Needs tokens to exist. In production only over HTTPS. The keyword is configurable (for example `Bearer`). |', () => {
  const accounts = openAccounts()
  const views = () => ({
    '/': {
      authentication: [tokenAuthentication(accounts)],
      permissions: [isAuthenticated],
      ...whoAmI,
    },
    '/bearer/': {
      authentication: [tokenAuthentication({ ...accounts, keyword: 'Bearer' })],
      permissions: [isAuthenticated],
      ...whoAmI,
    },
  })
  const { get } = clientOf({}, views)

  it('keyword, a single space, then the key: the user record and the token record', async () => {
    const key = await keyOfAnn(accounts)
    const response = await get('/', authorization(`Token ${key}`))

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      user: { pk: 1, username: 'ann' },
      auth: { key, user: { pk: 1 } },
    })
    const spaces = 'Invalid token header. Token string should not contain spaces.'
    const twoSpaces = await get('/', authorization(`Token  ${key}`))
    expect(await refusalOf(twoSpaces)).toEqual([401, 'Token', spaces])
  })

  it('denied, unauthenticated: 401 with the keyword as challenge', async () => {
    expect(await refusalOf(await get('/'))).toEqual([401, 'Token', notProvided])
  })

  it('Needs tokens to exist.', async () => {
    const { users, tokens } = openAccounts()
    const { get } = clientOf({}, () => ({
      '/': { authentication: [tokenAuthentication({ tokens })], ...whoAmI },
    }))
    const key = await keyOfAnn(accounts)

    expect(await refusalOf(await get('/', token(key)))).toEqual([401, 'Token', 'Invalid token.'])
    const own = await keyOfAnn({ users, tokens })
    expect((await get('/', token(own))).status).toBe(200)
  })

  it('The keyword is configurable (for example `Bearer`).', async () => {
    const key = await keyOfAnn(accounts)

    expect((await get('/bearer/', token(key, 'Bearer'))).status).toBe(200)
    expect(await refusalOf(await get('/bearer/', token(key)))).toEqual([401, 'Bearer', notProvided])
    expect(await refusalOf(await get('/bearer/'))).toEqual([401, 'Bearer', notProvided])
  })

  it('the notes are told to deployers', () => {
    expect(documented('Token')).toMatch(/It needs tokens to exist.* Over HTTPS only\./)
  })
})

describe('| Remote user | The web server sets the `REMOTE_USER` environment variable | user record | null | Not shown. | Needs a remote-user authentication backend. By default, users that do not yet exist are created. |', () => {
  const accounts = openAccounts()
  const { users } = accounts
  const views = () => ({
    '/': {
      authentication: [remoteUserAuthentication({ users })],
      permissions: [isAuthenticated],
      ...whoAmI,
    },
    '/known/': {
      authentication: [remoteUserAuthentication({ users, createUnknown: false })],
      permissions: [isAuthenticated],
      ...whoAmI,
    },
  })
  const sentFor = (remoteUser: string | null) =>
    clientOf({}, views, { connection: { remoteUser } }).get

  it('what the web server sets gives the user record, and auth is null', async () => {
    const response = await sentFor('ann')('/')

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user: { pk: 1, username: 'ann' }, auth: null })
  })

  it('what a client sends under that name gives nobody', async () => {
    const headers = { REMOTE_USER: 'ann', 'Remote-User': 'ann', 'X-Remote-User': 'ann' }
    expect((await sentFor(null)('/', { headers })).status).toBe(403)
    expect((await sentFor('')('/', { headers })).status).toBe(403)
  })

  it('denied, unauthenticated: 403, because there is no challenge', async () => {
    expect(await refusalOf(await sentFor(null)('/'))).toEqual([403, null, notProvided])
  })

  it('Needs a remote-user authentication backend.', async () => {
    const { get } = clientOf(
      {},
      () => ({
        '/': {
          authentication: [basicAuthentication(accounts)],
          permissions: [isAuthenticated],
          ...whoAmI,
        },
      }),
      { connection: { remoteUser: 'ann' } },
    )
    expect((await get('/')).status).toBe(401)
  })

  it('By default, users that do not yet exist are created.', async () => {
    expect((await sentFor('cleo')('/known/')).status).toBe(403)
    expect(await users.find('cleo')).toBeNull()

    const response = await sentFor('cleo')('/')

    expect((await response.json()).user).toMatchObject({ username: 'cleo', isStaff: false })
    expect(await users.find('cleo')).toMatchObject({ username: 'cleo', isActive: true })
    expect((await sentFor('cleo')('/known/')).status).toBe(200)
  })

  it('an inactive user is not authenticated', async () => {
    expect(await refusalOf(await sentFor('ben')('/'))).toEqual([403, null, notProvided])
  })

  it('a user who was created this way has no password to sign in with', async () => {
    const { users } = memoryAccounts()
    const scheme = remoteUserAuthentication({ users })
    await clientOf({}, () => ({ '/': { authentication: [scheme], ...whoAmI } }), {
      connection: { remoteUser: 'cleo' },
    }).get('/')

    expect(await users.find('cleo')).not.toBeNull()
    for (const password of ['', 'null', 'cleo']) {
      expect(await users.verify('cleo', password)).toBeNull()
    }
  })
})
