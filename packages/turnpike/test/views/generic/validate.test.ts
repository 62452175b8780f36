import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  type Account,
  type ApiRequest,
  ApiResponse,
  arrayStore,
  basicAuthentication,
  Conflict,
  charField,
  createApi,
  exceptionHandler,
  type ItemStore,
  integerField,
  isAuthenticated,
  jsonRenderer,
  memoryAccounts,
  NonFieldError,
  type Permission,
  PermissionDenied,
  problemRenderer,
  routes,
  type Settings,
  ValidationError,
} from '../../../src/index.ts'
import { openApiDocument } from '../../../src/openapi/index.ts'
import { browsableRenderer } from '../../../src/pages/index.ts'
import { resolve } from '../../openapi/valid.ts'
import { csrfOf } from '../../pages/site.ts'
import { openBrowser } from '../../sessions/browser.ts'

interface Period {
  id: number
  title: string
  start: number
  end: number
}
const schema = z.object({
  title: charField().default('untitled'),
  start: integerField(),
  end: integerField(),
})
type Data = z.infer<typeof schema>
interface Context {
  data: Partial<Data>
  item: Period | null
  request: ApiRequest
}
type Check = (context: Context) => Partial<Data> | undefined | Promise<undefined>

const message = 'The end must come after the start.'

/** The end of a PATCH may have to fit the stored start. */
const inOrder: Check = ({ data, item }) => {
  const { start = 0, end = 0 } = { ...item, ...data }
  if (end <= start) throw new ValidationError({ end: [message] }, 'order')
  return undefined
}

const mayNotDelete: Permission = {
  hasPermission: () => true,
  hasObjectPermission: ({ method }) => method !== 'DELETE',
}

function serve(check: Check, settings: Settings = {}) {
  const periods: Period[] = [{ id: 1, title: 'term', start: 3, end: 9 }]
  const store = arrayStore(periods)
  const api = createApi({ LOGGER: silentLogger, ...settings })
  // The fields are the same, required or not.
  const validate = (context: Context) => check(context) as Data | undefined
  const views = {
    '/periods/': api.listView({ store, schema, validate }),
    '/periods/:id/': api.detailView({ store, schema, validate, permissions: [mayNotDelete] }),
  }
  return { ...testClient(routes(api, views)), app: routes(api, views), api, views, periods }
}

const summary = async (response: Response) => [response.status, await response.json()]
const refused = [400, { end: [message] }]

describe('the check of a view', () => {
  it('the check refuses data by the stored item, in POST, PUT and PATCH', async () => {
    const { post, put, patch, periods } = serve(inOrder)

    expect(await summary(await post('/periods/', { json: { start: 2, end: 1 } }))).toEqual(refused)
    expect(await summary(await put('/periods/1/', { json: { start: 2, end: 1 } }))).toEqual(refused)
    expect(await summary(await patch('/periods/1/', { json: { end: 3 } }))).toEqual(refused)
    expect(await summary(await patch('/periods/1/', { json: { start: 9 } }))).toEqual(refused)
    expect(periods).toEqual([{ id: 1, title: 'term', start: 3, end: 9 }])

    expect((await post('/periods/', { json: { start: 1, end: 2 } })).status).toBe(201)
    expect((await patch('/periods/1/', { json: { end: 4 } })).status).toBe(200)
    expect((await put('/periods/1/', { json: { start: 1, end: 2 } })).status).toBe(200)
    expect(periods).toMatchObject([
      { title: 'untitled', start: 1, end: 2 },
      { start: 1, end: 2 },
    ])
  })

  it('the check gets the data of the schema, the item and the request', async () => {
    const seen: unknown[] = []
    const { post, put, patch } = serve(({ data, item, request }) => {
      seen.push([data, item?.id ?? null, request.method])
      return undefined
    })
    await post('/periods/', { json: { start: '1', end: 2, extra: 1 } })
    await put('/periods/1/', { json: { start: 1, end: 2 } })
    await patch('/periods/1/', { json: { start: '5' } })

    expect(seen).toEqual([
      [{ title: 'untitled', start: 1, end: 2 }, null, 'POST'],
      [{ title: 'untitled', start: 1, end: 2 }, 1, 'PUT'],
      [{ start: 5 }, 1, 'PATCH'],
    ])
  })

  it('data that the check returns replace those of the schema', async () => {
    const { post, patch, periods } = serve(({ data }) => ({ ...data, title: 'checked' }))
    await post('/periods/', { json: { start: 1, end: 2 } })
    await patch('/periods/1/', { json: { end: 4 } })

    expect(periods).toMatchObject([{ title: 'checked', end: 4 }, { title: 'checked' }])
  })

  it('the check does not run for data that the schema refuses, or for items out of reach', async () => {
    const calls: unknown[] = []
    const { post, patch } = serve((context) => void calls.push(context))

    expect((await post('/periods/', { json: { start: 'x' } })).status).toBe(400)
    expect((await patch('/periods/1/', { json: { start: 'x' } })).status).toBe(400)
    expect((await patch('/periods/2/', { json: { start: 1 } })).status).toBe(404)
    expect(calls).toEqual([])
  })

  it('the check may be asynchronous', async () => {
    const { post } = serve(async () => {
      await new Promise(setImmediate)
      throw new ValidationError({ end: [message] })
    })
    expect(await summary(await post('/periods/', { json: { start: 1, end: 2 } }))).toEqual(refused)
  })

  it.each<[string, () => ValidationError, unknown]>([
    ['a text', () => new ValidationError('No.'), { non_field_errors: ['No.'] }],
    ['texts', () => new ValidationError(['No.', 'Not.']), { non_field_errors: ['No.', 'Not.'] }],
    ['an error of no field', () => new NonFieldError('No.'), { non_field_errors: ['No.'] }],
    ['a text of a field', () => new ValidationError({ end: 'No.' }), { end: ['No.'] }],
    [
      'several fields',
      () => new ValidationError({ start: ['No.'], end: ['Not.'], rows: { 1: ['Off.'] } }),
      { start: ['No.'], end: ['Not.'], rows: { 1: ['Off.'] } },
    ],
  ])('the body of a refusal has the shape of those of a schema: %s', async (_, error, body) => {
    const { post } = serve(() => {
      throw error()
    })
    expect(await summary(await post('/periods/', { json: { start: 1, end: 2 } }))).toEqual([
      400,
      body,
    ])
  })

  it('errors of no field stand under the key of the settings', async () => {
    for (const error of [new ValidationError('No.'), new NonFieldError('No.')]) {
      const { post } = serve(() => Promise.reject(error), { NON_FIELD_ERRORS_KEY: 'whole' })
      const response = await post('/periods/', { json: { start: 1, end: 2 } })
      expect(await summary(response)).toEqual([400, { whole: ['No.'] }])
    }
  })

  it('the codes of a refusal reach the clients that see codes', async () => {
    const { post } = serve(inOrder, {
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), problemRenderer()],
    })
    const response = await post('/periods/', {
      json: { start: 2, end: 1 },
      headers: { Accept: 'application/json, application/problem+json' },
    })
    expect(await response.json()).toMatchObject({
      errors: [{ detail: message, code: 'order', pointer: '#/end' }],
    })
  })

  it('a class of the application keeps its status and body', async () => {
    class Unprocessable extends ValidationError {
      static override readonly status = 422 as 400
    }
    const { post } = serve(() => Promise.reject(new Unprocessable('No.')))
    expect(await summary(await post('/periods/', { json: { start: 1, end: 2 } }))).toEqual([
      422,
      ['No.'],
    ])
  })

  it.each<[Error, number]>([
    [new Conflict('Taken.'), 409],
    [new PermissionDenied(), 403],
    [new Error('broken'), 500],
  ])('other errors of the check go their usual way: %s', async (error, status) => {
    const { post } = serve(() => Promise.reject(error))
    expect((await post('/periods/', { json: { start: 1, end: 2 } })).status).toBe(status)
  })

  it.each([false, true, 1, '', null])(
    'a check that returns %j is a mistake that nobody overlooks',
    async (result) => {
      const { post, periods } = serve(() => result as unknown as undefined)
      expect((await post('/periods/', { json: { start: 1, end: 2 } })).status).toBe(500)
      expect(periods).toHaveLength(1)
    },
  )

  it('the check of a conditional write sees the item that is written, in the same transaction', async () => {
    let inside = false
    const seen: unknown[] = []
    const store: ItemStore<Period, Data> = {
      ...arrayStore<Period>([{ id: 1, title: 'term', start: 3, end: 9 }]),
      async transaction(work) {
        inside = true
        try {
          return await work()
        } finally {
          inside = false
        }
      },
    }
    const api = createApi({ CONDITIONAL_REQUESTS: true })
    const view = api.detailView({
      store,
      schema,
      validate({ data, item }) {
        seen.push([inside, item.end])
        if (data.end === 0) throw new ValidationError({ end: [message] })
      },
    })
    const { get, patch } = testClient(routes(api, { '/:id/': view }))
    const headers = { 'If-Match': (await get('/1/')).headers.get('ETag') ?? '' }

    expect(await summary(await patch('/1/', { json: { end: 0 }, headers }))).toEqual(refused)
    expect((await patch('/1/', { json: { end: 8 }, headers })).status).toBe(200)
    expect((await patch('/1/', { json: { end: 7 }, headers })).status).toBe(412)
    expect(seen).toEqual([
      [true, 9],
      [true, 9],
    ])
  })

  it('a check that cannot work is reported when the view is declared', () => {
    const api = createApi()
    const store = arrayStore<Period>([])
    const check = () => undefined
    expect(() => api.listView({ store, validate: check })).toThrow('has validate but no schema')
    expect(() => api.detailView({ store, validate: check })).toThrow('has validate but no schema')
    expect(() => api.listView({ store, schema, validate: schema as unknown as never })).toThrow(
      'throws ValidationError',
    )
  })

  it('the check has the types of the schema, the items and the signed-in user', () => {
    const { users } = memoryAccounts()
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [basicAuthentication({ users })],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    })
    const store = arrayStore<Period>([])
    api.listView({
      store,
      schema,
      validate({ data, item, request }) {
        expectTypeOf(data).toEqualTypeOf<Data>()
        expectTypeOf(item).toEqualTypeOf<null>()
        expectTypeOf(request.user).toExtend<Account>()
      },
    })
    api.detailView({
      store,
      schema,
      validate: async ({ data, item, request }) => {
        expectTypeOf(data).toEqualTypeOf<Data | Partial<Data>>()
        expectTypeOf(item).toEqualTypeOf<Period>()
        expectTypeOf(request.user).toExtend<Account>()
        return { ...data, end: item.end }
      },
    })
    // @ts-expect-error the data would be a boolean
    api.listView({ store, schema, validate: ({ data }) => data.start < data.end })
  })
})

describe('RAISE_VALIDATION_ERRORS', () => {
  const wrapped: Settings = {
    EXCEPTION_HANDLER(error, context) {
      const response = exceptionHandler(error, context)
      return response && new ApiResponse({ error: response.data }, response.status)
    },
  }
  const bodies = async (settings: Settings) => {
    const { post, patch } = serve(inOrder, { ...wrapped, ...settings })
    return [
      await summary(await post('/periods/', { json: { start: 1 } })),
      await summary(await post('/periods/', { json: { start: 2, end: 1 } })),
      await summary(await patch('/periods/1/', { json: { start: 'x' } })),
      await summary(await patch('/periods/1/', { json: { start: 9 } })),
    ]
  }
  const plain = [
    { end: ['This field is required.'] },
    { end: [message] },
    { start: ['A valid integer is required.'] },
    { end: [message] },
  ]

  it('the 400 of generic views does not pass the exception handler by default', async () => {
    expect(await bodies({})).toEqual(plain.map((body) => [400, body]))
  })

  it('the exception handler answers the 400 of generic views if they raise it', async () => {
    expect(await bodies({ RAISE_VALIDATION_ERRORS: true })).toEqual(
      plain.map((error) => [400, { error }]),
    )
  })

  it('the OpenAPI document shows the body that clients get', async () => {
    const example = async (raises: boolean) => {
      const { api, views } = serve(inOrder, { ...wrapped, RAISE_VALIDATION_ERRORS: raises })
      const document = await openApiDocument(api, views, { title: 'T', version: '1' })
      const { content = {} } = resolve<{ content?: Record<string, { examples?: object }> }>(
        document,
        document.paths['/periods/']?.post?.responses[400] ?? {},
      )
      return content['application/json']?.examples
    }
    const body = { start: ['This field is required.'], end: ['This field is required.'] }
    expect(await example(false)).toMatchObject({ invalid: { value: body } })
    expect(await example(true)).toMatchObject({ invalid: { value: { error: body } } })
  })
})

describe('a refusal on a page', () => {
  it.each([false, true])(
    'a page shows the refusals of the check beside the fields, with what was sent (raised: %s)',
    async (raises) => {
      const check: Check = ({ data, item }) => {
        if ((data.end ?? 0) > 100) throw new ValidationError('Too long.')
        return inOrder({ data, item, request: undefined as never })
      }
      const { app } = serve(check, {
        RAISE_VALIDATION_ERRORS: raises,
        DEFAULT_RENDERER_CLASSES: [browsableRenderer({ title: 'Periods' })],
      })
      const browser = openBrowser(app, { headers: { Accept: 'text/html' } })
      const send = async (path: string, form: Record<string, string>) => {
        const page = await (await browser.get(path)).text()
        const response = await browser.post(path, { form: { ...csrfOf(page), ...form } })
        return [response.status, await response.text()] as const
      }

      for (const [path, method] of [
        ['/periods/', 'POST'],
        ['/periods/1/', 'PUT'],
        ['/periods/1/', 'PATCH'],
      ] as const) {
        const sent = { _method: method, title: 'mine', start: '7', end: '5' }
        const [status, page] = await send(path, sent)
        expect(status).toBe(400)
        expect(page).toMatch(/name="end"[^>]*aria-invalid="true"[^>]*value="5"/)
        expect(page).toContain(message)
        // The forms are still those that the permissions allow for this item.
        expect(page).not.toContain('delete-title')
        const [, long] = await send(path, { ...sent, end: '200' })
        expect(long).toContain('Too long.')
        expect(long).toMatch(/name="end"[^>]*value="200"/)
      }
    },
  )
})
