import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiException,
  ApiResponse,
  allOf,
  allowAny,
  anyOf,
  createApi,
  isAdminUser,
  isAuthenticated,
  isAuthenticatedOrReadOnly,
  isUnscoped,
  memoryAccounts,
  type Permission,
  requireScope,
  routes,
  type Scheme,
  type User,
} from '../../src/index.ts'
import { openApiDocument } from '../../src/openapi/document.ts'

const { users } = memoryAccounts()
const ann = await users.create({ username: 'ann', password: null })

/** `Pass`: no scopes at all; `Pass -`: scopes, but none; `Pass notes:read`: one. */
const pass: Scheme<User, unknown> = {
  name: 'pass',
  isScoped: true,
  challenge: () => 'Pass',
  authenticate({ headers }) {
    const [scheme, list] = (headers.get('Authorization') ?? '').split(' ')
    if (scheme !== 'Pass') return null
    if (list === undefined) return { user: ann, auth: null }
    return { user: ann, auth: { scopes: list === '-' ? [] : [list] } }
  },
}

const open: Permission = { hasPermission: () => true }

const permissions = {
  '/users/': [isAuthenticated],
  '/both/': [allOf(isAuthenticated, open)],
  '/own/': [open],
  '/public/': [allowAny],
  '/read/': [isAuthenticatedOrReadOnly],
  '/scope/': [isAuthenticated, requireScope('notes:read')],
  '/either/': [anyOf(isAdminUser, requireScope('notes:read'))],
  '/whole/': [{ ...isUnscoped, message: 'No keys here.' }],
  '/told/': [{ ...open, asksForScope: true }],
}

function appWith(SCOPED_CREDENTIALS: 'any' | 'declared') {
  const api = createApi({ DEFAULT_AUTHENTICATION_CLASSES: [pass], SCOPED_CREDENTIALS })
  const ok = () => new ApiResponse({ ok: true })
  return routes(
    api,
    Object.fromEntries(
      Object.entries(permissions).map(([path, own]) => [
        path,
        api.view({ permissions: own, get: ok, post: ok }),
      ]),
    ),
  )
}

const declared = testClient(appWith('declared'))
const any = testClient(appWith('any'))

async function statusOf(
  client: typeof declared,
  path: string,
  credentials: string | null,
  method: 'get' | 'post' = 'get',
): Promise<number> {
  const headers = credentials === null ? {} : { Authorization: credentials }
  return (await client[method](path, { headers })).status
}

describe('SCOPED_CREDENTIALS', () => {
  it.each(['/users/', '/both/', '/own/'])(
    'declared refuses credentials with scopes at %s, where no permission asks for one',
    async (path) => {
      expect(await statusOf(declared, path, 'Pass notes:read')).toBe(403)
      expect(await statusOf(declared, path, 'Pass -')).toBe(403)
      expect(await statusOf(declared, path, 'Pass')).toBe(200)
      expect(await statusOf(any, path, 'Pass notes:read')).toBe(200)
      expect(await statusOf(any, path, 'Pass -')).toBe(200)
    },
  )

  it('declared leaves the challenge of a request without credentials as it is', async () => {
    const answer = await declared.get('/users/')

    expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, 'Pass'])
  })

  it('the refusal has the code of a missing scope', async () => {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [pass],
      SCOPED_CREDENTIALS: 'declared',
      EXCEPTION_HANDLER: (error) =>
        new ApiResponse(error instanceof ApiException ? error.codes : null),
    })
    const view = api.view({ permissions: [isAuthenticated], get: () => new ApiResponse(null) })
    const client = testClient(routes(api, { '/': view }))

    const answer = await client.get('/', { headers: { Authorization: 'Pass -' } })
    expect(await answer.json()).toBe('insufficient_scope')
  })

  it('the document has the refusal, where a scheme has scopes', async () => {
    const statusesWith = async (scheme: Scheme<User>) => {
      const api = createApi({
        DEFAULT_AUTHENTICATION_CLASSES: [scheme],
        SCOPED_CREDENTIALS: 'declared',
      })
      const view = api.view({ permissions: [isAuthenticated], get: () => new ApiResponse(null) })
      const info = { title: 'Notes', version: '1' }
      const { paths } = await openApiDocument(api, { '/': view }, info)
      return Object.keys(paths['/']?.get?.responses ?? {})
    }

    expect(await statusesWith(pass)).toContain('403')
    expect(await statusesWith({ ...pass, isScoped: false })).not.toContain('403')
  })

  it('declared accepts them where a permission asks for a scope', async () => {
    expect(await statusOf(declared, '/scope/', 'Pass notes:read')).toBe(200)
    expect(await statusOf(declared, '/scope/', 'Pass notes:write')).toBe(403)
    expect(await statusOf(declared, '/either/', 'Pass notes:read')).toBe(200)
    expect(await statusOf(declared, '/whole/', 'Pass')).toBe(200)
    expect(await statusOf(declared, '/told/', 'Pass notes:read')).toBe(200)
  })

  it('declared accepts them where everybody is allowed, method by method', async () => {
    expect(await statusOf(declared, '/public/', 'Pass -', 'post')).toBe(200)
    expect(await statusOf(declared, '/read/', 'Pass -')).toBe(200)
    expect(await statusOf(declared, '/read/', null)).toBe(200)
    expect(await statusOf(declared, '/read/', 'Pass -', 'post')).toBe(403)
    expect(await statusOf(declared, '/read/', 'Pass', 'post')).toBe(200)
  })
})
