import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  basicAuthentication,
  isAuthenticated,
  memoryAccounts,
  pbkdf2,
  type Settings,
} from '../../src/index.ts'

const { users } = memoryAccounts({
  passwords: pbkdf2({ iterations: 1 }),
  users: [
    { username: 'ann', password: 'secret' },
    { username: 'bob', password: 'a:b::c' },
    { username: 'jürgen', password: 'straße' },
    { username: 'gone', password: 'secret', isActive: false },
  ],
})

const client = oneView({
  authentication: [basicAuthentication({ users })],
  permissions: [isAuthenticated],
  get: ({ user, auth }) => new ApiResponse({ user, auth }),
})
const get = (authorization?: string) =>
  client.get('/', authorization === undefined ? {} : { headers: { Authorization: authorization } })

/** The characters as bytes, each its own. */
const basic = (bytes: string) => `Basic ${btoa(bytes)}`
const utf8 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

const usernameOf = async (response: Response) => (await response.json()).user?.username
const detailOf = async (response: Response) => (await response.json()).detail

describe('basic authentication', () => {
  it('sets the user, and null as auth', async () => {
    const response = await get(basic('ann:secret'))

    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user: { username: 'ann' }, auth: null })
  })

  it('answers 401 with Basic realm="api" when nothing is sent', async () => {
    const response = await get()

    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Basic realm="api"')
    expect(await detailOf(response)).toBe('Authentication credentials were not provided.')
  })

  it('basic authentication names Authorization in Vary, for caches', async () => {
    expect((await get()).headers.get('Vary')).toContain('Authorization')
  })

  it('basic authentication is not attempted when the header is empty or names another scheme', async () => {
    for (const header of ['', 'Token abc', `Basics ${btoa('ann:secret')}`]) {
      expect(await detailOf(await get(header))).toBe(
        'Authentication credentials were not provided.',
      )
    }
  })

  it('basic authentication takes the scheme name in any case', async () => {
    expect(await usernameOf(await get(basic('ann:secret').replace('Basic', 'bASIC')))).toBe('ann')
  })

  it('ends the user name at the first colon', async () => {
    expect(await usernameOf(await get(basic('bob:a:b::c')))).toBe('bob')
  })

  it('basic authentication reads UTF-8, and ISO-8859-1 when the bytes are not UTF-8 (RFC 7617)', async () => {
    expect(await usernameOf(await get(basic(utf8('jürgen:straße'))))).toBe('jürgen')
    expect(await usernameOf(await get(basic('jürgen:straße')))).toBe('jürgen')
  })

  it.each([
    ['Basic', 'Invalid basic header. No credentials provided.'],
    ['Basic a b', 'Invalid basic header. Credentials string should not contain spaces.'],
    ...[
      'Basic not-base64',
      'Basic ====',
      'Basic YW5uOnNlY3JldA',
      'Basic YW5uOnNlY3JldA=',
      'Basic YW5uOnNlY3JldA===',
      'Basic *YW5uOnNlY3JldA==',
      'Basic YW5uOnNlY3JldA==YW5u',
      `Basic ${btoa('no colon')}`,
    ].map((header) => [header, 'Invalid basic header. Credentials not correctly base64 encoded.']),
  ])('%s is 401: %s', async (header, text) => {
    const response = await get(header)

    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Basic realm="api"')
    expect(await detailOf(response)).toBe(text)
  })

  it('refuses with one text for all, so that no one learns which users exist', async () => {
    const wrong = [
      'ann:Secret',
      'ann:',
      'nobody:secret',
      'gone:secret',
      ':secret',
      ':',
      'Ann:secret',
    ]
    for (const credentials of [...wrong, 'ann:secret\0', 'ann\0:secret']) {
      const response = await get(basic(credentials))

      expect(response.status).toBe(401)
      expect(await response.text()).toBe('{"detail":"Invalid username/password."}')
    }
  })

  it('refuses writes that a page of another site has caused, with the password that the browser keeps', async () => {
    const write = (fields: Record<string, string>, settings: Settings = {}) =>
      oneView(
        { authentication: [basicAuthentication({ users })], post: () => new ApiResponse('done') },
        settings,
      ).post('/', { headers: { Authorization: basic(utf8('ann:secret')), ...fields } })
    const evil = { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }
    const form = { ...evil, 'Sec-Fetch-Mode': 'navigate' }
    const script = { ...evil, 'Sec-Fetch-Mode': 'cors' }
    const statusOf = async (answer: Promise<Response>) => (await answer).status

    for (const fields of [
      form,
      script,
      { ...script, 'Sec-Fetch-Mode': 'no-cors' },
      { ...form, Origin: 'null' },
      { 'Sec-Fetch-Site': 'same-site', Origin: 'https://sister.testserver' },
    ]) {
      const response = await write(fields)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ detail: expect.stringMatching(/^CSRF Failed/) })
    }
    const listed = { CORS_ALLOWED_ORIGINS: ['https://evil.test'] }
    expect(await statusOf(write(script, listed))).toBe(200)
    expect(await statusOf(write(form, listed))).toBe(403)
    expect(await statusOf(write(form, { CSRF_TRUSTED_ORIGINS: ['https://evil.test'] }))).toBe(200)
    expect(await statusOf(write({ 'Sec-Fetch-Site': 'same-origin' }))).toBe(200)
    expect(await statusOf(write({ 'Sec-Fetch-Site': 'none' }))).toBe(200)
    expect(await statusOf(write({}))).toBe(200)
  })

  it('names another realm in the challenge, quoted', async () => {
    const challenged = async (realm: string) => {
      const view = oneView({
        authentication: [basicAuthentication({ users, realm })],
        permissions: [isAuthenticated],
        get: () => new ApiResponse(),
      })
      return (await view.get('/')).headers.get('WWW-Authenticate')
    }

    expect(await challenged('library')).toBe('Basic realm="library"')
    expect(await challenged('the "old" \\ wing')).toBe('Basic realm="the \\"old\\" \\\\ wing"')
    expect(await challenged('tab\there, ÿ and ~')).toBe('Basic realm="tab\there, ÿ and ~"')
  })

  it.each(['line\nbreak', 'carriage\rreturn', 'zero\0', 'delete\x7f', '図書館'])(
    'refuses the realm %j at declaration, because no header can carry it',
    (realm) => {
      expect(() => basicAuthentication({ users, realm })).toThrow(
        `The realm ${JSON.stringify(realm)} cannot be sent in a header`,
      )
    },
  )
})
