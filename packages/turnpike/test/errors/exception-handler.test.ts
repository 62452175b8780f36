import { oneView, silentLogger } from '@turnpike/test-support/one-view.ts'
import { HTTPException } from 'hono/http-exception'
import { describe, expect, it } from 'vitest'
import {
  ApiException,
  ApiResponse,
  ErrorResponse,
  type ExceptionContext,
  type ExceptionHandler,
  exceptionHandler,
  NotAuthenticated,
  NotFound,
  PermissionDenied,
  ServiceUnavailable,
  Throttled,
  ValidationError,
} from '../../src/index.ts'

/** The answer of a view whose handler raises the error. */
const raise = (error: unknown, settings = {}) =>
  oneView(
    {
      get() {
        throw error
      },
    },
    settings,
  ).get('/')

describe('the built-in exception handler', () => {
  it('answers a text as detail, with the status and content type of the error', async () => {
    const response = await raise(new NotFound('No such book.'))

    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual({ detail: 'No such book.' })
  })

  it('answers a list or an object as the whole body, for every exception', async () => {
    const listed = await raise(new ValidationError('Too late.'))
    expect(listed.status).toBe(400)
    expect(await listed.json()).toEqual(['Too late.'])

    const mapped = await raise(new PermissionDenied({ title: 'Not yours.' }))
    expect(mapped.status).toBe(403)
    expect(await mapped.json()).toEqual({ title: 'Not yours.' })
  })

  it('sends the header fields of the error', async () => {
    const response = await raise(new Throttled(30))

    expect(response.status).toBe(429)
    expect(response.headers.get('Retry-After')).toBe('30')
  })

  it('lets what is no API exception be a 500 that says nothing of it', async () => {
    const response = await raise(new Error('password=hunter2'))

    expect(response.status).toBe(500)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.text()).toBe('{"error":"Server Error (500)"}')
  })
})

describe('the response that the built-in handler gives to a custom one', () => {
  const made = async (challenge?: string) => {
    const responses: (ApiResponse | null)[] = []
    const EXCEPTION_HANDLER: ExceptionHandler = async (error, context) => {
      const response = await exceptionHandler(error, context)
      responses.push(response)
      return response
    }
    const scheme = { authenticate: () => null, ...(challenge && { challenge: () => challenge }) }
    const view = {
      authentication: [scheme],
      get() {
        throw new NotAuthenticated()
      },
    }
    await oneView(view, { EXCEPTION_HANDLER }).get('/')
    return [responses[0]?.status, responses[0]?.headers.get('WWW-Authenticate')]
  }

  it('the response for a custom handler is a 401 with the challenge of the view, or a 403 without one', async () => {
    expect(await made('Card')).toEqual([401, 'Card'])
    expect(await made()).toEqual([403, null])
  })
})

describe('an HTTPException of Hono', () => {
  it('an HTTPException of 404 is NotFound, and of 403 PermissionDenied, with its message as detail', async () => {
    const missing = await raise(new HTTPException(404, { message: 'No such book.' }))
    expect(missing.status).toBe(404)
    expect(await missing.json()).toEqual({ detail: 'No such book.' })

    const denied = await raise(new HTTPException(403, { message: 'Not yours.' }))
    expect(denied.status).toBe(403)
    expect(await denied.json()).toEqual({ detail: 'Not yours.' })
  })

  it('an HTTPException of 404 or 403 without a message has the default detail', async () => {
    expect(await (await raise(new HTTPException(404))).json()).toEqual({ detail: 'Not found.' })
    expect(await (await raise(new HTTPException(403))).json()).toEqual({
      detail: 'You do not have permission to perform this action.',
    })
  })

  it('an HTTPException of any other status keeps it, with its message', async () => {
    const response = await raise(new HTTPException(418, { message: 'Short and stout.' }))

    expect(response.status).toBe(418)
    expect(await response.json()).toEqual({ detail: 'Short and stout.' })
  })

  it('an HTTPException without a message has the phrase of its status as detail', async () => {
    const response = await raise(new HTTPException(418))

    expect(response.status).toBe(418)
    expect((await response.json()).detail).not.toBe('')
  })

  it('an HTTPException is kept as the cause of the resulting exception', async () => {
    const causes: unknown[] = []
    const EXCEPTION_HANDLER: ExceptionHandler = async (error, context) => {
      const response = await exceptionHandler(error, context)
      causes.push(response instanceof ErrorResponse && response.exception.cause)
      return response
    }

    const errors = [new HTTPException(404), new HTTPException(403), new HTTPException(418)]
    for (const error of errors) await raise(error, { EXCEPTION_HANDLER })

    expect(causes).toEqual(errors)
    for (const [index, error] of errors.entries()) expect(causes[index]).toBe(error)
  })

  it('leaves to others what was thrown and is no Error, whatever it looks like', async () => {
    const EXCEPTION_HANDLER: ExceptionHandler = (error, context) =>
      exceptionHandler(error, context) ?? new ApiResponse('not mine', 502)
    const lookalike = { status: 404, message: 'Gone.', getResponse: () => new Response() }

    for (const thrown of ['text', null, undefined, lookalike]) {
      expect((await raise(thrown, { EXCEPTION_HANDLER })).status).toBe(502)
    }
  })

  it('an HTTPException of 401 gets the challenge of the first scheme, or becomes a 403', async () => {
    const handlers = {
      get() {
        throw new HTTPException(401, { message: 'Who are you?' })
      },
    }
    const scheme = { authenticate: () => null, challenge: () => 'Card' }

    const challenged = await oneView({ ...handlers, authentication: [scheme] }).get('/')
    expect(challenged.status).toBe(401)
    expect(challenged.headers.get('WWW-Authenticate')).toBe('Card')
    expect(await challenged.json()).toEqual({ detail: 'Who are you?' })

    expect((await oneView(handlers).get('/')).status).toBe(403)
  })

  it('an HTTPException is recognised by its shape alone, and every part of it counts', async () => {
    const shaped = (shape: object) => Object.assign(new Error('Gone.'), shape)
    const getResponse = () => new Response()

    expect((await raise(shaped({ status: 410, getResponse }))).status).toBe(410)
    expect((await raise(shaped({ status: '410', getResponse }))).status).toBe(500)
    expect((await raise(shaped({ status: 410 }))).status).toBe(500)
    expect((await raise(shaped({ status: 410, getResponse: true }))).status).toBe(500)
  })
})

describe('spec, Errors, rule 5: a custom exception handler', () => {
  it('receives the exception and a context with the view', async () => {
    const seen: [unknown, ExceptionContext][] = []
    const error = new Error('broken')
    const view = {
      name: 'Books',
      description: 'All of them.',
      authentication: [{ authenticate: () => null, challenge: () => 'Card' }],
      get() {
        throw error
      },
    }
    const EXCEPTION_HANDLER: ExceptionHandler = (raised, context) => {
      seen.push([raised, context])
      return new ApiResponse({ message: 'Sorry.' }, 502)
    }

    const response = await oneView(view, { EXCEPTION_HANDLER }).get('/')

    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({ message: 'Sorry.' })
    const [raised, context] = seen[0] ?? []
    expect(raised).toBe(error)
    expect(context?.view).toMatchObject({ name: 'Books', description: 'All of them.' })
    expect(context?.request.method).toBe('GET')
    expect(context?.challenge).toBe('Card')
  })

  it('a custom exception handler receives null when there is no challenge', async () => {
    const EXCEPTION_HANDLER: ExceptionHandler = (_error, { challenge }) =>
      new ApiResponse({ challenge })

    expect(await (await raise(new NotFound(), { EXCEPTION_HANDLER })).json()).toEqual({
      challenge: null,
    })
  })

  it('a custom exception handler may be asynchronous and may change the built-in response', async () => {
    const EXCEPTION_HANDLER: ExceptionHandler = async (error, context) => {
      const response = exceptionHandler(error, context)
      return response && new ApiResponse({ status: response.status, errors: response.data }, 400)
    }

    const response = await raise(new NotFound(), { EXCEPTION_HANDLER })
    expect(await response.json()).toEqual({ status: 404, errors: { detail: 'Not found.' } })
  })

  const nothing = (() => undefined) as unknown as ExceptionHandler
  it.each<ExceptionHandler>([() => null, async () => null, nothing])(
    'returns null when it cannot: the exception propagates and a standard 500 is returned',
    async (EXCEPTION_HANDLER) => {
      const logged: object[] = []
      const settings = {
        EXCEPTION_HANDLER,
        LOGGER: { ...silentLogger, error: (fields: object) => logged.push(fields) },
      }
      const error = new NotFound('No such book.')

      const response = await raise(error, settings)

      expect(response.status).toBe(500)
      expect(await response.text()).toBe('{"error":"Server Error (500)"}')
      expect(logged).toEqual([{ method: 'GET', path: '/', err: error }])
    },
  )

  it('a custom exception handler that fails makes a 500', async () => {
    const EXCEPTION_HANDLER = () => {
      throw new ApiException('from the handler')
    }
    const response = await raise(new NotFound(), { EXCEPTION_HANDLER })

    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('from the handler')
  })

  it('sees every error from negotiation to handler, and none of a response that is returned', async () => {
    const seen: string[] = []
    const EXCEPTION_HANDLER: ExceptionHandler = (error, context) => {
      seen.push(error instanceof Error ? error.name : String(error))
      return exceptionHandler(error, context)
    }
    const client = oneView(
      {
        get: () => new ApiResponse({ detail: 'Returned, not raised.' }, 400),
        post: async (request) => new ApiResponse(await request.data()),
      },
      { EXCEPTION_HANDLER },
    )

    await client.get('/')
    expect(seen).toEqual([])

    await client.get('/', { headers: { Accept: 'image/png' } })
    await client.put('/')
    await client.post('/', { body: '{', headers: { 'Content-Type': 'application/json' } })
    expect(seen).toEqual(['NotAcceptable', 'MethodNotAllowed', 'ParseError'])
  })
})

describe("Hono's HTTPException", () => {
  it('an HTTPException without a message has the phrase of its status', async () => {
    const response = await raise(new HTTPException(418))
    expect(response.status).toBe(418)
    expect(await response.json()).toEqual({ detail: "I'm a teapot" })
  })

  it('keeps the header fields of its response, but not those of its body', async () => {
    const res = new Response('Busy.', { headers: { 'Retry-After': '7' } })
    const response = await raise(new HTTPException(503, { message: 'Busy.', res }))
    expect(response.headers.get('Retry-After')).toBe('7')
    expect(response.headers.get('Content-Type')).toBe('application/json')
  })

  it('keeps each cookie of its response', async () => {
    const res = new Response('Busy.')
    res.headers.append('Set-Cookie', 'a=1')
    res.headers.append('Set-Cookie', 'b=2')
    const response = await raise(new HTTPException(503, { message: 'Busy.', res }))
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })
})

describe('an error that an outage has caused', () => {
  const outage = () => new ServiceUnavailable({ retryAfter: 7, cause: new Error('It is away.') })
  const around = (cause: unknown, depth = 1): Error =>
    new Error('Failed query: select 1', {
      cause: depth === 1 ? cause : around(cause, depth - 1),
    })

  it.each([0, 1, 3])('a wrapped outage is a 503 with its wait, %i errors deep', async (depth) => {
    const logged: unknown[] = []
    const logger = { ...silentLogger, error: (...line: unknown[]) => logged.push(line) }
    const response = await raise(depth === 0 ? outage() : around(outage(), depth), {
      LOGGER: logger,
    })

    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '7'])
    expect(await response.json()).toEqual({
      detail: 'Service temporarily unavailable, try again later.',
    })
    expect(logged).toEqual([
      [
        { method: 'GET', path: '/', err: new Error('It is away.') },
        'A part of the service is unavailable.',
      ],
    ])
  })

  it('a handler of exceptions sees the outage', async () => {
    const seen: unknown[] = []
    await raise(around(outage()), {
      EXCEPTION_HANDLER: (error: unknown) => {
        seen.push(error)
        return new ApiResponse({})
      },
    })

    expect(seen).toEqual([expect.any(ServiceUnavailable)])
  })

  it('a defect with any other cause stays a 500', async () => {
    const circle = new Error('One.')
    circle.cause = new Error('Other.', { cause: circle })

    for (const error of [
      around(new NotFound()),
      around(new NotFound(undefined, undefined, { cause: outage() })),
      around(new TypeError('No.')),
      circle,
      around(outage(), 30),
    ]) {
      expect((await raise(error)).status).toBe(500)
    }
  })

  it('an exception with an answer of its own keeps it, whatever has caused it', async () => {
    expect((await raise(new NotFound(undefined, undefined, { cause: outage() }))).status).toBe(404)
    expect((await raise(new HTTPException(418, { cause: outage() }))).status).toBe(418)
  })
})
