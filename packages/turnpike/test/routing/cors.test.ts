import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  memoryAccounts,
  routes,
  type Settings,
  Throttled,
  tokenAuthentication,
} from '../../src/index.ts'

const page = 'https://app.example.com'

function open(settings: Settings = { CORS_ALLOWED_ORIGINS: [page] }) {
  const { tokens } = memoryAccounts()
  const api = createApi({ ...settings, LOGGER: silent })
  return testClient(
    routes(api, {
      '/open/': api.view({ get: () => new ApiResponse('read') }),
      '/closed/': api.view({
        authentication: [tokenAuthentication({ tokens })],
        permissions: [isAuthenticated],
        get: () => new ApiResponse('read'),
      }),
      '/busy/': api.view({
        get: () => {
          throw new Throttled(7)
        },
      }),
      '/broken/': api.view({
        get: () => {
          throw new Error('broken')
        },
      }),
    }),
  )
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const from = (origin: string) => ({ headers: { Origin: origin } })
const preflight = {
  headers: { Origin: page, 'Access-Control-Request-Method': 'DELETE' },
}

describe('CORS', () => {
  it('CORS is off by default', async () => {
    const response = await open({}).get('/open/', from(page))

    expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
    expect(response.headers.get('Vary') ?? '').not.toContain('Origin')
  })

  it.each([
    ['/open/', 200],
    ['/closed/', 401],
    ['/busy/', 429],
    ['/unknown/', 404],
    ['/broken/', 500],
  ])('lets an allowed origin read %s with status %i', async (path, status) => {
    const response = await open().get(path, from(page))

    expect(response.status).toBe(status)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(page)
    expect(response.headers.get('Vary')).toContain('Origin')
    for (const field of ['Retry-After', 'WWW-Authenticate', 'Link']) {
      expect(response.headers.get('Access-Control-Expose-Headers')).toContain(field)
    }
  })

  it('CORS keeps the fields of errors', async () => {
    const closed = await open().get('/closed/', from(page))
    const busy = await open().get('/busy/', from(page))

    expect(closed.headers.get('WWW-Authenticate')).toBe('Token')
    expect(busy.headers.get('Retry-After')).toBe('7')
  })

  it('names no other origin, and says that the answer depends on it', async () => {
    for (const origin of ['https://evil.example', `${page}.evil.example`, 'null']) {
      const response = await open().get('/open/', from(origin))

      expect(response.status).toBe(200)
      expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false)
      expect(response.headers.get('Vary')).toContain('Origin')
    }
  })

  it('answers a preflight before any check', async () => {
    const response = await open().request('OPTIONS', '/closed/', preflight)

    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(page)
    expect(response.headers.get('Access-Control-Allow-Methods')).toContain('DELETE')
    expect(response.headers.get('Access-Control-Allow-Headers')).toContain('Authorization')
    expect(response.headers.get('Access-Control-Max-Age')).toBe('7200')
    expect(response.headers.has('Access-Control-Allow-Credentials')).toBe(false)
  })

  it('CORS leaves the preflight of another origin, and an OPTIONS that is not a preflight, to the view', async () => {
    const foreign = { headers: { ...preflight.headers, Origin: 'https://evil.example' } }
    const client = open()

    expect((await client.request('OPTIONS', '/closed/', foreign)).status).toBe(401)
    expect((await client.request('OPTIONS', '/open/', from(page))).status).toBe(200)
  })

  it('allows every origin by *, without credentials', async () => {
    const response = await open({ CORS_ALLOWED_ORIGINS: ['*'] }).get(
      '/open/',
      from('https://a.test'),
    )

    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(() => open({ CORS_ALLOWED_ORIGINS: ['*'], CORS_ALLOW_CREDENTIALS: true })).toThrow(
      'list the origins',
    )
  })

  it('allows cookies for named origins', async () => {
    const client = open({ CORS_ALLOWED_ORIGINS: [page], CORS_ALLOW_CREDENTIALS: true })
    const response = await client.get('/open/', from(page))

    expect(response.headers.get('Access-Control-Allow-Credentials')).toBe('true')
  })
})
