import { named } from '@turnpike/test-support/accounts.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  type Account,
  type ApiKeyAuthenticationOptions,
  ApiResponse,
  apiKeyAuthentication,
  type Connection,
  createApi,
  isAuthenticated,
  memoryAccounts,
  requireScope,
  routes,
  type Settings,
} from '../../src/index.ts'
import { generateTokenKey, type NewApiKey } from '../../src/kit/index.ts'

interface OpenOptions extends Partial<ApiKeyAuthenticationOptions<Account>> {
  /** Of ann's key, besides its name and a scope. */
  fields?: Partial<NewApiKey>
  settings?: Settings
}

/** A service with a view for reading and one for writing, a key of ann, and a clock. */
async function open({ fields, settings, ...options }: OpenOptions = {}) {
  let seconds = 1_800_000_000
  const { users, keys } = memoryAccounts({
    users: [named('ann')],
    keys: { now: () => new Date(seconds * 1000) },
  })
  const ann = (await users.find('ann')) as Account
  const issued = await keys.create(ann, { name: 'export', scopes: ['notes:read'], ...fields })

  const api = createApi({
    LOGGER: silentLogger,
    DEFAULT_AUTHENTICATION_CLASSES: [apiKeyAuthentication({ keys, ...options })],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    ...settings,
  })
  const app = routes(api, {
    '/': { get: ({ user, auth }) => new ApiResponse({ user, auth }) },
    '/write/': { permissions: [requireScope('notes:write')], get: () => new ApiResponse('done') },
  })
  const get = (
    headers: Record<string, string> = {},
    { path = '/', ...connection }: Partial<Connection> & { path?: string } = {},
  ) => testClient(app, { connection }).get(path, { headers })
  const send = (key: string, from: Partial<Connection> & { path?: string } = {}) =>
    get({ Authorization: `Api-Key ${key}` }, from)
  const pass = (passed: number) => {
    seconds += passed
  }
  return { users, keys, ann, ...issued, app, get, send, pass }
}

const detailOf = async (response: Response) => (await response.json()).detail

describe('API key authentication', () => {
  it('an API key sets the user, and its record without the secret as auth', async () => {
    const { key, apiKey, send } = await open()

    const response = await send(key)

    expect(response.status).toBe(200)
    const body = await response.text()
    expect(JSON.parse(body)).toMatchObject({
      user: { username: 'ann' },
      auth: { id: apiKey.id, name: 'export', scopes: ['notes:read'], prefix: key.slice(0, 9) },
    })
    expect(body).not.toContain(key.slice(9))
  })

  it('the scopes of an API key decide what requireScope allows', async () => {
    const { key, keys, ann, send } = await open()
    const writing = await keys.create(ann, { name: 'import', scopes: ['notes:write'] })

    const refused = await send(key, { path: '/write/' })

    expect(refused.status).toBe(403)
    expect(refused.headers.get('WWW-Authenticate')).toBeNull()
    expect((await send(writing.key, { path: '/write/' })).status).toBe(200)
  })

  it('a request without an API key gets a challenge that names the keyword', async () => {
    const { get } = await open()
    const response = await get()

    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Api-Key')
    expect(response.headers.get('Vary')).toContain('Authorization')
    expect(await detailOf(response)).toBe('Authentication credentials were not provided.')
  })

  it('API key authentication is not attempted for other keywords', async () => {
    const { key, get } = await open()
    for (const header of ['', `Token ${key}`, key, `Api-Key:${key}`]) {
      expect(await detailOf(await get({ Authorization: header }))).toBe(
        'Authentication credentials were not provided.',
      )
    }
    expect((await get({ Authorization: `aPI-kEY ${key}` })).status).toBe(200)
  })

  it.each([
    ['Api-Key', 'Invalid API key header. No key provided.'],
    ['Api-Key a b', 'Invalid API key header. One key without spaces and commas is expected.'],
    ['Api-Key a,b', 'Invalid API key header. One key without spaces and commas is expected.'],
    ['Api-Key unknown', 'Invalid API key.'],
    ['Api-Key \xff', 'Invalid API key.'],
    [`Api-Key ${generateTokenKey('tk_')}`, 'Invalid API key.'],
    [`Api-Key ${generateTokenKey()}`, 'Invalid API key.'],
  ])('the header %j with an API key is 401: %s', async (header, text) => {
    const { get } = await open()
    const response = await get({ Authorization: header })

    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Api-Key')
    expect(await detailOf(response)).toBe(text)
  })

  it('unknown, revoked and expired API keys are refused with the same answer', async () => {
    const { key, keys, ann, send, pass } = await open({
      fields: { expires: new Date(1_800_000_100_000) },
    })
    const revoked = await keys.create(ann, { name: 'revoked', scopes: [] })
    await keys.revoke(revoked.apiKey)
    expect((await send(key)).status).toBe(200)

    pass(100)
    const answers = [
      await send(generateTokenKey('tk_')),
      await send(revoked.key),
      await send(key),
    ].map(async (response) => [response.status, [...response.headers], await response.text()])

    const [unknown, ...others] = await Promise.all(answers)
    expect(unknown?.[2]).toBe('{"detail":"Invalid API key."}')
    for (const other of others) expect(other).toEqual(unknown)
  })

  it('an API key works until the second of its end', async () => {
    const { key, send, pass } = await open({ fields: { expires: new Date(1_800_000_100_000) } })

    pass(99)
    expect((await send(key)).status).toBe(200)
    pass(1)
    expect((await send(key)).status).toBe(401)
  })

  it('an API key of an inactive user is refused at once, and works again with them', async () => {
    const { key, users, ann, send } = await open()

    await users.setActive(ann, false)
    expect(await detailOf(await send(key))).toBe('User inactive or deleted.')
    await users.setActive(ann, true)
    expect((await send(key)).status).toBe(200)
  })

  it('a use of an API key is recorded, and a refused one is not', async () => {
    const { key, apiKey, keys, users, ann, send } = await open({
      fields: { allowedAddresses: ['192.0.2.0/24'] },
    })
    const lastUse = async () => (await keys.get(apiKey.id))?.lastUsed

    await send(key, { address: '198.51.100.1' })
    await users.setActive(ann, false)
    await send(key, { address: '192.0.2.1' })
    expect(await lastUse()).toBeNull()

    await users.setActive(ann, true)
    await send(key, { address: '192.0.2.1' })
    expect(await lastUse()).toEqual(new Date(1_800_000_000_000))
  })
})

describe('the allowed addresses of an API key', () => {
  const fields = { allowedAddresses: ['192.0.2.0/24', '2001:db8::/32'] }

  it('an API key from another address is refused like an unknown one', async () => {
    const { key, send } = await open({ fields })

    const refused = await send(key, { address: '198.51.100.1' })
    const unknown = await send(generateTokenKey('tk_'), { address: '198.51.100.1' })

    expect(refused.status).toBe(401)
    expect(await refused.text()).toBe(await unknown.text())
    expect([...refused.headers]).toEqual([...unknown.headers])
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1']) {
      expect((await send(key, { address })).status).toBe(200)
    }
  })

  it('an inactive user is not given away to another address', async () => {
    const { key, users, ann, send } = await open({ fields })
    await users.setActive(ann, false)

    expect(await detailOf(await send(key, { address: '198.51.100.1' }))).toBe('Invalid API key.')
  })

  it('an API key with allowed addresses is refused when the address is unknown', async () => {
    const { key, send } = await open({ fields })

    expect((await send(key, { address: null })).status).toBe(401)
  })

  it('behind a trusted proxy the address of an API key is that of the client', async () => {
    const { key, get } = await open({ fields, settings: { TRUSTED_PROXIES: ['127.0.0.1'] } })
    const from = (forwarded: string, address = '127.0.0.1') =>
      get({ Authorization: `Api-Key ${key}`, 'X-Forwarded-For': forwarded }, { address })

    expect((await from('192.0.2.7')).status).toBe(200)
    expect((await from('198.51.100.1')).status).toBe(401)
    expect((await from('192.0.2.7, 198.51.100.1')).status).toBe(401)
    expect((await from('192.0.2.7', '198.51.100.1')).status).toBe(401)
  })

  it('the scheme checks the address of an API key, even if a store does not', async () => {
    const { apiKey, ann } = await open({ fields })
    const careless = { find: async () => ({ ...apiKey, user: ann }), noteUse() {} }
    const { send } = await open({ keys: careless })

    expect((await send('any', { address: '192.0.2.1' })).status).toBe(200)
    expect((await send('any', { address: '198.51.100.1' })).status).toBe(401)
  })
})

describe('wrong API keys', () => {
  it('wrong API keys are counted by address, and valid ones still work', async () => {
    const { key, send } = await open({
      settings: { FAILED_CREDENTIALS_RATES: { address: '3/min', username: null } },
    })
    const guess = async () => (await send(generateTokenKey('tk_'), { address: '192.0.2.9' })).status

    const statuses = [await guess(), await guess(), await guess(), await guess()]

    expect(statuses).toEqual([401, 401, 401, 429])
    expect((await send(key, { address: '192.0.2.9' })).status).toBe(200)
  })

  it('an API key from another address is counted like a wrong one', async () => {
    const { key, send } = await open({
      fields: { allowedAddresses: ['10.0.0.1'] },
      settings: { FAILED_CREDENTIALS_RATES: { address: '1/min', username: null } },
    })

    expect((await send(key, { address: '192.0.2.9' })).status).toBe(401)
    expect((await send(key, { address: '192.0.2.9' })).status).toBe(429)
  })
})

describe('the place of an API key', () => {
  it('an API key in a field of its own is accepted there only', async () => {
    const { key, get } = await open({ header: 'X-Api-Key' })

    expect((await get({ 'x-api-key': key })).status).toBe(200)
    const refused = await get({ Authorization: `Api-Key ${key}` })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('WWW-Authenticate')).toBe('Api-Key header="X-Api-Key"')
    expect(refused.headers.get('Vary')).toContain('X-Api-Key')
  })

  it('two API keys in one request are refused, whichever is valid', async () => {
    const { key, app } = await open({ header: 'X-Api-Key' })
    const other = generateTokenKey('tk_')
    const text = 'Invalid API key header. One key without spaces and commas is expected.'

    for (const pair of [
      [key, other],
      [other, key],
      [key, key],
    ]) {
      const request = new Request('http://testserver/')
      for (const one of pair) request.headers.append('X-Api-Key', one)
      const response = await app.fetch(request)
      expect(response.status).toBe(401)
      expect(await detailOf(response)).toBe(text)
    }
  })

  it('an empty field for an API key is refused, not ignored', async () => {
    const { get } = await open({ header: 'X-Api-Key' })

    expect(await detailOf(await get({ 'X-Api-Key': '' }))).toBe(
      'Invalid API key header. No key provided.',
    )
  })

  it('an API key after Bearer is challenged as RFC 6750 has it', async () => {
    const { key, get } = await open({ keyword: 'Bearer', realm: 'notes' })
    const challenge = async (authorization?: string) => {
      const response = await get(authorization ? { Authorization: authorization } : {})
      return response.headers.get('WWW-Authenticate')
    }

    expect((await get({ Authorization: `Bearer ${key}` })).status).toBe(200)
    expect(await challenge()).toBe('Bearer realm="notes"')
    expect(await challenge(`Bearer ${generateTokenKey('tk_')}`)).toBe(
      'Bearer realm="notes", error="invalid_token"',
    )
  })

  it('a wrong API key in a field of its own says nothing of a bearer token', async () => {
    const { keys } = memoryAccounts()
    const schemes = [{ keyword: 'Bearer', realm: 'notes' }, { header: 'X-Api-Key' }]
    const { get } = await open({
      settings: {
        DEFAULT_AUTHENTICATION_CLASSES: schemes.map((options) =>
          apiKeyAuthentication({ keys, ...options }),
        ),
      },
    })
    const response = await get({ 'X-Api-Key': generateTokenKey('tk_') })

    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="notes"')
  })

  it.each([
    [{ header: 'X Api Key' }, 'header of apiKeyAuthentication()'],
    [{ header: '' }, 'header of apiKeyAuthentication()'],
    [{ keyword: 'Api Key' }, 'keyword of apiKeyAuthentication()'],
    [{ keywrd: 'Key' }, 'keyword'],
  ])('apiKeyAuthentication rejects the options %j', (options, message) => {
    const { keys } = memoryAccounts()
    expect(() => apiKeyAuthentication({ keys, ...options })).toThrow(message)
  })

  it('a view behind API keys knows that auth has scopes', () => {
    const { keys } = memoryAccounts()
    createApi().view({
      authentication: [apiKeyAuthentication({ keys })],
      permissions: [requireScope('notes:read')],
      get({ user, auth }) {
        expectTypeOf(user).toEqualTypeOf<Account>()
        expectTypeOf(auth.scopes).toEqualTypeOf<readonly string[]>()
        expectTypeOf(auth.name).toEqualTypeOf<string>()
        return new ApiResponse(null)
      },
    })
  })
})
