import { testClient } from '@turnpike/testing'
import {
  ApiException,
  type ApiRequest,
  ApiResponse,
  arrayStore,
  charField,
  createApi,
  type ExceptionContext,
  type ExceptionHandler,
  exceptionHandler,
  integerField,
  NotFound,
  PermissionDenied,
  routes,
  type Settings,
  Throttled,
  ValidationError,
  type ViewOptions,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { silentLogger } from '../support/one-view.ts'
import { clientOf, nobody, raising, whoAmI } from './client.ts'

// Spec, "Errors", the numbered rules.

/** The answer of a view whose GET raises this. */
const raised = (error: unknown, options: ViewOptions = {}, settings: Settings = {}) =>
  clientOf(settings, () => ({ '/': raising(error, options) })).get('/')

const book = z.object({ title: charField({ maxLength: 20 }), year: integerField() })

/** A view that reads a book from the body, raising what is wrong with it. */
const accepting = {
  post: async (request: ApiRequest) => new ApiResponse(await request.data(book)),
} satisfies ViewOptions

it("1. Default detail for a method-not-allowed error has the form `Method '<METHOD>' not allowed.`, in key `detail`, status 405, content type `application/json`.", async () => {
  const { request } = clientOf({}, () => ({ '/': whoAmI }))
  for (const method of ['PUT', 'DELETE', 'PROPFIND']) {
    const response = await request(method, '/')

    expect(response.status).toBe(405)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual({ detail: `Method '${method}' not allowed.` })
  }
})

it('2. Default detail for permission denied is the text "You do not have permission to perform this action." with code `permission_denied`.', async () => {
  const codes: unknown[] = []
  const EXCEPTION_HANDLER: ExceptionHandler = (error, context) => {
    codes.push((error as PermissionDenied).codes)
    return exceptionHandler(error, context)
  }
  const { get } = clientOf({ EXCEPTION_HANDLER }, () => ({
    '/': { permissions: [nobody], ...whoAmI },
    '/raised/': raising(new PermissionDenied()),
  }))

  for (const path of ['/', '/raised/']) {
    expect(await (await get(path)).json()).toEqual({
      detail: 'You do not have permission to perform this action.',
    })
  }
  expect(codes).toEqual(['permission_denied', 'permission_denied'])
})

describe('3. validation errors', () => {
  const EXCEPTION_HANDLER: ExceptionHandler = (error) =>
    new ApiResponse((error as ValidationError).fullDetails, 400)
  const { post } = clientOf({ EXCEPTION_HANDLER }, () => ({ '/': accepting }))
  const complaints = async (json: unknown) => (await post('/', { json })).json()

  it('A validation error on a required field uses the code `required` and the text "This field is required.".', async () => {
    expect(await complaints({ year: 1815 })).toEqual({
      title: [{ message: 'This field is required.', code: 'required' }],
    })
  })

  it('A wrong-type value uses the code `invalid`, for example "A valid integer is required.".', async () => {
    expect(await complaints({ title: true, year: 'soon' })).toEqual({
      title: [{ message: 'Not a valid string.', code: 'invalid' }],
      year: [{ message: 'A valid integer is required.', code: 'invalid' }],
    })
  })

  it('A blank value gives "This field may not be blank.".', async () => {
    for (const title of ['', '  ']) {
      expect(await complaints({ title, year: 1815 })).toEqual({
        title: [{ message: 'This field may not be blank.', code: 'blank' }],
      })
    }
  })
})

it('4. A custom exception class sets three things: the status code, the default detail and the default code. For example, status 503 with code `service_unavailable`.', async () => {
  class LibraryClosed extends ApiException {
    static override readonly status = 503
    static override readonly detail = 'The library is closed.'
    static override readonly code = 'service_unavailable'
  }
  const EXCEPTION_HANDLER: ExceptionHandler = (error, context) => {
    const response = exceptionHandler(error, context)
    if (response !== null && error instanceof ApiException) {
      response.headers.set('X-Codes', String(error.codes))
    }
    return response
  }
  const answerTo = async (error: Error) => {
    const response = await raised(error, {}, { EXCEPTION_HANDLER })
    return [response.status, await response.json(), response.headers.get('X-Codes')]
  }

  expect(await answerTo(new LibraryClosed())).toEqual([
    503,
    { detail: 'The library is closed.' },
    'service_unavailable',
  ])
  expect(await answerTo(new LibraryClosed('Back at noon.', 'lunch'))).toEqual([
    503,
    { detail: 'Back at noon.' },
    'lunch',
  ])
})

describe('5. A custom exception handler is configured with the `EXCEPTION_HANDLER` setting.', () => {
  it('It receives the exception and a context mapping (which includes the current view under the key `view`).', async () => {
    const received: [unknown, ExceptionContext][] = []
    const EXCEPTION_HANDLER: ExceptionHandler = (error, context) => {
      received.push([error, context])
      return new ApiResponse({ message: 'Sorry.' }, 502)
    }
    const error = new Error('broken')

    const response = await raised(error, { name: 'Books' }, { EXCEPTION_HANDLER })

    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({ message: 'Sorry.' })
    expect(received).toHaveLength(1)
    expect(received[0]?.[0]).toBe(error)
    expect(received[0]?.[1].view.name).toBe('Books')
  })

  it('It returns a response, or null when it cannot handle the exception. On null the exception propagates and a standard 500 is returned.', async () => {
    const EXCEPTION_HANDLER: ExceptionHandler = (error) =>
      error instanceof NotFound ? new ApiResponse({ missing: true }, 404) : null

    const handled = await raised(new NotFound(), {}, { EXCEPTION_HANDLER })
    expect(handled.status).toBe(404)
    expect(await handled.json()).toEqual({ missing: true })

    for (const error of [new PermissionDenied(), new ValidationError(), new Error('secret')]) {
      const logged: unknown[] = []
      const LOGGER = {
        ...silentLogger,
        error: (fields: object) => logged.push((fields as { err: unknown }).err),
      }
      const response = await raised(error, {}, { EXCEPTION_HANDLER, LOGGER })
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({ error: 'Server Error (500)' })
      expect(logged).toEqual([error])
    }
  })

  it('The default is the built-in handler.', async () => {
    const error = () => new PermissionDenied({ title: ['Not yours.'] })
    const byDefault = await raised(error())
    const byName = await raised(error(), {}, { EXCEPTION_HANDLER: exceptionHandler })

    expect(byDefault.status).toBe(403)
    expect(byName.status).toBe(403)
    expect(await byDefault.text()).toBe(await byName.text())
  })
})

describe('6. The exception handler is used only for responses created by raised exceptions.', () => {
  let handled = 0
  const EXCEPTION_HANDLER: ExceptionHandler = () => {
    handled++
    return new ApiResponse({ handled: true }, 400)
  }
  const store = arrayStore([{ id: 1, title: 'Emma', year: 1815 }])
  const { get, post, put, patch } = clientOf({ EXCEPTION_HANDLER }, (api) => ({
    '/books/': api.listView({ store, schema: book }),
    '/books/:id/': api.detailView({ store, schema: book }),
    '/raising/': accepting,
    '/returning/': { get: () => new ApiResponse({ returned: true }, 400) },
  }))

  it('Responses returned directly by a view are not passed through it, such as the 400 returned by generic views when the service validation fails.', async () => {
    handled = 0
    const year = ['A valid integer is required.']
    const json = { title: 'Emma', year: 'soon' }
    const answers = [
      await post('/books/', { json }),
      await put('/books/1/', { json }),
      await patch('/books/1/', { json }),
    ]

    for (const answer of answers) {
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({ year })
    }
    const returned = await get('/returning/')
    expect(returned.status).toBe(400)
    expect(await returned.json()).toEqual({ returned: true })
    expect(handled).toBe(0)
  })

  it('a raised one is', async () => {
    handled = 0
    const response = await post('/raising/', { json: { year: 'soon' } })
    expect(await response.json()).toEqual({ handled: true })
    expect(handled).toBe(1)
  })
})

describe('7. Two generic error views return JSON: one returns 500 with content type `application/json`, the other returns 400 with content type `application/json`.', () => {
  const views = { '/': whoAmI, '/broken/': raising(new Error('secret')) }
  const api = createApi({ ALLOWED_HOSTS: ['testserver'], LOGGER: silentLogger })
  const elsewhere = { baseUrl: 'http://elsewhere' }

  it('one returns 500', async () => {
    const response = await testClient(routes(api, views)).get('/broken/')

    expect(response.status).toBe(500)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual({ error: 'Server Error (500)' })
  })

  it('the other returns 400', async () => {
    const response = await testClient(routes(api, views), elsewhere).get('/')

    expect(response.status).toBe(400)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual({ error: 'Bad Request (400)' })
  })

  it('They are attached as the server-error and bad-request handlers of the URL configuration.', async () => {
    const app = routes(api, views, {
      serverError: () => new Response('broken', { status: 500 }),
      badRequest: () => new Response('odd', { status: 400 }),
    })

    const broken = await testClient(app).get('/broken/')
    const odd = await testClient(app, elsewhere).get('/')

    expect(broken.status).toBe(500)
    expect(await broken.text()).toBe('broken')
    expect(odd.status).toBe(400)
    expect(await odd.text()).toBe('odd')
  })
})

it('8. Throttled carries an optional wait value (seconds) to wait.', async () => {
  const answerTo = async (error: Throttled) => {
    const response = await raised(error)
    const { detail } = await response.json()
    return [error.wait, response.status, response.headers.get('Retry-After'), detail]
  }

  expect(await answerTo(new Throttled())).toEqual([null, 429, null, 'Request was throttled.'])
  expect(await answerTo(new Throttled(1))).toEqual([
    1,
    429,
    '1',
    'Request was throttled. Expected available in 1 second.',
  ])
  expect(await answerTo(new Throttled(29.2))).toEqual([
    30,
    429,
    '30',
    'Request was throttled. Expected available in 30 seconds.',
  ])
})
