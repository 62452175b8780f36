import {
  type ApiRequest,
  ApiResponse,
  basicAuthentication,
  isAuthenticated,
  obtainToken,
  remoteUserAuthentication,
  type Settings,
  tokenAuthentication,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import { authorization, basic, clientOf, keyOfAnn, openAccounts, token, whoAmI } from './client.ts'

// Spec, "Resources and their fields".

describe('Authenticated identity (per request)', () => {
  const accounts = openAccounts()
  const { get } = clientOf({}, () => ({
    '/': {
      authentication: [tokenAuthentication(accounts), basicAuthentication(accounts)],
      ...whoAmI,
    },
  }))

  it('| user | user record | The user that the request is attributed to. An anonymous user when no scheme authenticates. |', async () => {
    const known = await (await get('/', basic('ann', 'wonderland'))).json()
    const anonymous = await (await get('/')).json()

    expect(known.user).toMatchObject({ pk: 1, username: 'ann', isAuthenticated: true })
    expect(anonymous.user).toEqual({
      pk: null,
      username: '',
      email: '',
      isActive: false,
      isStaff: false,
      isAuthenticated: false,
    })
  })

  describe('| auth | credential object or null | Null for Basic, Session and remote-user schemes. The token record for token authentication. Null when unauthenticated. |', () => {
    it('Basic', async () => {
      const { auth } = await (await get('/', basic('ann', 'wonderland'))).json()
      expect(auth).toBeNull()
    })

    it('Session', async () => {
      const browser = openBrowser({}, () => ({ '/whoami/': whoAmI }))
      await browser.signIn()
      const body = await (await browser.request('GET', '/whoami/')).json()
      expect(body).toMatchObject({ user: { username: 'ann' }, auth: null })
    })

    it('remote-user', async () => {
      const views = () => ({
        '/': { authentication: [remoteUserAuthentication(accounts)], ...whoAmI },
      })
      const behindServer = clientOf({}, views, { connection: { remoteUser: 'ann' } })
      const body = await (await behindServer.get('/')).json()
      expect(body).toMatchObject({ user: { username: 'ann' }, auth: null })
    })

    it('token authentication', async () => {
      const key = await keyOfAnn(accounts)
      const { auth } = await (await get('/', token(key))).json()
      expect(auth).toMatchObject({ key, user: { username: 'ann' } })
    })

    it('unauthenticated', async () => {
      const { auth } = await (await get('/')).json()
      expect(auth).toBeNull()
    })
  })

  describe('The anonymous user value and the null auth value can both be replaced by configuration. The keys are `UNAUTHENTICATED_USER` and `UNAUTHENTICATED_TOKEN`.', () => {
    const identity = async (settings: Settings) => {
      const views = () => ({
        '/': { authentication: [basicAuthentication(accounts)], ...whoAmI },
        '/closed/': {
          authentication: [basicAuthentication(accounts)],
          permissions: [isAuthenticated],
          ...whoAmI,
        },
      })
      const client = clientOf(settings, views)
      const known = await (await client.get('/', basic('ann', 'wonderland'))).json()
      expect(known).toMatchObject({ user: { username: 'ann' }, auth: null })
      expect((await client.get('/closed/')).status).toBe(401)
      return (await client.get('/')).json()
    }

    it('by a value of your own', async () => {
      const UNAUTHENTICATED_USER = { username: 'guest', isAuthenticated: false }
      const UNAUTHENTICATED_TOKEN = 'no token'

      expect(await identity({ UNAUTHENTICATED_USER, UNAUTHENTICATED_TOKEN })).toEqual({
        user: UNAUTHENTICATED_USER,
        auth: UNAUTHENTICATED_TOKEN,
      })
    })

    it('by null', async () => {
      const none = { user: null, auth: null }
      expect(await identity({ UNAUTHENTICATED_USER: null })).toEqual(none)
    })
  })
})

describe('Token record', () => {
  it('| key | string | Sent by clients after the keyword in the Authorization header. |', async () => {
    const accounts = openAccounts()
    const key = await keyOfAnn(accounts)
    const { get } = clientOf({}, () => ({
      '/': { authentication: [tokenAuthentication(accounts)], ...whoAmI },
    }))
    const usernameFor = async (header: string) =>
      (await (await get('/', authorization(header))).json()).user.username

    expect(typeof key).toBe('string')
    expect(await usernameFor(`Token ${key}`)).toBe('ann')
    expect(await usernameFor(key)).toBe('')
  })

  it('| user | reference to user | One token per user in the built-in scheme. Tokens can be created when missing, or regenerated. |', async () => {
    const { users, tokens } = openAccounts()
    const { get, post } = clientOf({}, () => ({
      '/': { authentication: [tokenAuthentication({ tokens })], ...whoAmI },
      '/api-token-auth/': obtainToken({ users, tokens }),
      '/api-token-renew/': {
        authentication: [tokenAuthentication({ tokens })],
        async post({ user }: ApiRequest) {
          const ann = await users.find((user as { username: string }).username)
          return new ApiResponse({ token: ann && (await tokens.regenerate(ann)).key })
        },
      },
    }))
    const credentials = { username: 'ann', password: 'wonderland' }
    const obtain = async () =>
      (await (await post('/api-token-auth/', { json: credentials })).json()).token

    const created = await obtain()
    const again = await obtain()
    expect(again).toBe(created)
    expect((await (await get('/', token(created))).json()).auth.user.username).toBe('ann')

    const { token: renewed } = await (await post('/api-token-renew/', token(created))).json()
    expect(renewed).not.toBe(created)
    expect((await get('/', token(created))).status).toBe(401)
    expect((await get('/', token(renewed))).status).toBe(200)
    expect(await obtain()).toBe(renewed)
  })
})

describe('User record', () => {
  const { users, tokens } = openAccounts()
  const credentials = { username: 'ann', password: 'wonderland' }
  const { get, post } = clientOf({}, () => ({
    '/': { authentication: [basicAuthentication({ users })], ...whoAmI },
    '/plain/': obtainToken({ users, tokens }),
    '/customised/': obtainToken({
      users,
      tokens,
      extraFields: ({ user }) => ({ user_id: user.pk, email: user.email }),
    }),
  }))

  it('| username | string | Used for Basic authentication, token issuance and remote-user authentication. |', async () => {
    const { user } = await (await get('/', basic('ann', 'wonderland'))).json()
    expect(user.username).toBe('ann')
    expect((await get('/', basic('anne', 'wonderland'))).status).toBe(401)

    expect((await post('/plain/', { json: credentials })).status).toBe(200)
    expect((await post('/plain/', { json: { ...credentials, username: 'anne' } })).status).toBe(400)

    const { username } = credentials
    const views = () => ({
      '/': { authentication: [remoteUserAuthentication({ users })], ...whoAmI },
    })
    const behindServer = clientOf({}, views, { connection: { remoteUser: username } })
    expect((await (await behindServer.get('/')).json()).user.username).toBe('ann')
  })

  it('| password | string | Accepted as input only, never returned. |', async () => {
    const answers = [
      await get('/', basic('ann', 'wonderland')),
      await get('/', basic('ben', 'wonderland')),
      await post('/plain/', { json: credentials }),
      await post('/customised/', { form: credentials }),
      await post('/plain/', { json: { ...credentials, username: 'anne' } }),
      await post('/plain/', { json: { password: 'wonderland' } }),
      await post('/plain/', { body: '{"password": "wonderland"', json: undefined }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 200, 400, 400, 415])
    for (const answer of answers) {
      const sent = (await answer.text()) + JSON.stringify([...answer.headers])
      expect(sent).not.toMatch(/wonderland|pbkdf2/)
    }
  })

  it('| pk | identifier | May be returned by a customised token endpoint. |', async () => {
    const { user_id } = await (await post('/customised/', { json: credentials })).json()
    expect(user_id).toBe(1)
  })

  it('| email | string | May be returned by a customised token endpoint. |', async () => {
    const { email } = await (await post('/customised/', { json: credentials })).json()
    expect(email).toBe('ann@example.com')
    expect(Object.keys(await (await post('/plain/', { json: credentials })).json())).toEqual([
      'token',
    ])
  })
})
