import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  isAuthenticated,
  memoryAccounts,
  tokenAuthentication,
} from '../../src/index.ts'

const { users, tokens } = memoryAccounts({
  createTokens: true,
  users: [
    { username: 'ann', password: null },
    { username: 'gone', password: null, isActive: false },
  ],
})
async function keyOf(username: string): Promise<string> {
  const user = await users.find(username)
  if (user === null) throw new Error(`There is no ${username}.`)
  return (await tokens.getOrCreate(user)).key
}

const serve = (options = {}) =>
  oneView({
    authentication: [tokenAuthentication({ tokens, ...options })],
    permissions: [isAuthenticated],
    get: ({ user, auth }) => new ApiResponse({ user, auth }),
  })
const get = (authorization?: string, options = {}) =>
  serve(options).get(
    '/',
    authorization === undefined ? {} : { headers: { Authorization: authorization } },
  )
const detailOf = async (response: Response) => (await response.json()).detail

describe('token authentication', () => {
  it('sets the user, and the token record as auth', async () => {
    const key = await keyOf('ann')
    const response = await get(`Token ${key}`)

    expect(response.status).toBe(200)
    const { user, auth } = await response.json()
    expect(user.username).toBe('ann')
    expect(auth).toMatchObject({ key, user: { username: 'ann' } })
  })

  it('answers 401 with the keyword as challenge when no key is sent', async () => {
    const response = await get()

    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Token')
    expect(await detailOf(response)).toBe('Authentication credentials were not provided.')
  })

  it('token authentication names Authorization in Vary, for caches', async () => {
    expect((await get()).headers.get('Vary')).toContain('Authorization')
  })

  it('token authentication is not attempted for an empty header, another keyword or a key without one', async () => {
    const key = await keyOf('ann')
    for (const header of ['', `Bearer ${key}`, key, `Token=${key}`, `Token:${key}`]) {
      expect(await detailOf(await get(header))).toBe(
        'Authentication credentials were not provided.',
      )
    }
  })

  it('takes the keyword in any case, and the key in its own case only', async () => {
    const key = await keyOf('ann')

    expect((await get(`toKEN ${key}`)).status).toBe(200)
    expect(await detailOf(await get(`Token ${key.toUpperCase()}`))).toBe('Invalid token.')
  })

  it.each([
    ['Token', 'Invalid token header. No credentials provided.'],
    ['Token a b', 'Invalid token header. Token string should not contain spaces.'],
    ['Token  a', 'Invalid token header. Token string should not contain spaces.'],
    ['Token \xff', 'Invalid token header. Token string should not contain invalid characters.'],
    ['Token unknown', 'Invalid token.'],
    ['Token gr\u00c3\u00bcn', 'Invalid token.'],
  ])('%j is 401: %s', async (header, text) => {
    const response = await get(header)

    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Token')
    expect(await detailOf(response)).toBe(text)
  })

  it('refuses the token of an inactive user', async () => {
    expect(await detailOf(await get(`Token ${await keyOf('gone')}`))).toBe(
      'User inactive or deleted.',
    )
  })

  it('refuses a token that was replaced', async () => {
    const accounts = memoryAccounts({ users: [{ username: 'eve', password: null }] })
    const eve = await accounts.users.find('eve')
    if (eve === null) throw new Error('There is no eve.')
    const { key } = await accounts.tokens.getOrCreate(eve)

    expect((await get(`Token ${key}`, accounts)).status).toBe(200)
    await accounts.tokens.regenerate(eve)
    expect(await detailOf(await get(`Token ${key}`, accounts))).toBe('Invalid token.')
  })

  it('takes another keyword, which is then the challenge; the texts keep saying token', async () => {
    const options = { keyword: 'Bearer' }

    expect((await get(`Bearer ${await keyOf('ann')}`, options)).status).toBe(200)
    expect((await get(undefined, options)).headers.get('WWW-Authenticate')).toBe('Bearer')
    expect(await detailOf(await get(`Token ${await keyOf('ann')}`, options))).toBe(
      'Authentication credentials were not provided.',
    )
    expect(await detailOf(await get('Bearer', options))).toBe(
      'Invalid token header. No credentials provided.',
    )
  })

  it('names a realm when it is given one, as Bearer needs (RFC 6750 §3)', async () => {
    const response = await get(undefined, { keyword: 'Bearer', realm: 'the "api"' })
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="the \\"api\\""')
  })

  it.each(['', 'Bearer ', 'Api Key'])('tokenAuthentication rejects the keyword %j', (keyword) => {
    const { tokens } = memoryAccounts()
    expect(() => tokenAuthentication({ tokens, keyword })).toThrow('keyword')
  })
})
