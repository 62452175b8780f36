import { quick } from '@turnpike/test-support/accounts.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  type Account,
  apiKeyAuthentication,
  createApi,
  isAuthenticated,
  type KeyViewsOptions,
  keyViews,
  loginView,
  memoryAccounts,
  memorySessions,
  pageNumberPagination,
  routes,
  sessionAuthentication,
  tokenAuthentication,
} from '../../src/index.ts'
import type { ApiKeyOptions } from '../../src/kit/index.ts'
import { type OpenApiDocument, openApiView } from '../../src/openapi/index.ts'

interface OpenOptions extends Partial<KeyViewsOptions<Account>> {
  rules?: ApiKeyOptions
}

/** A service whose users ann and bob manage their keys with their tokens. */
async function open({ rules, ...options }: OpenOptions = {}) {
  const { users, tokens, keys } = memoryAccounts({
    users: [
      { username: 'ann', password: 'wonderland' },
      { username: 'bob', password: null },
    ],
    passwords: quick,
    ...(rules && { keys: rules }),
  })
  const sessions = memorySessions({ users })
  const api = createApi({
    LOGGER: silentLogger,
    SECRET_KEYS: ['x'.repeat(32)],
    DEFAULT_AUTHENTICATION_CLASSES: [
      tokenAuthentication({ tokens }),
      apiKeyAuthentication({ keys }),
      sessionAuthentication({ sessions }),
    ],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    DEFAULT_PAGINATION_CLASS: pageNumberPagination(),
    PAGE_SIZE: 2,
  })
  const views = keyViews({ keys, ...options })
  const app = routes(api, {
    ...views,
    '/login/': loginView({ users, sessions }),
    '/openapi.json': openApiView(views, { title: 'Keys', version: '1.0.0' }),
  })
  const clientOf = async (username: string) => {
    const user = (await users.find(username)) as Account
    const { key } = await tokens.getOrCreate(user)
    return testClient(app, { headers: { Authorization: `Token ${key}` } })
  }
  return {
    keys,
    users,
    app,
    ann: await clientOf('ann'),
    bob: await clientOf('bob'),
    withKey: (key: string) => testClient(app, { headers: { Authorization: `Api-Key ${key}` } }),
  }
}

const fields = { name: 'Nightly export', scopes: ['notes:read'] }

describe('the views of API keys', () => {
  it('POST creates an API key, whose text is in this answer and in no other', async () => {
    const { ann } = await open()

    const response = await ann.post('/keys/', {
      json: { ...fields, expires: '2030-01-01T00:00:00Z', allowed_addresses: ['192.0.2.0/24'] },
    })

    expect(response.status).toBe(201)
    const { key, ...created } = await response.json()
    expect(created).toEqual({
      id: expect.any(String),
      name: 'Nightly export',
      prefix: key.slice(0, 9),
      scopes: ['notes:read'],
      created: expect.stringMatching(/^20\d\d-.*Z$/),
      expires: '2030-01-01T00:00:00Z',
      last_used: null,
      allowed_addresses: ['192.0.2.0/24'],
    })
    expect(response.headers.get('Location')).toBe(`/keys/${created.id}/`)
    expect(response.headers.get('Cache-Control')).toBe('no-store')

    const item = await ann.get(`/keys/${created.id}/`)
    expect(await item.json()).toEqual(created)
    const list = await (await ann.get('/keys/')).text()
    expect(JSON.parse(list)).toMatchObject({ count: 1, results: [created] })
    expect(list).not.toContain(key.slice(9))
  })

  it('the list of API keys has only those of the user, in pages', async () => {
    const { ann, bob } = await open()
    for (const name of ['one', 'two', 'three'])
      await ann.post('/keys/', { json: { ...fields, name } })
    await bob.post('/keys/', { json: fields })

    const page = await (await ann.get('/keys/?page=2')).json()

    expect(page).toMatchObject({ count: 3, next: null })
    expect(page.results).toHaveLength(1)
    expect(page.previous).toContain('/keys/')
  })

  it('DELETE revokes an API key at once', async () => {
    const { ann, withKey } = await open()
    const { key, id } = await (await ann.post('/keys/', { json: fields })).json()
    expect((await withKey(key).get('/keys/')).status).toBe(403)

    expect((await ann.delete(`/keys/${id}/`)).status).toBe(204)

    expect((await withKey(key).get('/keys/')).status).toBe(401)
    expect((await ann.get(`/keys/${id}/`)).status).toBe(404)
    expect((await ann.delete(`/keys/${id}/`)).status).toBe(404)
  })

  it('the API keys of others are as unknown as those that do not exist', async () => {
    const { ann, bob, keys } = await open()
    const { id } = await (await ann.post('/keys/', { json: fields })).json()

    for (const method of ['GET', 'DELETE']) {
      const others = await bob.request(method, `/keys/${id}/`)
      const unknown = await bob.request(method, `/keys/${crypto.randomUUID()}/`)
      expect(others.status).toBe(404)
      expect(await others.text()).toBe(await unknown.text())
    }
    expect(await keys.get(id)).not.toBeNull()
  })

  it('an API key cannot create, list, show or revoke API keys, whatever its scopes', async () => {
    const { ann, withKey, keys } = await open()
    const { key, id } = await (
      await ann.post('/keys/', { json: { ...fields, scopes: ['keys', 'admin', 'notes:write'] } })
    ).json()
    const holder = withKey(key)

    for (const response of [
      await holder.post('/keys/', { json: { ...fields, scopes: ['notes:delete'] } }),
      await holder.get('/keys/'),
      await holder.get(`/keys/${id}/`),
      await holder.delete(`/keys/${id}/`),
    ]) {
      expect(response.status).toBe(403)
      expect(await response.json()).toEqual({
        detail: 'API keys are managed with a password, a session or a token, not with an API key.',
      })
    }
    expect(await keys.search().count()).toBe(1)
  })

  it('the views of API keys are closed to anonymous requests', async () => {
    const { app } = await open()
    const anonymous = testClient(app)

    expect((await anonymous.get('/keys/')).status).toBe(401)
    expect((await anonymous.post('/keys/', { json: fields })).status).toBe(401)
    expect((await anonymous.get(`/keys/${crypto.randomUUID()}/`)).status).toBe(401)
  })

  it('a browser needs the CSRF token to create an API key', async () => {
    const { app, keys } = await open()
    const client = testClient(app)
    const asked = await client.get('/login/')
    const { csrf_token: token } = await asked.json()
    const cookie = (response: Response) =>
      response.headers.getSetCookie().map((one) => one.split(';')[0])
    const login = await client.post('/login/', {
      json: { username: 'ann', password: 'wonderland' },
      headers: { Cookie: cookie(asked).join('; '), 'X-CSRFToken': token },
    })
    const headers = { Cookie: cookie(login).join('; ') }

    expect((await client.get('/keys/', { headers })).status).toBe(200)
    const refused = await client.post('/keys/', { json: fields, headers })

    expect(refused.status).toBe(403)
    expect((await refused.json()).detail).toContain('CSRF Failed')
    expect(await keys.search().count()).toBe(0)
  })
})

describe('invalid API keys', () => {
  it.each([
    [{}, { name: ['This field is required.'], scopes: ['This field is required.'] }],
    [{ ...fields, name: '' }, { name: ['This field may not be blank.'] }],
    [
      { ...fields, name: 'n'.repeat(101) },
      { name: ['Ensure this field has no more than 100 characters.'] },
    ],
    [{ ...fields, name: 'a\u0007b' }, { name: ['The name has a character that cannot be shown.'] }],
    [{ ...fields, scopes: 'notes:read' }, { scopes: [expect.any(String)] }],
    [
      { ...fields, scopes: ['notes read'] },
      { scopes: [expect.stringContaining('"notes read" is not a scope')] },
    ],
    [
      { ...fields, expires: '2001-01-01T00:00:00Z' },
      { expires: ['It must expire in the future.'] },
    ],
    [{ ...fields, expires: 'tomorrow' }, { expires: [expect.stringContaining('wrong format')] }],
    [
      { ...fields, allowed_addresses: ['example.com'] },
      {
        allowed_addresses: ['"example.com" is neither an address nor a range such as 10.0.0.0/8.'],
      },
    ],
    [{ ...fields, allowed_addresses: [] }, { allowed_addresses: [expect.any(String)] }],
  ])('an API key is refused for the body %j', async (json, errors) => {
    const { ann, keys } = await open()

    const response = await ann.post('/keys/', { json })

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual(errors)
    expect(await keys.search().count()).toBe(0)
  })

  it('only the scopes of the option may be given to an API key', async () => {
    const { ann } = await open({ scopes: ['notes:read', 'notes:write'] })

    expect((await ann.post('/keys/', { json: fields })).status).toBe(201)
    const refused = await ann.post('/keys/', { json: { ...fields, scopes: ['admin'] } })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({ scopes: { 0: ['"admin" is not a valid choice.'] } })
  })

  it('an API key may not outlive the maximum of the service', async () => {
    const { ann } = await open({ rules: { maxAgeSeconds: 86_400 } })

    const created = await (await ann.post('/keys/', { json: fields })).json()
    expect(Date.parse(created.expires)).toBeLessThanOrEqual(Date.now() + 86_400_000)
    const refused = await ann.post('/keys/', { json: { ...fields, expires: null } })
    expect(await refused.json()).toEqual({
      expires: [expect.stringMatching(/^It must expire by 20\d\d-.*Z\.$/)],
    })
  })

  it.each([
    [{ path: 'keys' }, 'path of keyViews()'],
    [{ scopes: ['a b'] }, 'keyViews() got the scope "a b"'],
    [{ scope: ['a'] }, 'scopes'],
  ])('keyViews rejects the options %j', (options, message) => {
    const { keys } = memoryAccounts()
    expect(() => keyViews({ keys, ...options } as KeyViewsOptions<Account>)).toThrow(message)
  })
})

it('the OpenAPI document describes the views of API keys', async () => {
  const { app } = await open({ scopes: ['notes:read', 'notes:write'] })

  const document = (await (
    await testClient(app).get('/openapi.json')
  ).json()) as unknown as OpenApiDocument & { components: { schemas: Record<string, object> } }

  expect(Object.keys(document.paths ?? {})).toEqual(['/keys/', '/keys/{id}/'])
  const { IssuedApiKey, ApiKey } = document.components.schemas
  expect(IssuedApiKey).toMatchObject({ required: expect.arrayContaining(['key', 'id']) })
  expect(ApiKey).not.toMatchObject({ required: expect.arrayContaining(['key']) })
  expect(JSON.stringify(document)).toContain('notes:write')
})
