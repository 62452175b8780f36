import { describe, expect, it } from 'vitest'
import {
  ApiException,
  AuthenticationFailed,
  Conflict,
  ContentTooLarge,
  ErrorMessage,
  MethodNotAllowed,
  NonFieldError,
  NotAcceptable,
  NotAuthenticated,
  NotFound,
  ParseError,
  PermissionDenied,
  ServiceUnavailable,
  SuspiciousRequest,
  Throttled,
  UnsupportedMediaType,
  ValidationError,
} from '../../src/index.ts'

describe('every exception', () => {
  const rows: [error: ApiException, status: number, detail: unknown, codes: unknown][] = [
    [new ApiException(), 500, 'A server error occurred.', 'error'],
    [new ValidationError(), 400, ['Invalid input.'], ['invalid']],
    [new ParseError(), 400, 'Malformed request.', 'parse_error'],
    [
      new AuthenticationFailed(),
      401,
      'Incorrect authentication credentials.',
      'authentication_failed',
    ],
    [
      new NotAuthenticated(),
      401,
      'Authentication credentials were not provided.',
      'not_authenticated',
    ],
    // spec, Errors, rule 2
    [
      new PermissionDenied(),
      403,
      'You do not have permission to perform this action.',
      'permission_denied',
    ],
    [new NotFound(), 404, 'Not found.', 'not_found'],
    // spec, Errors, rule 1
    [new MethodNotAllowed('PUT'), 405, "Method 'PUT' not allowed.", 'method_not_allowed'],
    [new NotAcceptable(), 406, 'Could not satisfy the request Accept header.', 'not_acceptable'],
    [new Conflict(), 409, 'This conflicts with other data.', 'conflict'],
    [new ContentTooLarge(), 413, 'Request body is too large.', 'content_too_large'],
    [
      new UnsupportedMediaType('text/csv; header=present'),
      415,
      'Unsupported media type "text/csv; header=present" in request.',
      'unsupported_media_type',
    ],
    [new Throttled(), 429, 'Request was throttled.', 'throttled'],
    [
      new ServiceUnavailable(),
      503,
      'Service temporarily unavailable, try again later.',
      'service_unavailable',
    ],
  ]

  it.each(rows)(
    'each exception has a status, a detail and a code: %s',
    (error, status, detail, codes) => {
      expect(error.status).toBe(status)
      expect(error.detail).toEqual(detail)
      expect(error.codes).toEqual(codes)
    },
  )

  it.each(rows)('each exception is an Error with its class name: %s', (error) => {
    expect(error).toBeInstanceOf(ApiException)
    expect(error).toBeInstanceOf(Error)
    expect(error.name).toBe(error.constructor.name)
  })

  it.each(rows.filter(([{ status }]) => status !== 503))('adds no header field: %s', (error) => {
    expect(error.headers).toEqual({})
  })
})

describe('an exception with a detail of its own', () => {
  it('a subclass of a built-in exception sets its own defaults', () => {
    class Stale extends AuthenticationFailed {
      static override readonly detail = 'The timestamp is too old.'
      static override readonly code = 'stale'
    }
    const { status, detail, codes } = new Stale()
    expect([status, detail, codes]).toEqual([401, 'The timestamp is too old.', 'stale'])
  })

  it('a subclass of an exception that makes its detail itself sets its own defaults, too', () => {
    const detail = 'The dates are wrong.'
    class Dates extends ValidationError {
      static override readonly detail = detail
    }
    class Field extends NonFieldError {
      static override readonly detail = detail
    }
    class Method extends MethodNotAllowed {
      static override readonly detail = detail
    }
    class Media extends UnsupportedMediaType {
      static override readonly detail = detail
    }
    class Busy extends Throttled {
      static override readonly detail = detail
    }

    expect(new Dates().detail).toEqual([detail])
    expect(new Field().detail).toEqual({ non_field_errors: [detail] })
    expect(new Method('PUT').detail).toBe(detail)
    expect(new Media('text/csv').detail).toBe(detail)
    expect(new Busy(5).detail).toBe(`${detail} Expected available in 5 seconds.`)
  })

  it('an exception with a detail and a code keeps the original error as cause', () => {
    const cause = new Error('disk full')
    const error = new NotFound('No such book.', 'no_book', { cause })

    expect(error.detail).toBe('No such book.')
    expect(error.codes).toBe('no_book')
    expect(error.message).toBe('No such book.')
    expect(error.cause).toBe(cause)
    expect(error.status).toBe(404)
  })

  it('keeps its code when only the text is given, and its text when only the code is', () => {
    expect(new NotFound('No such book.').codes).toBe('not_found')
    expect(new NotFound(undefined, 'no_book').detail).toBe('Not found.')
    expect(new NotFound(undefined, 'no_book').codes).toBe('no_book')
  })

  it('an exception keeps an empty text', () => {
    expect(new PermissionDenied('').detail).toBe('')
    expect(new PermissionDenied('').message).toBe('')
    expect(new PermissionDenied('').codes).toBe('permission_denied')
  })

  it('an exception takes the code of a message that has one', () => {
    const error = new PermissionDenied(new ErrorMessage('Suspended.', 'suspended'))

    expect(error.detail).toBe('Suspended.')
    expect(error.codes).toBe('suspended')
  })

  it('takes the header fields of its response', () => {
    const headers = { 'Retry-After': '5' }
    expect(new ApiException('Later.', 'later', { headers }).headers).toEqual(headers)
  })

  it('replaces the text that names the method or the media type', () => {
    const method = new MethodNotAllowed('PUT', 'Read only.', 'read_only')
    expect(method.detail).toBe('Read only.')
    expect(method.codes).toBe('read_only')

    const type = new UnsupportedMediaType('text/csv', 'JSON, please.', 'json_only')
    expect(type.detail).toBe('JSON, please.')
    expect(type.codes).toBe('json_only')
  })
})

describe('spec, Errors, rule 4: a custom exception class', () => {
  class LibraryClosed extends ApiException {
    static override readonly status = 503
    static override readonly detail = 'The library is closed.'
    static override readonly code = 'library_closed'
  }

  it('sets the status, the default detail and the default code', () => {
    const error = new LibraryClosed()

    expect(error.status).toBe(503)
    expect(error.detail).toBe('The library is closed.')
    expect(error.codes).toBe('library_closed')
    expect(error.message).toBe('The library is closed.')
    expect(error.name).toBe('LibraryClosed')
  })

  it('inherits what it does not set: 500, "A server error occurred." and error', () => {
    class Teapot extends ApiException {
      static override readonly status = 418
    }
    class Bare extends ApiException {}

    expect(new Teapot().status).toBe(418)
    expect(new Teapot().detail).toBe('A server error occurred.')
    expect(new Bare().status).toBe(500)
    expect(new Bare().codes).toBe('error')
  })
})

describe('a validation error', () => {
  it('makes a list of one from a single text or message', () => {
    expect(new ValidationError('Too late.').detail).toEqual(['Too late.'])
    expect(new ValidationError('Too late.').codes).toEqual(['invalid'])
    expect(new ValidationError(new ErrorMessage('Too late.', 'late')).codes).toEqual(['late'])
  })

  it('keeps lists and objects at every depth', () => {
    const detail = { title: ['Too long.'], author: { name: 'Unknown.' }, tags: [{ 0: ['Bad.'] }] }
    expect(new ValidationError(detail).detail).toEqual(detail)
  })

  it('a validation error gives its code to every message inside without one', () => {
    const error = new ValidationError(
      { title: ['Too long.', new ErrorMessage('Taken.', 'unique')], author: { name: 'Unknown.' } },
      'rejected',
    )
    expect(error.codes).toEqual({ title: ['rejected', 'unique'], author: { name: 'rejected' } })
  })
})

describe('spec, Errors, rule 8: Throttled carries an optional wait', () => {
  const rows: [wait: number, detail: string, retryAfter: string | undefined][] = [
    [1, 'Request was throttled. Expected available in 1 second.', '1'],
    [0.2, 'Request was throttled. Expected available in 1 second.', '1'],
    [2, 'Request was throttled. Expected available in 2 seconds.', '2'],
    [1.001, 'Request was throttled. Expected available in 2 seconds.', '2'],
    [86_400, 'Request was throttled. Expected available in 86400 seconds.', '86400'],
    [0, 'Request was throttled. Expected available in 0 seconds.', undefined],
    [-3, 'Request was throttled. Expected available in 0 seconds.', undefined],
  ]

  it.each(rows)('rounded up: %d seconds', (wait, detail, retryAfter) => {
    const error = new Throttled(wait)

    expect(error.detail).toBe(detail)
    expect(error.headers['Retry-After']).toBe(retryAfter)
  })

  it('Throttled sends a detail that is no text as it is', () => {
    const error = new Throttled(5, { login: [new ErrorMessage('Slow down.', 'slow')] })

    expect(error.fullDetails).toEqual({ login: [{ message: 'Slow down.', code: 'slow' }] })
    expect(error.headers).toEqual({ 'Retry-After': '5' })
  })

  it.each([Number.POSITIVE_INFINITY, Number.NaN])(
    'Throttled does not know a wait of %d',
    (wait) => {
      const { headers, detail } = new Throttled(wait)
      expect([headers, detail]).toEqual([{}, 'Request was throttled.'])
    },
  )

  it('Throttled has the whole seconds, or null when they are unknown', () => {
    expect(new Throttled(2.5).wait).toBe(3)
    expect(new Throttled(null).wait).toBeNull()
    expect(new Throttled().wait).toBeNull()
  })

  it('adds the wait to an own detail too, and keeps an own code', () => {
    const error = new Throttled(9, 'Slow down.', 'slow_down')

    expect(error.detail).toBe('Slow down. Expected available in 9 seconds.')
    expect(error.codes).toBe('slow_down')
  })

  it('keeps other header fields, and a Retry-After of the caller', () => {
    const headers = { 'Retry-After': '60', 'X-Limit': '5' }

    expect(new Throttled(9, undefined, undefined, { headers }).headers).toEqual(headers)
    expect(
      new Throttled(null, undefined, undefined, { headers: { 'X-Limit': '5' } }).headers,
    ).toEqual({ 'X-Limit': '5' })
  })
})

describe('a service that is unavailable', () => {
  it('an unavailable service answers when to try again: after one second, or as given, rounded up', () => {
    expect(new ServiceUnavailable().headers).toEqual({ 'Retry-After': '1' })
    expect(new ServiceUnavailable({ retryAfter: 4.2 }).headers).toEqual({ 'Retry-After': '5' })
  })

  it('takes a detail, a code, a cause and header fields', () => {
    const cause = new Error('connection refused')
    const error = new ServiceUnavailable(
      { cause, headers: { 'X-Store': 'down' } },
      'No database.',
      'no_database',
    )
    expect(error.detail).toBe('No database.')
    expect(error.codes).toBe('no_database')
    expect(error.cause).toBe(cause)
    expect(error.headers).toEqual({ 'Retry-After': '1', 'X-Store': 'down' })
  })
})

it('a suspicious request is no API exception: no exception handler sees it', () => {
  const error = new SuspiciousRequest('Host not allowed.')

  expect(error).not.toBeInstanceOf(ApiException)
  expect(error.name).toBe('SuspiciousRequest')
  expect(error.message).toBe('Host not allowed.')
})
