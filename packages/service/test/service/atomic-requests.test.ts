import {
  ApiResponse,
  createApi,
  jsonRenderer,
  loginView,
  logoutView,
  obtainToken,
  PermissionDenied,
  routes,
  sessionAuthentication,
} from 'turnpike'
import { adminViews, browsableRenderer } from 'turnpike/pages'
import { describe, expect, it } from 'vitest'
import { defineService } from '../../src/service/index.ts'
import { startService } from './test-service.ts'

const service = defineService({
  name: 'atomic',
  app({ users, tokens, sessions, settings }) {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [sessionAuthentication({ sessions })],
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
      ...settings,
    })
    return routes(api, {
      '/register/:end/': api.view({
        permissions: [],
        async post({ params, transaction }) {
          await users.create({ username: 'bob', password: 'right and long' })
          const row = await transaction
            .selectFrom('turnpike_user')
            .select('username')
            .where('username', '=', 'bob')
            .executeTakeFirst()
          if (params.end === 'refused') throw new PermissionDenied(row?.username)
          return new ApiResponse(row, 201)
        },
      }),
      '/token/': obtainToken({ users, tokens }),
      '/login/': loginView({ users, sessions }),
      '/logout/': logoutView({ sessions }),
      ...adminViews({ users, tokens, sessions }),
    })
  },
})

const post = (json: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(json),
})

describe('atomic requests of a service', () => {
  it('ATOMIC_REQUESTS in the environment makes the requests of a service atomic', async () => {
    const { request, users } = await startService(service, { ATOMIC_REQUESTS: 'true' })

    const refused = await request('/register/refused/', post({}))
    expect([refused.status, await refused.json()]).toEqual([403, { detail: 'bob' }])
    expect(await users.find('bob')).toBe(null)

    expect((await request('/register/done/', post({}))).status).toBe(201)
    expect((await users.find('bob'))?.username).toBe('bob')
  })

  it('without ATOMIC_REQUESTS the requests of a service have no transaction', async () => {
    const { request } = await startService(service)

    expect((await request('/register/refused/', post({}))).status).toBe(500)
  })

  it('signing in, tokens and the admin work with ATOMIC_REQUESTS', async () => {
    const { request, users } = await startService(service, { ATOMIC_REQUESTS: 'true' })
    const credentials = { username: 'ann', password: 'right and long' }
    await users.create({ ...credentials, isStaff: true })

    expect((await request('/token/', post(credentials))).status).toBe(200)
    expect((await request('/token/', post({ ...credentials, password: 'wrong' }))).status).toBe(400)

    const shown = await request('/login/')
    const token = ((await shown.json()) as { csrf_token: string }).csrf_token
    const cookieOf = (response: Response) =>
      response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    const csrf = { 'X-CSRFToken': token, Cookie: cookieOf(shown).join('; ') }
    const signIn = post(credentials)
    const signedIn = await request('/login/', {
      ...signIn,
      headers: { ...signIn.headers, ...csrf },
    })
    expect(signedIn.status).toBe(200)
    const cookies = cookieOf(signedIn).join('; ')
    expect((await request('/admin/', { headers: { Cookie: cookies } })).status).toBe(200)
  })
})
