import { testClient } from '@turnpike/testing'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  ApiResponse,
  AuthenticationFailed,
  anyOf,
  createApi,
  isAuthenticated,
  isUnscoped,
  memoryAccounts,
  requireScope,
  routes,
  type Scheme,
  type Scoped,
  type User,
} from '../../src/index.ts'

const { users } = memoryAccounts()
const ann = await users.create({ username: 'ann', password: null })

/** `Authorization: Pass notes:read,notes:write`; `Whole` has no scopes. */
const pass: Scheme<User, Scoped> = {
  name: 'pass',
  challenge: () => 'Pass',
  authenticate({ headers }) {
    const [scheme, list] = (headers.get('Authorization') ?? '').split(' ')
    if (scheme !== 'Pass') return null
    return { user: ann, auth: { scopes: list ? list.split(',') : [] } }
  },
}
const whole: Scheme<User, null> = {
  name: 'whole',
  authenticate: ({ headers }) =>
    headers.get('Authorization') === 'Whole' ? { user: ann, auth: null } : null,
}

const api = createApi({ DEFAULT_AUTHENTICATION_CLASSES: [pass, whole] as const })
const ok = () => new ApiResponse({ ok: true })
const app = routes(api, {
  '/write/': api.view({ permissions: [requireScope('notes:write')], get: ok }),
  '/both/': api.view({ permissions: [requireScope('notes:read', 'notes:write')], get: ok }),
  '/either/': api.view({ permissions: [anyOf(isUnscoped, requireScope('notes:write'))], get: ok }),
})
const client = testClient(app)
const get = async (path: string, Authorization: string) => {
  const response = await client.get(path, { headers: { Authorization } })
  return [response.status, ((await response.json()) as { detail?: string }).detail ?? null]
}

describe('requireScope', () => {
  it('allows credentials that have the scope, among others', async () => {
    expect(await get('/write/', 'Pass notes:read,notes:write')).toEqual([200, null])
  })

  it.each([
    ['another scope', 'Pass notes:read'],
    ['the beginning of the scope', 'Pass notes'],
    ['the scope in other case', 'Pass Notes:write'],
    ['no scope of its own', 'Pass'],
    ['credentials that have no scopes', 'Whole'],
  ])('denies %s, and names the scope that is missing', async (_case, authorization) => {
    const detail = 'This needs credentials with the scope notes:write.'
    expect(await get('/write/', authorization)).toEqual([403, detail])
  })

  it('asks a client without credentials to authenticate', async () => {
    const response = await client.get('/write/')
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Pass'])
  })

  it('with several scopes needs all of them', async () => {
    const detail = 'This needs credentials with the scope notes:read and notes:write.'
    expect(await get('/both/', 'Pass notes:read')).toEqual([403, detail])
    expect(await get('/both/', 'Pass notes:write,notes:read')).toEqual([200, null])
  })

  it('beside isUnscoped limits only credentials that have scopes', async () => {
    expect(await get('/either/', 'Whole')).toEqual([200, null])
    expect(await get('/either/', 'Pass notes:write')).toEqual([200, null])
    expect((await get('/either/', 'Pass'))[0]).toBe(403)
    expect((await client.get('/either/')).status).toBe(401)
  })

  it.each([[''], ['notes read'], ['notes"'], ['ü'], ['x'.repeat(101)]])(
    'refuses %j, which cannot be the name of a scope',
    (scope) => {
      expect(() => requireScope(scope)).toThrow('such as notes:read')
    },
  )

  it('refuses an empty list of scopes', () => {
    // @ts-expect-error At least one is needed.
    expect(() => requireScope()).toThrow('needs a scope')
  })

  it('narrows auth, and with it the user, to those of schemes with scopes', () => {
    api.view({
      permissions: [requireScope('notes:write')],
      get({ user, auth }) {
        expectTypeOf(auth).toEqualTypeOf<Scoped>()
        expectTypeOf(user).toEqualTypeOf<User>()
        return ok()
      },
    })
  })
})

describe('a challenge', () => {
  it('gets the failure of the scheme, and nothing for a request without credentials', async () => {
    class Stale extends AuthenticationFailed {}
    const scheme: Scheme = {
      authenticate({ headers }) {
        if (headers.has('Authorization')) throw new Stale('Too old.')
        return null
      },
      challenge: (_request, failure) => (failure instanceof Stale ? 'Pass stale=true' : 'Pass'),
    }
    const view = api.view({ authentication: [scheme], permissions: [isAuthenticated], get: ok })
    const stale = testClient(routes(api, { '/': view }))
    const asked = async (headers: Record<string, string>) =>
      (await stale.get('/', { headers })).headers.get('WWW-Authenticate')

    expect(await asked({ Authorization: 'Pass' })).toBe('Pass stale=true')
    expect(await asked({})).toBe('Pass')
  })
})
