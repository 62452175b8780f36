import {
  ApiResponse,
  arrayItems,
  charField,
  type ExceptionHandler,
  exceptionHandler,
  integerField,
  limitOffsetPagination,
  NotFound,
  ParseError,
  PermissionDenied,
  pageNumberPagination,
  type Settings,
  ValidationError,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { clientOf, idsOf, numbered, raising } from './client.ts'

// Spec, "Resources and their fields": the bodies of errors and of lists.

describe('Error body', () => {
  it.each([
    new ParseError(),
    new PermissionDenied(),
    new NotFound('No such book.'),
    new PermissionDenied('Not on Sundays.', 'closed'),
  ])('| Most errors | JSON object with key `detail` (string). | %s', async (error) => {
    const { get } = clientOf({}, () => ({ '/': raising(error) }))
    const response = await get('/')

    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(await response.json()).toEqual({ detail: error.message })
  })

  const loan = z
    .object({ title: charField(), days: integerField() })
    .refine(({ title, days }) => title !== 'Atlas' || days === 0, 'The atlas stays here.')
  const lend = (settings: Settings = {}) =>
    clientOf(settings, () => ({
      '/': { post: async (request) => new ApiResponse(await request.data(loan)) },
    })).post

  it('| Validation error | JSON object whose keys are field names and whose values are lists of message strings. Errors not tied to a field use the key `non_field_errors`, or the string set in the `NON_FIELD_ERRORS_KEY` setting. |', async () => {
    const invalid = await lend()('/', { json: { days: 'many' } })
    expect(invalid.status).toBe(400)
    expect(await invalid.json()).toEqual({
      title: ['This field is required.'],
      days: ['A valid integer is required.'],
    })

    const atlas = { json: { title: 'Atlas', days: 3 } }
    expect(await (await lend()('/', atlas)).json()).toEqual({
      non_field_errors: ['The atlas stays here.'],
    })
    expect(await (await lend({ NON_FIELD_ERRORS_KEY: '__all__' })('/', atlas)).json()).toEqual({
      __all__: ['The atlas stays here.'],
    })
  })

  it('| Nested validation | The error detail may be a list, a dictionary or a nested structure of these. |', async () => {
    const details = [
      ['Too late.', 'Too much.'],
      { title: ['Too long.'] },
      { books: [{}, { title: ['Too long.'], authors: { first: ['Unknown.'] } }] },
    ]
    for (const detail of details) {
      const { get } = clientOf({}, () => ({ '/': raising(new ValidationError(detail)) }))
      const response = await get('/')
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual(detail)
    }

    const order = z.object({ books: z.array(z.object({ title: charField() })) })
    const { post } = clientOf({}, () => ({
      '/': { post: async (request) => new ApiResponse(await request.data(order)) },
    }))
    const nested = await post('/', { json: { books: [{ title: 'Emma' }, { title: '' }] } })
    expect(await nested.json()).toEqual({
      books: { 1: { title: ['This field may not be blank.'] } },
    })
  })
})

describe('Inspection of an error yields three views: the textual detail, the code identifier, and a full form.', () => {
  /** Answers an error with its three inspections. */
  const EXCEPTION_HANDLER: ExceptionHandler = (error, context) => {
    const response = exceptionHandler(error, context)
    if (!(error instanceof PermissionDenied || error instanceof ValidationError)) return response
    const { detail, codes, fullDetails } = error
    return new ApiResponse({ detail, codes, fullDetails }, error.status)
  }
  const inspect = async (error: unknown) => {
    const { get } = clientOf({ EXCEPTION_HANDLER }, () => ({ '/': raising(error) }))
    return (await get('/')).json()
  }

  it('of a text', async () => {
    expect(await inspect(new PermissionDenied())).toEqual({
      detail: 'You do not have permission to perform this action.',
      codes: 'permission_denied',
      fullDetails: {
        message: 'You do not have permission to perform this action.',
        code: 'permission_denied',
      },
    })
  })

  it('The full form maps each message to an object with keys `message` and `code`.', async () => {
    const error = new ValidationError({ title: ['Too long.', 'Too loud.'], tags: [{ 0: 'Odd.' }] })
    expect((await inspect(error)).fullDetails).toEqual({
      title: [
        { message: 'Too long.', code: 'invalid' },
        { message: 'Too loud.', code: 'invalid' },
      ],
      tags: [{ 0: { message: 'Odd.', code: 'invalid' } }],
    })
  })

  it('Codes seen: `permission_denied`, `required`, `invalid`.', async () => {
    const book = z.object({ title: charField(), year: integerField() })
    const { post, get } = clientOf({ EXCEPTION_HANDLER }, () => ({
      '/': { post: async (request) => new ApiResponse(await request.data(book)) },
      '/denied/': raising(new PermissionDenied()),
    }))

    expect((await (await get('/denied/')).json()).codes).toBe('permission_denied')
    expect((await (await post('/', { json: { year: 'soon' } })).json()).codes).toEqual({
      title: ['required'],
      year: ['invalid'],
    })
  })
})

describe('Paginated list body (page-number and limit/offset styles)', () => {
  const { get } = clientOf({ PAGE_SIZE: 2 }, (api) => ({
    '/pages/': api.listView({
      items: arrayItems(numbered(5)),
      pagination: pageNumberPagination(),
    }),
    '/windows/': api.listView({
      items: arrayItems(numbered(5)),
      pagination: limitOffsetPagination(),
    }),
  }))
  const pages = async (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await get(path)).json()))
  const first = ['/pages/', '/windows/']
  const middle = ['/pages/?page=2', '/windows/?offset=2']
  const last = ['/pages/?page=3', '/windows/?offset=4']

  it('| count | integer | Total number of items in the unpaginated set. |', async () => {
    for (const { count } of await pages([...first, ...middle, ...last])) expect(count).toBe(5)
  })

  it('| next | string (URL) or null | Link to the next page. Null when there is none. |', async () => {
    for (const { next } of await pages([...first, ...middle])) {
      expect(typeof next).toBe('string')
      expect(URL.canParse(next)).toBe(true)
    }
    for (const { next } of await pages(last)) expect(next).toBeNull()
    const following = (await pages(first)).map(({ next }) => next)
    expect((await pages(following)).map(idsOf)).toEqual([
      [3, 4],
      [3, 4],
    ])
  })

  it('| previous | string (URL) or null | Link to the previous page. Null when there is none. |', async () => {
    for (const { previous } of await pages(first)) expect(previous).toBeNull()
    const before = (await pages(last)).map(({ previous }) => previous)
    expect((await pages(before)).map(idsOf)).toEqual([
      [3, 4],
      [3, 4],
    ])
  })

  it('| results | array | Only the items of the requested page. |', async () => {
    expect((await pages(first)).map(idsOf)).toEqual([
      [1, 2],
      [1, 2],
    ])
    expect((await pages(last)).map(idsOf)).toEqual([[5], [5]])
  })
})
