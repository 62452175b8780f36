import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  anonRateThrottle,
  arrayItems,
  createApi,
  isAdminUser,
  isAuthenticated,
  type Logger,
  pageNumberPagination,
  routes,
  type Scheme,
} from '../../src/index.ts'
import { explainedSite } from './explained.ts'

const site = await explainedSite()
const isSignedIn = [isAuthenticated]

describe('answers with an explanation', () => {
  it.each([401, 405])(
    'repeated answers %i are each explained for their own request',
    async (status) => {
      const app = site.open({ permissions: status === 401 ? isSignedIn : [] })
      const method = status === 401 ? 'GET' : 'DELETE'
      const first = await app.ask(method)
      const second = await app.ask(method, { headers: { Authorization: 'Bearer x' } })
      const third = await app.ask(method)
      expect([first.status, second.status, third.status]).toEqual([status, status, status])
      expect(second.explanation?.schemes[0]?.said).toContain('Bearer')
      expect(third.explanation?.schemes[0]?.said).toBe('no Authorization header')
      expect(new Set([first, second, third].map(({ body }) => body)).size).toBe(1)
      expect(third.explanation?.requestId).not.toBe(first.explanation?.requestId)
    },
  )

  it('an explained answer differs from any other in one header field only', async () => {
    const view = { permissions: isSignedIn, throttles: [anonRateThrottle({ rate: '9/min' })] }
    const fieldsOf = async (isExplained: boolean) => {
      const app = site.open(view, { EXPLAIN_REFUSALS: isExplained })
      const response = await app.client.get('/notes/')
      const fields = [...response.headers].filter(([name]) => name !== 'x-turnpike-explain')
      return { status: response.status, fields, body: await response.text() }
    }
    expect(await fieldsOf(true)).toEqual(await fieldsOf(false))
  })

  it('an explanation with any characters is a field of printable ASCII', async () => {
    const isEarly = { name: 'istFrüh→', hasPermission: () => false }
    const { header, lines } = await site.open({ permissions: [isEarly] }).ask('GET')

    expect(header).toMatch(/istFr\?h\?/)
    expect(header).toMatch(/^[ -~]+$/)
    expect(lines.join()).toContain('istFrüh→')
  })

  it('nothing is explained by default', async () => {
    const { header, explanation, body } = await site
      .open({ permissions: isSignedIn }, { EXPLAIN_REFUSALS: false })
      .ask('GET', { headers: { Accept: 'text/html' } })
    expect([header, explanation]).toEqual([null, undefined])
    expect(body).not.toContain('denied')
  })

  it('HEAD and OPTIONS are explained like GET', async () => {
    const app = site.open({ permissions: isSignedIn })
    const get = await app.ask('GET')
    for (const method of ['HEAD', 'OPTIONS']) {
      const asked = await app.ask(method)
      expect([asked.status, asked.header]).toEqual([401, get.header])
    }
    expect((await app.ask('HEAD')).body).toBe('')
  })

  it('a request through the Node door is explained like one through the web door', async () => {
    const app = site.open({ permissions: isSignedIn })
    const { header, lines } = await app.ask('GET')
    const throughNode = await app.askThroughNode('GET /notes/ HTTP/1.0\nHost: testserver')
    expect(throughNode).toMatchObject({ status: 401, header, lines })
  })

  it('a request through middleware of Hono is explained', async () => {
    const logger: Logger = { info() {}, warn() {}, error() {} }
    const api = createApi({ EXPLAIN_REFUSALS: true, LOGGER: logger })
    const view = api.view({ permissions: isSignedIn, get: () => new ApiResponse() })
    const app = routes(api, { '/': view }, { middleware: [(_, next) => next()] })
    const response = await app.fetch(new Request('http://testserver/'), {})
    expect(response.headers.get('X-Turnpike-Explain')).toContain('has no schemes')
  })

  it('a list that is cached is refused with an explanation to those who may not read it', async () => {
    const logger: Logger = { info() {}, warn() {}, error() {} }
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [site.schemes.token],
      EXPLAIN_REFUSALS: true,
      LOGGER: logger,
    })
    const notes = api.listView({
      items: arrayItems([{ id: 1 }, { id: 2 }]),
      pagination: pageNumberPagination({ pageSize: 1 }),
      permissions: isSignedIn,
    })
    const client = testClient(routes(api, { '/notes/': notes }))
    const headers = { Authorization: `Token ${site.key}` }
    for (let time = 0; time < 2; time++) {
      const listed = await client.get('/notes/', { headers })
      expect([listed.status, listed.headers.get('X-Turnpike-Explain')]).toEqual([200, null])
      const refused = await client.get('/notes/')
      expect(refused.status).toBe(401)
      expect(refused.headers.get('X-Turnpike-Explain')).toMatch(/^isAuthenticated denied/)
    }
  })

  it('a scheme that cannot describe itself leaves the answer as it is', async () => {
    const broken: Scheme = {
      authenticate: () => null,
      describe() {
        throw new Error('no description')
      },
    }
    const asked = await site.open({ authentication: [broken], permissions: isSignedIn }).ask('GET')
    expect([asked.status, asked.header, asked.explanation]).toEqual([403, null, undefined])
    expect(asked.log).toContain('could not be explained')
  })
})

describe('explanations on browsable pages', () => {
  const html = { Accept: 'text/html' }

  it('the page of a refusal shows why under the error, with every step', async () => {
    const { body } = await site.open({ permissions: isSignedIn }).ask('GET', { headers: html })
    expect(body).toContain('isAuthenticated denied an anonymous user the request.')
    expect(body).toContain('token: not attempted: no Authorization header')
  })

  it('the form of a page without its CSRF token is explained', async () => {
    const app = site.open({ put: () => new ApiResponse(), permissions: isSignedIn })
    const { status, explanation, body } = await app.ask('POST', {
      headers: html,
      form: { _method: 'PUT', _content: '{}', _content_type: 'application/json' },
    })
    expect({ status, method: explanation?.method, by: explanation?.refusedBy }).toEqual({
      status: 403,
      method: 'PUT',
      by: 'CSRF check',
    })
    expect(explanation?.reason).toContain('CSRF Failed: CSRF cookie not set.')
    expect(body).toContain('CSRF Failed')
  })

  it('what a page asks the permissions for its forms is no part of the explanation', async () => {
    const view = {
      permissions: [isAuthenticated, isAdminUser],
      put: () => new ApiResponse(),
      post: () => new ApiResponse(),
    }
    const headers = { ...html, Authorization: `Token ${site.key}` }
    const { explanation } = await site.open(view).ask('DELETE', { headers })
    expect(explanation?.permissions.map(({ name, result }) => [name, result])).toEqual([
      ['isAuthenticated', 'allowed'],
      ['isAdminUser', 'denied'],
    ])
  })

  it('an explanation on a page is text, not markup', async () => {
    const permission = { name: '<b>bold</b>', hasPermission: () => false }
    const { body } = await site.open({ permissions: [permission] }).ask('GET', { headers: html })
    expect(body).toContain('&lt;b&gt;bold')
    expect(body).not.toContain('<b>bold')
  })
})
