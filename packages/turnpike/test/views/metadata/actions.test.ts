import { quick } from '@turnpike/test-support/accounts.ts'
import { oneView, silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  ApiResponse,
  arrayStore,
  basicAuthentication,
  charField,
  choiceField,
  createApi,
  decimalField,
  integerField,
  isAuthenticated,
  isAuthenticatedOrReadOnly,
  listField,
  memoryAccounts,
  type Permission,
  routes,
  ServiceUnavailable,
} from '../../../src/index.ts'

const schema = z.object({ title: charField({ maxLength: 20 }), pages: integerField() })
const title = {
  type: 'string',
  required: true,
  read_only: false,
  label: 'Title',
  max_length: 20,
}
const pages = { type: 'integer', required: true, read_only: false, label: 'Pages' }

const basic = (username: string) => ({
  headers: { Authorization: `Basic ${btoa(`${username}:secret`)}` },
})

/** Books that everyone may read and ann may change. */
function serve(permissions: readonly Permission[] = [isAuthenticatedOrReadOnly]) {
  const { users } = memoryAccounts({
    passwords: quick,
    users: ['ann', 'ben'].map((username) => ({ username, password: 'secret' })),
  })
  const api = createApi({
    LOGGER: silentLogger,
    DEFAULT_AUTHENTICATION_CLASSES: [basicAuthentication({ users })],
  })
  const store = arrayStore([{ id: 1, title: 'Emma', pages: 474 }])
  const client = testClient(
    routes(api, {
      '/books/': api.listView({ store, schema, permissions }),
      '/books/:id/': api.detailView({ store, schema, permissions }),
    }),
  )
  return async (path: string, username?: string) => {
    const response = await client.request('OPTIONS', path, username ? basic(username) : {})
    return (await response.json()).actions
  }
}

describe('the actions of OPTIONS', () => {
  it('OPTIONS of a list has the fields of POST for clients that may add', async () => {
    const actions = serve()
    expect(await actions('/books/', 'ann')).toEqual({ POST: { title, pages } })
    expect(await actions('/books/')).toBeUndefined()
  })

  it('OPTIONS of an item has the fields of PUT for clients that may change it', async () => {
    const actions = serve()
    expect(await actions('/books/1/', 'ann')).toEqual({ PUT: { title, pages } })
    expect(await actions('/books/1/')).toBeUndefined()
  })

  it('OPTIONS of an item that does not exist is 200 without actions', async () => {
    expect(await serve()('/books/7/', 'ann')).toBeUndefined()
  })

  it('OPTIONS of an item asks the permissions for the item, as PUT', async () => {
    const asked: string[] = []
    const isAnn = {
      hasPermission: () => true,
      hasObjectPermission({ method, user }, item) {
        asked.push(`${method} ${(item as { title: string }).title}`)
        return (user as { username?: string } | null)?.username === 'ann'
      },
    } satisfies Permission
    const actions = serve([isAuthenticated, isAnn])
    expect(await actions('/books/1/', 'ann')).toEqual({ PUT: { title, pages } })
    expect(await actions('/books/1/', 'ben')).toBeUndefined()
    expect(asked).toEqual(['PUT Emma', 'PUT Emma'])
  })

  it('OPTIONS of a list below a parent that does not exist has no actions', async () => {
    const api = createApi()
    const list = api.listView({
      store: arrayStore([{ id: 1, book: 1, text: 'a' }]),
      schema: z.object({ text: charField() }),
      create: ({ text }) => ({ id: 2, book: 1, text }),
      parent: { store: arrayStore([{ id: 1 }]), parameter: 'book', field: 'book' },
    })
    const client = testClient(routes(api, { '/books/:book/pages/': list }))
    const actions = async (path: string) =>
      (await (await client.request('OPTIONS', path)).json()).actions
    expect(Object.keys(await actions('/books/1/pages/'))).toEqual(['POST'])
    expect(await actions('/books/2/pages/')).toBeUndefined()
  })

  it('OPTIONS reports a database that cannot be reached instead of hiding the action', async () => {
    const api = createApi({ LOGGER: silentLogger })
    const view = api.detailView({
      find: (): { title: string } => {
        throw new ServiceUnavailable()
      },
      schema: z.object({ title: charField() }),
      update: (item) => item,
    })
    const client = testClient(routes(api, { '/': view }))
    expect((await client.request('OPTIONS', '/')).status).toBe(503)
    expect((await client.request('OPTIONS', '/')).headers.get('Allow')).toContain('PUT')
  })

  it('a view with handlers of its own has the actions of its operations', async () => {
    const client = oneView({
      post: () => new ApiResponse(null),
      operations: { post: { accepts: schema } },
    })
    const { actions } = await (await client.request('OPTIONS', '/')).json()
    expect(actions).toEqual({ POST: { title, pages } })
  })

  it('a view without a schema, or with one of another library, has no actions', async () => {
    const foreign = {
      '~standard': { version: 1, vendor: 'other', validate: (value: unknown) => ({ value }) },
    } as const
    const post = () => new ApiResponse(null)
    for (const operations of [
      {},
      { post: { accepts: foreign } },
      { post: { accepts: z.string() } },
    ]) {
      const answer = await (await oneView({ post, operations }).request('OPTIONS', '/')).json()
      expect(Object.keys(answer)).toEqual(['name', 'description', 'renders', 'parses'])
    }
  })

  it('a body that is a list of objects has the fields of one object', async () => {
    const client = oneView({
      post: () => new ApiResponse(null),
      operations: { post: { accepts: z.array(schema), answers: z.array(schema) } },
    })
    const { actions } = await (await client.request('OPTIONS', '/')).json()
    expect(actions).toEqual({ POST: { title, pages } })
  })

  it('fields that are only in the answers are read-only, in the order of the answers', async () => {
    const accepts = z.object({
      title: charField(),
      shelf: z.object({ row: integerField({ minValue: 1 }) }),
      secret: charField(),
    })
    const answers = z.object({
      id: z.int(),
      shelf: z.object({ row: z.int(), code: z.string() }),
      title: z.string(),
      tags: z.array(z.object({ name: z.string() })),
      size: z.enum(['s', 'm']),
      added: z.date(),
    })
    const client = oneView({
      post: () => new ApiResponse(null),
      operations: { post: { accepts, answers } },
    })
    const fields = (await (await client.request('OPTIONS', '/')).json()).actions.POST
    const readOnly = { required: false, read_only: true }
    const written = { required: true, read_only: false }
    expect(Object.keys(fields)).toEqual(['id', 'shelf', 'title', 'tags', 'size', 'added', 'secret'])
    expect(fields).toMatchObject({
      id: { type: 'integer', ...readOnly, label: 'Id' },
      shelf: {
        type: 'nested object',
        ...written,
        children: {
          row: { type: 'integer', ...written, min_value: 1 },
          code: { type: 'string', ...readOnly },
        },
      },
      tags: { type: 'list', ...readOnly, child: { children: { name: readOnly } } },
      size: { type: 'choice', ...readOnly },
      added: { type: 'datetime', ...readOnly },
      secret: { type: 'string', ...written },
    })
    expect(fields.size).not.toHaveProperty('choices')
  })

  it('labels, help, limits, choices and defaults come from the schema', async () => {
    const accepts = z.object({
      price: decimalField({ maxDigits: 5, decimalPlaces: 2 }).meta({
        title: 'Net price',
        description: 'In euros',
      }),
      stars: choiceField([1, 2]).default(1),
      dueDate: z.iso.date().nullable(),
      code: charField({ minLength: 3 }),
      tags: listField(charField({ minLength: 2 }), { minLength: 1, maxLength: 3 }),
      scores: z.record(z.string(), z.int().positive()),
    })
    const client = oneView({
      post: () => new ApiResponse(null),
      operations: { post: { accepts } },
    })
    const fields = (await (await client.request('OPTIONS', '/')).json()).actions.POST
    const written = { required: true, read_only: false }
    expect(fields).toEqual({
      price: { type: 'decimal', ...written, label: 'Net price', help_text: 'In euros' },
      stars: {
        type: 'choice',
        ...written,
        required: false,
        label: 'Stars',
        choices: [
          { value: 1, display_name: 1 },
          { value: 2, display_name: 2 },
        ],
      },
      dueDate: { type: 'date', ...written, label: 'Due date' },
      code: { type: 'string', ...written, label: 'Code', min_length: 3 },
      tags: {
        type: 'list',
        ...written,
        label: 'Tags',
        min_length: 1,
        max_length: 3,
        child: { type: 'string', ...written, min_length: 2 },
      },
      scores: {
        type: 'nested object',
        ...written,
        label: 'Scores',
        child: { type: 'integer', ...written, min_value: 1 },
      },
    })
  })

  it('an object inside itself is described once', async () => {
    const node: z.ZodType = z.lazy(() => z.object({ name: z.string(), parts: z.array(node) }))
    const client = oneView({
      post: () => new ApiResponse(null),
      operations: { post: { accepts: node, answers: node } },
    })
    const fields = (await (await client.request('OPTIONS', '/')).json()).actions.POST
    expect(fields.parts.child).toEqual({ type: 'nested object', required: true, read_only: false })
  })

  it('a field named __proto__ is a field like any other', async () => {
    const accepts = z.object(Object.fromEntries([['__proto__', charField()]]))
    const client = oneView({
      post: () => new ApiResponse(null),
      operations: { post: { accepts } },
    })
    const answer = await (await client.request('OPTIONS', '/')).text()
    expect(answer).toContain('"__proto__":{"type":"string"')
  })
})
