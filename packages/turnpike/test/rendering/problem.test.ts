import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import {
  ApiException,
  ApiResponse,
  ErrorMessage,
  MethodNotAllowed,
  NotAuthenticated,
  NotFound,
  ValidationError,
} from '../../src/index.ts'

const problemFirst = 'application/problem+json, application/json'

async function raise(error: unknown, accept = problemFirst, settings = {}) {
  const view = {
    get() {
      throw error
    },
  }
  const response = await oneView(view, settings).get('/', { headers: { Accept: accept } })
  return {
    status: response.status,
    type: response.headers.get('Content-Type'),
    body: await response.json(),
  }
}

describe('problem details (RFC 9457)', () => {
  it('problem details have title, status, detail and code for a client that asks for them', async () => {
    expect(await raise(new NotFound('No such book.'))).toEqual({
      status: 404,
      type: 'application/problem+json',
      body: { title: 'Not Found', status: 404, detail: 'No such book.', code: 'not_found' },
    })
  })

  it('problem details of a class without a text of its own have the phrase of the status', async () => {
    const { body } = await raise(new MethodNotAllowed('PUT', { a: ['Closed.'] }))
    expect(body).toMatchObject({ detail: 'Method Not Allowed', code: 'method_not_allowed' })
    expect((await raise(new ApiException({ a: ['Closed.'] }))).body).toMatchObject({
      detail: 'A server error occurred.',
    })
  })

  it('problem details have each message of a validation error with a JSON Pointer to its place', async () => {
    const error = new ValidationError({
      title: [new ErrorMessage('Too long.', 'max_length'), 'Taken.'],
      tags: { 1: ['Not a valid string.'] },
      lines: [{}, { amount: ['A valid integer is required.'] }],
      author: { non_field_errors: ['Unknown.'] },
      non_field_errors: ['Contradictory.'],
      'a/b~c': ['Odd.'],
    })
    const { body } = await raise(error)

    expect(body).toMatchObject({
      title: 'Bad Request',
      status: 400,
      detail: 'Invalid input.',
      code: 'invalid',
    })
    expect(body.errors).toEqual([
      { detail: 'Too long.', code: 'max_length', pointer: '#/title' },
      { detail: 'Taken.', code: 'invalid', pointer: '#/title' },
      { detail: 'Not a valid string.', code: 'invalid', pointer: '#/tags/1' },
      { detail: 'A valid integer is required.', code: 'invalid', pointer: '#/lines/1/amount' },
      { detail: 'Unknown.', code: 'invalid', pointer: '#/author' },
      { detail: 'Contradictory.', code: 'invalid', pointer: '#' },
      { detail: 'Odd.', code: 'invalid', pointer: '#/a~1b~0c' },
    ])
  })

  it('problem details know the key of errors that belong to no field by its setting', async () => {
    const settings = { NON_FIELD_ERRORS_KEY: '__all__' }
    const { body } = await raise(
      new ValidationError({ __all__: ['Contradictory.'], non_field_errors: ['A field.'] }),
      problemFirst,
      settings,
    )
    expect(body.errors).toMatchObject([{ pointer: '#' }, { pointer: '#/non_field_errors' }])
  })

  it('problem details have the status of the answer: 403 where a 401 has no challenge', async () => {
    expect(await raise(new NotAuthenticated())).toMatchObject({
      status: 403,
      body: { title: 'Forbidden', status: 403, code: 'not_authenticated' },
    })
  })

  it('problem details have a title for a status without a name too', async () => {
    class Odd extends ApiException {
      static override readonly status = 499
    }
    expect((await raise(new Odd())).body).toMatchObject({ title: 'Unknown Error', status: 499 })
  })

  it.each([
    [400, 'Bad Request'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [405, 'Method Not Allowed'],
    [406, 'Not Acceptable'],
    [408, 'Request Timeout'],
    [409, 'Conflict'],
    [410, 'Gone'],
    [412, 'Precondition Failed'],
    [413, 'Content Too Large'],
    [415, 'Unsupported Media Type'],
    [422, 'Unprocessable Content'],
    [429, 'Too Many Requests'],
    [500, 'Internal Server Error'],
    [501, 'Not Implemented'],
    [502, 'Bad Gateway'],
    [503, 'Service Unavailable'],
    [504, 'Gateway Timeout'],
  ])('problem details name the status %d %s (RFC 9110 §15)', async (code, title) => {
    class Numbered extends ApiException {
      static override readonly status = code
    }
    const view = {
      authentication: [{ authenticate: () => null, challenge: () => 'Card' }],
      get() {
        throw new Numbered()
      },
    }
    const response = await oneView(view).get('/', { headers: { Accept: problemFirst } })
    expect(await response.json()).toMatchObject({ status: code, title })
  })
})

describe('errors are in the default shape', () => {
  const typeFor = async (accept: string) => (await raise(new NotFound(), accept)).type

  it('errors are in the default shape unless the client names application/problem+json', async () => {
    for (const accept of ['*/*', 'application/*', 'application/json']) {
      expect(await typeFor(accept)).toBe('application/json')
    }
  })

  it('errors are in the default shape when the client prefers it', async () => {
    expect(await typeFor('application/json, application/problem+json;q=0.5')).toBe(
      'application/json',
    )
    expect(await typeFor('application/json;q=0.5, application/problem+json')).toBe(
      'application/problem+json',
    )
    expect(await typeFor('*/*, application/problem+json;q=0')).toBe('application/json')
  })
})

describe('what is no error', () => {
  const client = oneView({
    get: () => new ApiResponse({ title: 'A book' }),
    post: () => new ApiResponse({ detail: 'Made by hand.' }, 400),
  })

  it('successful answers are never application/problem+json', async () => {
    const response = await client.get('/', { headers: { Accept: problemFirst } })
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual({ title: 'A book' })
  })

  it('asking for application/problem+json alone is 406, which is itself such an error', async () => {
    const headers = { Accept: 'application/problem+json' }
    const response = await client.get('/', { headers })

    expect(response.status).toBe(406)
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    expect((await client.get('/?format=problem')).status).toBe(404)

    const unwilling = { Accept: 'application/problem+json;q=0.1' }
    const refused = await client.get('/', { headers: unwilling })
    expect(refused.headers.get('Content-Type')).toBe('application/problem+json')
  })

  it('an error response made by a handler is unchanged, whatever its status', async () => {
    const response = await client.post('/', { headers: { Accept: problemFirst } })
    expect(await response.json()).toEqual({ detail: 'Made by hand.' })
  })
})
