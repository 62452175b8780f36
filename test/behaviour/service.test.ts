import {
  type ApiRequest,
  ApiResponse,
  arrayItems,
  basicAuthentication,
  createApi,
  cursorPagination,
  isAuthenticated,
  limitOffsetPagination,
  obtainToken,
  type Pagination,
  type Permission,
  pageNumberPagination,
  routes,
  type Scheme,
  type Throttle,
  tokenAuthentication,
  userRateThrottle,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../packages/turnpike/test/node/test-server.ts'
import {
  basic,
  clientOf,
  idsOf,
  keyOfAnn,
  nobody,
  notAllowed,
  numbered,
  openAccounts,
  refusalOf,
  token,
  whoAmI,
} from './client.ts'

// Spec, "What the service does".

describe('The service is a JSON API over HTTP.', () => {
  it('Bodies are JSON unless stated otherwise.', async () => {
    const app = routes(createApi(), {
      '/echo/': { post: async (request: ApiRequest) => new ApiResponse(await request.data()) },
    })
    const { url } = await startServer((request) => app.fetch(request))
    const body = { title: 'Zoë', tags: ['a', null, 1.5, true] }

    const response = await fetch(`${url}/echo/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual(body)
    const unknown = await fetch(`${url}/unknown/`)
    expect(unknown.headers.get('Content-Type')).toBe('application/json')
    expect(await unknown.json()).toEqual({ detail: 'Not found.' })
  })
})

describe('Every request passes through three concerns, in this order:', () => {
  it('authentication, permissions, throttles, handling', async () => {
    const steps: string[] = []
    const scheme: Scheme = {
      authenticate() {
        steps.push('authentication')
        return { user: { isAuthenticated: true }, auth: null }
      },
    }
    const permission: Permission = {
      hasPermission({ user }) {
        steps.push(`permission of ${JSON.stringify(user)}`)
        return true
      },
    }
    const throttle: Throttle = {
      allowRequest({ user }) {
        steps.push(`throttle of ${JSON.stringify(user)}`)
        return { allowed: true }
      },
    }
    const { get } = clientOf({}, () => ({
      '/': {
        authentication: [scheme],
        permissions: [permission],
        throttles: [throttle],
        get() {
          steps.push('handling')
          return new ApiResponse({})
        },
      },
    }))

    await get('/')

    expect(steps).toEqual([
      'authentication',
      'permission of {"isAuthenticated":true}',
      'throttle of {"isAuthenticated":true}',
      'handling',
    ])
  })

  it('Authentication: the request is associated with a user and, optionally, an auth credential object.', async () => {
    const accounts = openAccounts()
    const key = await keyOfAnn(accounts)
    const { get } = clientOf({}, () => ({
      '/': {
        authentication: [tokenAuthentication(accounts), basicAuthentication(accounts)],
        ...whoAmI,
      },
    }))

    const byToken = await (await get('/', token(key))).json()
    const byPassword = await (await get('/', basic('ann', 'wonderland'))).json()

    expect(byToken).toMatchObject({ user: { username: 'ann' }, auth: { key } })
    expect(byPassword).toMatchObject({ user: { username: 'ann' }, auth: null })
  })

  describe('Permission and throttling checks. These use the result of authentication.', () => {
    it('a permission lets the user pass whom authentication has found', async () => {
      const { get } = clientOf({}, () => ({
        '/': {
          authentication: [basicAuthentication(openAccounts())],
          permissions: [isAuthenticated],
          ...whoAmI,
        },
      }))

      expect((await get('/')).status).toBe(401)
      expect((await get('/', basic('ann', 'wonderland'))).status).toBe(200)
    })

    it('a throttle counts the user whom authentication has found, and not the address', async () => {
      const { get } = clientOf({}, () => ({
        '/': {
          authentication: [basicAuthentication(openAccounts())],
          throttles: [userRateThrottle({ rate: '1/day' })],
          ...whoAmI,
        },
      }))

      expect((await get('/')).status).toBe(200)
      expect((await get('/')).status).toBe(429)
      expect((await get('/', basic('ann', 'wonderland'))).status).toBe(200)
      expect((await get('/', basic('ann', 'wonderland'))).status).toBe(429)
    })
  })

  it('Authentication alone never allows or denies a request.', async () => {
    const authentication = [basicAuthentication(openAccounts())]
    const { get } = clientOf({}, () => ({
      '/open/': { authentication, ...whoAmI },
      '/closed/': { authentication, permissions: [nobody], ...whoAmI },
    }))

    expect((await get('/open/')).status).toBe(200)
    expect(await refusalOf(await get('/closed/', basic('ann', 'wonderland')))).toEqual([
      403,
      null,
      notAllowed,
    ])
  })

  it('Handling, then either a normal response or an error response built by the error rules.', async () => {
    const { get, delete: remove } = clientOf({}, () => ({ '/': whoAmI }))

    const normal = await get('/')
    const error = await remove('/')

    expect(normal.status).toBe(200)
    expect(Object.keys(await normal.json())).toEqual(['user', 'auth'])
    expect(error.status).toBe(405)
    expect(await error.json()).toEqual({ detail: "Method 'DELETE' not allowed." })
  })
})

describe('The service also splits large list results into pages using one of three pagination styles.', () => {
  const firstPage = async (pagination: Pagination) => {
    const { get } = clientOf({ PAGE_SIZE: 2 }, (api) => ({
      '/': api.listView({ items: arrayItems(numbered(5)), pagination }),
    }))
    return (await get('/')).json()
  }

  it('page number', async () => {
    const page = await firstPage(pageNumberPagination())
    expect(idsOf(page)).toEqual([1, 2])
    expect(page.next).toBe('http://testserver/?page=2')
  })

  it('limit/offset', async () => {
    const page = await firstPage(limitOffsetPagination())
    expect(idsOf(page)).toEqual([1, 2])
    expect(page.next).toBe('http://testserver/?limit=2&offset=2')
  })

  it('cursor', async () => {
    const page = await firstPage(cursorPagination({ ordering: 'id' }))
    expect(idsOf(page)).toEqual([1, 2])
    expect(page.next).toMatch(/^http:\/\/testserver\/\?cursor=[\w-]+$/)
  })
})

it('Credentials can be obtained through a token-issuing endpoint.', async () => {
  const accounts = openAccounts()
  const { get, post } = clientOf(
    { DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication(accounts)] },
    () => ({
      '/whoami/': { permissions: [isAuthenticated], ...whoAmI },
      '/api-token-auth/': obtainToken(accounts),
    }),
  )

  const credentials = { username: 'ann', password: 'wonderland' }
  const obtained = await (await post('/api-token-auth/', { json: credentials })).json()

  expect((await get('/whoami/')).status).toBe(401)
  expect((await get('/whoami/', token(obtained.token))).status).toBe(200)
})
