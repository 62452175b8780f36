import { HTTPException } from 'hono/http-exception'
import {
  ApiException,
  type ApiRequest,
  ApiResponse,
  AuthenticationFailed,
  arrayStore,
  basicAuthentication,
  charField,
  integerField,
  isAuthenticated,
  NotAuthenticated,
  NotFound,
  ParseError,
  type Scheme,
  type Settings,
  ValidationError,
  type ViewOptions,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  basic,
  clientOf,
  nobody,
  notAllowed,
  notProvided,
  openAccounts,
  raising,
  refusalOf,
  whoAmI,
} from './client.ts'

// Spec, "Errors".

/** The answer of a view whose GET raises this. */
const raised = (error: unknown, options: ViewOptions = {}, settings: Settings = {}) =>
  clientOf(settings, () => ({ '/': raising(error, options) })).get('/')

describe("The error handler converts these to responses: API exceptions raised inside views, the framework's not-found exception and its permission-denied exception.", () => {
  it('API exceptions raised inside views', async () => {
    class Teapot extends ApiException {
      static override readonly status = 418
      static override readonly detail = 'I am a teapot.'
    }
    expect(await refusalOf(await raised(new Teapot()))).toEqual([418, null, 'I am a teapot.'])
  })

  it("the framework's not-found exception and its permission-denied exception", async () => {
    expect(await refusalOf(await raised(new HTTPException(404)))).toEqual([404, null, 'Not found.'])
    expect(await refusalOf(await raised(new HTTPException(403)))).toEqual([403, null, notAllowed])
  })

  it('Each response has an appropriate status and content type, and its body carries the error detail.', async () => {
    const errors: [Error, number, unknown][] = [
      [new ParseError('Odd brackets.'), 400, { detail: 'Odd brackets.' }],
      [new ValidationError({ title: ['Too long.'] }), 400, { title: ['Too long.'] }],
      [new NotFound('No such book.'), 404, { detail: 'No such book.' }],
      [new HTTPException(404, { message: 'No such page.' }), 404, { detail: 'No such page.' }],
    ]
    for (const [error, status, body] of errors) {
      const response = await raised(error)
      expect(response.status).toBe(status)
      expect(response.headers.get('Content-Type')).toBe('application/json')
      expect(await response.json()).toEqual(body)
    }
  })
})

describe('each exception of the table', () => {
  const silent: Scheme = { authenticate: () => null }
  const accounts = openAccounts()
  const authentication = [basicAuthentication(accounts)]
  const challenge = 'Basic realm="api"'

  it.each(['{"title": "Emma"', '{title: 1}', 'Emma', '[1,]'])(
    '| ParseError | Malformed request data when the body is read | 400 | %s',
    async (body) => {
      const { post } = clientOf({}, () => ({ '/': accepting, '/unread/': { post: () => done } }))
      const malformed = { body, headers: { 'Content-Type': 'application/json' } }
      const response = await post('/', malformed)

      expect(response.status).toBe(400)
      expect((await response.json()).detail).toMatch(/^JSON parse error - /)
      expect((await post('/unread/', malformed)).status).toBe(200)
    },
  )

  describe('| ValidationError | the service, field or validator validation fails, including validation with the raise-on-invalid option | 400 |', () => {
    const withValidators = z
      .object({
        title: charField().refine((title) => !title.startsWith('The '), 'No articles.'),
        year: integerField({ minValue: 1450 }),
      })
      .refine(({ title, year }) => title !== 'Emma' || year === 1815, 'Emma is of 1815.')
    const { post } = clientOf({}, () => ({
      '/raising/': {
        post: async (request) => new ApiResponse(await request.data(withValidators)),
      },
      '/asking/': {
        post: async (request) =>
          new ApiResponse({ isValid: (await request.validate(withValidators)).valid }),
      },
    }))

    it.each([
      ['field', { title: 'Emma', year: 'x' }, { year: ['A valid integer is required.'] }],
      ['validator', { title: 'The Trial', year: 1925 }, { title: ['No articles.'] }],
      ['the service', { title: 'Emma', year: 1816 }, { non_field_errors: ['Emma is of 1815.'] }],
    ])('%s validation', async (_name, json, body) => {
      const response = await post('/raising/', { json })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual(body)
    })

    it('without the raise-on-invalid option nothing is raised', async () => {
      const response = await post('/asking/', { json: { title: 'Emma', year: 'x' } })
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ isValid: false })
    })
  })

  it('| AuthenticationFailed | The request includes incorrect authentication | 401, or 403 depending on the scheme (see Authentication) |', async () => {
    const { get } = clientOf({}, () => ({
      '/': { authentication, ...whoAmI },
      '/silent/': { authentication: [silent, ...authentication], ...whoAmI },
    }))
    const wrong = basic('ann', 'looking-glass')
    const detail = 'Invalid username/password.'

    expect(await refusalOf(await get('/', wrong))).toEqual([401, challenge, detail])
    expect(await refusalOf(await get('/silent/', wrong))).toEqual([403, null, detail])
    expect((await raised(new AuthenticationFailed(), { authentication })).status).toBe(401)
  })

  it('| NotAuthenticated | An unauthenticated request fails the permission checks | 401, or 403 depending on the scheme |', async () => {
    const permissions = [isAuthenticated]
    const { get } = clientOf({}, () => ({
      '/': { authentication, permissions, ...whoAmI },
      '/silent/': { authentication: [silent, ...authentication], permissions, ...whoAmI },
    }))

    expect(await refusalOf(await get('/'))).toEqual([401, challenge, notProvided])
    expect(await refusalOf(await get('/silent/'))).toEqual([403, null, notProvided])
    expect((await raised(new NotAuthenticated(), { authentication })).status).toBe(401)
  })

  it('| PermissionDenied | An authenticated request fails the permission checks | 403 |', async () => {
    const { get } = clientOf({}, () => ({
      '/': { authentication, permissions: [nobody], ...whoAmI },
    }))
    const response = await get('/', basic('ann', 'wonderland'))
    expect(await refusalOf(response)).toEqual([403, null, notAllowed])
  })

  it('| NotFound (same as the not-found exception) | No resource at the URL | 404 |', async () => {
    const { get } = clientOf({}, (api) => ({
      '/books/:id/': api.detailView({ store: arrayStore([{ id: 1 }]) }),
      '/raised/': raising(new NotFound()),
      '/framework/': raising(new HTTPException(404)),
    }))

    expect((await get('/books/1/')).status).toBe(200)
    for (const path of ['/books/2/', '/raised/', '/framework/', '/nowhere/']) {
      expect(await refusalOf(await get(path))).toEqual([404, null, 'Not found.'])
    }
  })

  it('| MethodNotAllowed | The request method maps to no handler | 405 |', async () => {
    const { request } = clientOf({}, () => ({ '/': { get: () => done, post: () => done } }))

    for (const method of ['PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const response = await request(method, '/')
      expect(response.status).toBe(405)
      expect(response.headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS')
    }
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      expect((await request(method, '/')).status).toBe(200)
    }
  })

  it('| NotAcceptable | The Accept header cannot be satisfied by any renderer | 406 |', async () => {
    const { get } = clientOf({}, () => ({ '/': whoAmI }))
    const accepting = (Accept: string) => get('/', { headers: { Accept } })

    for (const accept of ['image/png', 'text/*', 'application/json;q=0']) {
      expect(await refusalOf(await accepting(accept))).toEqual([
        406,
        null,
        'Could not satisfy the request Accept header.',
      ])
    }
    for (const accept of ['*/*', 'application/*', 'image/png, application/json;q=0.1']) {
      expect((await accepting(accept)).status).toBe(200)
    }
  })

  it.each(['text/plain', 'application/xml; charset=utf-8', 'application/jsonp', 'nonsense', ''])(
    '| UnsupportedMediaType | No parser handles the request content type | 415 | %s',
    async (type) => {
      const { post } = clientOf({}, () => ({ '/': accepting }))
      const response = await post('/', { body: 'Emma', headers: { 'Content-Type': type } })

      expect(response.headers.get('Accept')).toContain('application/json')
      expect(await refusalOf(response)).toEqual([
        415,
        null,
        `Unsupported media type "${type}" in request.`,
      ])
    },
  )

  it('| Throttled | The throttling checks fail | 429 |', async () => {
    const { get } = clientOf({}, () => ({
      '/': { throttles: [{ allowRequest: () => ({ allowed: false, wait: null }) }], ...whoAmI },
    }))
    expect(await refusalOf(await get('/'))).toEqual([429, null, 'Request was throttled.'])
  })

  it('| Unhandled exception | The handler returns nothing for it | 500 |', async () => {
    for (const error of [new Error('secret'), new TypeError('secret')]) {
      const response = await raised(error)
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({ error: 'Server Error (500)' })
    }
  })
})

const done = new ApiResponse({ done: true })

/** Reads a book from the body, raising what is wrong with it. */
const accepting = {
  post: async (request: ApiRequest) =>
    new ApiResponse(await request.data(z.object({ title: charField() }))),
} satisfies ViewOptions
