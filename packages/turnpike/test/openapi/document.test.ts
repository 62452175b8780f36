import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  ApiException,
  ApiResponse,
  allOf,
  anyOf,
  arrayItems,
  arrayStore,
  basicAuthentication,
  charField,
  createApi,
  cursorPagination,
  integerField,
  isAdminUser,
  isAuthenticated,
  isAuthenticatedOrReadOnly,
  jsonRenderer,
  limitOffsetPagination,
  loginView,
  logoutView,
  memoryAccounts,
  memorySessions,
  obtainToken,
  type Permission,
  pageNumberPagination,
  type Renderer,
  remoteUserAuthentication,
  type Scheme,
  type Settings,
  sessionAuthentication,
  tokenAuthentication,
  userRateThrottle,
  type ViewOptions,
} from '../../src/index.ts'
import {
  type OperationObject,
  openApiDocument,
  type ResponseObject,
  type SchemaObject,
} from '../../src/openapi/index.ts'
import { expectValid, resolve } from './valid.ts'

const { users, tokens } = memoryAccounts()
const sessions = memorySessions({ users })
const info = { title: 'Test', version: '1' }
const itemSchema = z.object({ id: z.int(), title: z.string() }).meta({ id: 'Item' })
const dataSchema = z.object({ title: charField({ maxLength: 9 }), year: integerField() })
const items = arrayItems([{ id: 1, title: 'one' }])

/** The document of views, which must be valid whatever they are. */
async function documentOf(views: Record<string, ViewOptions>, settings: Settings = {}) {
  const document = await openApiDocument(
    createApi({ LOGGER: silentLogger, ...settings }),
    views,
    info,
  )
  await expectValid(document)
  return document
}

/** The only GET of a view. */
async function getOf(view: ViewOptions, settings?: Settings): Promise<OperationObject> {
  const document = await documentOf({ '/things/': view }, settings)
  return document.paths['/things/']?.get as OperationObject
}

const answering: Pick<ViewOptions, 'get'> = { get: () => new ApiResponse({}) }

describe('paths', () => {
  it('the parameter of a parent has the type of the field that refers to it', async () => {
    const api = createApi()
    const tickets = arrayStore([{ id: 1 }])
    const comments = api.listView({
      store: arrayStore([{ id: 1, about: 1 }]),
      answers: z.object({ id: z.int(), about: z.int() }),
      parent: { store: tickets, parameter: 'ticket', field: 'about' },
    })
    const document = await openApiDocument(api, { '/tickets/:ticket/comments/': comments }, info)
    await expectValid(document)
    const path = document.paths['/tickets/{ticket}/comments/']

    expect(path?.parameters).toMatchObject([{ name: 'ticket', schema: { type: 'integer' } }])
    expect(Object.keys(path?.get?.responses ?? {})).toContain('404')
  })

  const parametersOf = async (route: string) => {
    const { paths } = await documentOf({ [route]: answering })
    return Object.entries(paths).map(([path, { parameters = [] }]) => [
      path,
      ...parameters.map(({ name, schema }) => `${name} ${schema.pattern ?? ''}`.trim()),
    ])
  }

  it('paths show the parameters of the route', async () => {
    expect(await parametersOf('/notes/:id/')).toEqual([['/notes/{id}/', 'id']])
    expect(await parametersOf('/n/:a/x/:b')).toEqual([['/n/{a}/x/{b}', 'a', 'b']])
  })

  it('paths keep the pattern of a parameter', async () => {
    expect(await parametersOf('/n/:id{[0-9]+}/')).toEqual([['/n/{id}/', 'id ^(?:[0-9]+)$']])
    expect(await parametersOf('/n/:at{[0-9]{4}/[0-9]+}')).toEqual([
      ['/n/{at}', 'at ^(?:[0-9]{4}/[0-9]+)$'],
    ])
  })

  it('an optional last parameter makes two paths', async () => {
    expect(await parametersOf('/posts/:slug?')).toEqual([['/posts'], ['/posts/{slug}', 'slug']])
  })

  it('paths leave wildcards out', async () => {
    expect(await parametersOf('/files/*')).toEqual([])
  })
})

describe('a parameter of a path', () => {
  const typeOf = async (route: string, answers: z.ZodObject) => {
    const api = createApi()
    const view = api.detailView({ find: () => null, answers })
    const { paths } = await openApiDocument(api, { [route]: view }, info)
    return Object.values(paths)[0]?.parameters?.map(({ schema }) => schema)
  }

  it('a path parameter has the type of the field of its name in the answer', async () => {
    const note = z.object({ id: z.int(), at: z.uuid(), tags: z.array(z.string()) })
    expect(await typeOf('/notes/:id/', note)).toEqual([{ type: 'integer' }])
    expect(await typeOf('/notes/:id/', note.meta({ id: 'Noted' }))).toEqual([{ type: 'integer' }])
    expect(await typeOf('/notes/:at/', note)).toEqual([{ type: 'string', format: 'uuid' }])
    expect(await typeOf('/notes/:tags/', note)).toEqual([{ type: 'string' }])
    expect(await typeOf('/notes/:other/', note)).toEqual([{ type: 'string' }])
    expect(await typeOf('/notes/:id{[0-9]+}/', note)).toEqual([
      { type: 'string', pattern: '^(?:[0-9]+)$' },
    ])
  })
})

describe('the API itself', () => {
  it('the server of the document is its own origin, BASE_URL, or that of the info', async () => {
    const serversOf = async (settings: Settings, servers?: { url: string }[]) =>
      (await openApiDocument(createApi(settings), {}, { ...info, ...(servers && { servers }) }))
        .servers

    expect(await serversOf({})).toEqual([{ url: '/' }])
    expect(await serversOf({ BASE_URL: 'https://api.example.com/' })).toEqual([
      { url: 'https://api.example.com' },
    ])
    expect(await serversOf({}, [{ url: 'https://a.example' }])).toEqual([
      { url: 'https://a.example' },
    ])
  })

  it('the document has a contact and the license', async () => {
    const contact = { name: 'Ann', email: 'ann@example.com' }
    const license = { name: 'MIT', identifier: 'MIT' }
    const document = await openApiDocument(createApi(), {}, { ...info, contact, license })

    await expectValid(document)
    expect(document.info).toEqual({ ...info, contact, license })
  })
})

describe('operations', () => {
  it('operations are those that the view has handlers for, each with an id of its own', async () => {
    const store = arrayStore<{ id: number; title: string; year: number }>([])
    const api = createApi()
    const views = {
      '/books/': api.listView({ store, schema: dataSchema }),
      '/books/:id/': api.detailView({ store, schema: dataSchema }),
      '/books/:id/cover/': api.view({ ...answering }),
    }
    const document = await openApiDocument(api, views, info)
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => operation.operationId ?? []),
    )
    expect(ids).toEqual([
      'books_list',
      'books_create',
      'books_retrieve',
      'books_update',
      'books_partial_update',
      'books_destroy',
      'books_cover_retrieve',
    ])
    await expectValid(document)
  })

  it('a POST that answers a list creates, by its id', async () => {
    const { paths } = await documentOf({
      '/books/bulk/': {
        post: () => new ApiResponse([], 201),
        operations: { post: { isList: true, answers: itemSchema } },
      },
    })
    expect(paths['/books/bulk/']?.post?.operationId).toBe('books_bulk_create')
  })

  it('a tag is described by the info, by the first of its views, or by the name of that', async () => {
    const tags = { seats: 'Where people sit.' }
    const views = {
      '/rooms/': { ...answering, name: 'Rooms', description: 'All rooms.' },
      '/rooms/:id/': { ...answering, name: 'Room', description: 'One room.' },
      '/seats/': { ...answering, description: 'All seats.' },
      '/doors/': { ...answering, name: 'Doors' },
      '/open_hours/': answering,
    }
    const document = await openApiDocument(createApi(), views, { ...info, tags })

    await expectValid(document)
    expect(document.tags).toEqual([
      { name: 'rooms', description: 'All rooms.' },
      { name: 'seats', description: 'Where people sit.' },
      { name: 'doors', description: 'Doors' },
      { name: 'open_hours', description: 'Open hours' },
    ])
    expect(document.info).toEqual(info)
  })

  it('operations whose ids would be equal are numbered', async () => {
    const { paths } = await documentOf({ '/a-b/': answering, '/a_b/': answering })
    expect(Object.values(paths).map(({ get }) => get?.operationId)).toEqual([
      'a_b_retrieve',
      'a_b_retrieve_2',
    ])
  })

  it('operations have the summary and description of the view and the operation', async () => {
    const operation = await getOf({
      ...answering,
      name: 'Things',
      description: 'All there is.',
      operations: { get: { summary: 'Look' } },
    })
    expect(operation).toMatchObject({ summary: 'Look', description: 'All there is.' })
    expect((await getOf({ ...answering, name: 'Things' })).summary).toBe('Things')
    expect((await getOf(answering)).summary).toBe('things')
    const several = await getOf({ ...answering, name: 'Things', delete: () => new ApiResponse() })
    expect(several.summary).toBe('Things: retrieve')
  })

  it('operations document the Location of an added item when there is one', async () => {
    const api = createApi()
    const store = arrayStore<{ id: number; title: string; year: number }>([])
    const headersOf = async (options: { location?: () => string }) => {
      const views = { '/books/': api.listView({ store, schema: dataSchema, ...options }) }
      const { paths } = await openApiDocument(api, views, info)
      const created = paths['/books/']?.post?.responses[201]
      return (created as ResponseObject | undefined)?.headers
    }

    expect(await headersOf({ location: () => '/books/1/' })).toMatchObject({
      Location: {
        description: 'The URL of what was created.',
        required: true,
        schema: { type: 'string', format: 'uri-reference' },
      },
    })
    expect(await headersOf({})).toBeUndefined()
  })

  it('operations take the body in every media type of the parsers', async () => {
    const post = { accepts: dataSchema }
    const document = await documentOf({
      '/things/': { post: () => new ApiResponse(), operations: { post } },
    })
    const body = resolve<{ required: boolean; content: Record<string, { schema: object }> }>(
      document,
      document.paths['/things/']?.post?.requestBody as never,
    )
    expect(body.required).toBe(true)
    expect(Object.keys(body.content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
    expect(document.components.schemas?.ThingsInput).toMatchObject({ required: ['title', 'year'] })
  })

  it('operations show answers in every media type for programs, and pages in none', async () => {
    const csv: Renderer = { mediaType: 'text/csv', format: 'csv', charset: 'utf-8', render: String }
    const page: Renderer = { ...csv, mediaType: 'text/html', format: 'api' }
    const operation = await getOf({
      ...answering,
      renderers: [jsonRenderer(), csv, page],
      operations: { get: { answers: itemSchema } },
    })
    expect(operation.responses[200]).toMatchObject({
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Item' } },
        'text/csv': {},
      },
    })
    expect(operation.parameters).toEqual([{ $ref: '#/components/parameters/format' }])
  })
})

describe('schemas', () => {
  const schemasOf = async (answers: z.ZodType, accepts?: z.ZodType) => {
    const document = await documentOf({
      '/things/': {
        ...answering,
        post: () => new ApiResponse(),
        operations: { get: { answers }, ...(accepts && { post: { accepts } }) },
      },
    })
    return document.components.schemas ?? {}
  }

  it('schemas refer to one another by their ids', async () => {
    const owner = z.object({ name: z.string() }).meta({ id: 'Owner' })
    const schemas = await schemasOf(z.object({ owner, others: z.array(owner) }).meta({ id: 'Dog' }))
    expect(schemas.Dog).toMatchObject({
      properties: {
        owner: { $ref: '#/components/schemas/Owner' },
        others: { items: { $ref: '#/components/schemas/Owner' } },
      },
    })
    expect(Object.keys(schemas)).toContain('Owner')
  })

  it('schemas may contain themselves', async () => {
    const tree = z.object({
      name: z.string(),
      get children() {
        return z.array(tree)
      },
    })
    expect(await schemasOf(tree)).toMatchObject({
      Things: { properties: { children: { items: { $ref: '#/components/schemas/Things' } } } },
    })
  })

  it('schemas are separate when input and output differ, and open in answers', async () => {
    const schema = z.object({ n: integerField().default(1) }).meta({ id: 'Thing' })
    const schemas = await schemasOf(schema, schema)
    expect(schemas.Thing).toMatchObject({ required: ['n'] })
    expect(schemas.Thing).not.toHaveProperty('additionalProperties')
    expect(schemas.ThingInput).not.toHaveProperty('required')
  })

  it('schemas document no limits but those of the field', async () => {
    const schemas = await schemasOf(z.object({ any: z.int(), few: z.int().max(9) }))
    expect(schemas.Things?.properties).toEqual({
      any: { type: 'integer' },
      few: { type: 'integer', maximum: 9 },
    })
  })

  it('schemas of other libraries are left open', async () => {
    const other = {
      '~standard': { version: 1, vendor: 'x', validate: (value: unknown) => ({ value }) },
    } as const
    const document = await documentOf({
      '/things/': {
        post: () => new ApiResponse(),
        operations: { post: { accepts: other, answers: other } },
      },
    })
    expect(document.paths['/things/']?.post?.responses[200]).toMatchObject({
      content: { 'application/json': {} },
    })
  })
})

describe('security', () => {
  const custom: Scheme = {
    name: 'username',
    authenticate: () => null,
    describe: () => ({ credentials: { header: 'X-Username' } }),
  }
  const silent: Scheme = { authenticate: () => null }
  const unsure: Permission = { hasPermission: () => true }

  it('names the schemes of the view in their order', async () => {
    const document = await documentOf({
      '/things/': {
        ...answering,
        authentication: [
          custom,
          basicAuthentication({ users }),
          tokenAuthentication({ tokens }),
          sessionAuthentication({ sessions }),
        ],
        permissions: [isAuthenticated],
      },
    })
    expect(document.paths['/things/']?.get?.security).toEqual([
      { username: [] },
      { basic: [] },
      { token: [] },
      { session: [] },
    ])
    expect(document.components.securitySchemes).toMatchObject({
      username: { type: 'apiKey', in: 'header', name: 'X-Username' },
      basic: { type: 'http', scheme: 'basic' },
      token: { type: 'apiKey', in: 'header', name: 'Authorization', 'x-keyword': 'Token' },
      session: { type: 'apiKey', in: 'cookie', name: 'sessionid' },
    })
    expect(document.components.securitySchemes?.session?.description).toContain('X-CSRFToken')
  })

  it('knows the keyword Bearer, and schemes of one name from one another', async () => {
    const document = await documentOf({
      '/a/': { ...answering, authentication: [tokenAuthentication({ tokens })] },
      '/b/': {
        ...answering,
        authentication: [tokenAuthentication({ tokens, keyword: 'Bearer', realm: 'api' })],
      },
    })
    expect(document.components.securitySchemes?.token_2).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    })
    expect(document.paths['/b/']?.get?.security).toEqual([{ token_2: [] }, {}])
  })

  it('a security scheme has the name that the cookie has over https', async () => {
    const document = await documentOf(
      { '/a/': { ...answering, authentication: [sessionAuthentication({ sessions })] } },
      { BASE_URL: 'https://api.example.com' },
    )
    expect(document.components.securitySchemes?.session?.name).toBe('__Host-sessionid')
  })

  it.each([
    ['nobody needs to be known', [], [{ token: [] }, {}]],
    ['everybody must', [isAuthenticated], [{ token: [] }]],
    ['staff only', [isAdminUser], [{ token: [] }]],
    ['readers need not', [isAuthenticatedOrReadOnly], [{ token: [] }, {}]],
    ['nothing is known of the permission', [unsure], [{ token: [] }, {}]],
    ['one of all says so', [allOf(unsure, isAuthenticated)], [{ token: [] }]],
    ['one of any does not', [anyOf(unsure, isAuthenticated)], [{ token: [] }, {}]],
    ['each of any says so', [anyOf(isAdminUser, isAuthenticated)], [{ token: [] }]],
  ] as const)('security is required or not where %s', async (_, permissions, security) => {
    const authentication = [tokenAuthentication({ tokens })]
    expect((await getOf({ ...answering, authentication, permissions })).security).toEqual(security)
  })

  it('security is open for credentials that a client cannot send or that are not described', async () => {
    for (const other of [remoteUserAuthentication({ users }), silent]) {
      const authentication = [tokenAuthentication({ tokens }), other]
      const { security } = await getOf({
        ...answering,
        authentication,
        permissions: [isAuthenticated],
      })
      expect(security).toEqual([{ token: [] }, {}])
    }
  })
})

describe('lists', () => {
  const listOf = async (pagination: Settings['DEFAULT_PAGINATION_CLASS']) => {
    const api = createApi({ PAGE_SIZE: 10, URL_FORMAT_OVERRIDE: null })
    const view = api.listView({
      items,
      answers: itemSchema,
      pagination: pagination ?? null,
      orderingFilter: { fields: ['id'] },
    })
    const document = await openApiDocument(api, { '/things/': view }, info)
    await expectValid(document)
    const get = document.paths['/things/']?.get
    const parameters = get?.parameters?.map((reference) =>
      resolve<{ name: string }>(document, reference),
    )
    const answer = get?.responses[200] as ResponseObject
    const [body] = Object.values(answer.content ?? {})
    return {
      names: parameters?.map(({ name }) => name),
      schema: resolve<Record<string, unknown>>(document, body?.schema as never),
      statuses: Object.keys(get?.responses ?? {}),
    }
  }

  it('documents lists by page number', async () => {
    const { names, schema, statuses } = await listOf(
      pageNumberPagination({ pageQueryParam: 'p', pageSizeQueryParam: 'size' }),
    )
    expect(names).toEqual(['p', 'size', 'ordering'])
    expect(schema.required).toEqual(['count', 'next', 'previous', 'results'])
    expect(statuses).toContain('404')
  })

  it('documents lists by limit and offset', async () => {
    const { names, schema, statuses } = await listOf(limitOffsetPagination())
    expect(names).toEqual(['limit', 'offset', 'ordering'])
    expect(schema.required).toEqual(['count', 'next', 'previous', 'results'])
    expect(statuses).not.toContain('404')
    expect((await listOf(limitOffsetPagination({ maxOffset: 9 }))).statuses).toContain('404')
  })

  it('documents lists by cursor', async () => {
    const { names, schema, statuses } = await listOf(cursorPagination())
    expect(names).toEqual(['cursor', 'ordering'])
    expect(schema.required).toEqual(['next', 'previous', 'results'])
    expect(statuses).toContain('404')
  })

  it('documents lists that are paginated only when the client asks', async () => {
    const { schema } = await listOf(limitOffsetPagination({ defaultLimit: null }))
    expect(schema.anyOf).toMatchObject([
      { type: 'array' },
      { $ref: '#/components/schemas/ItemPage' },
    ])
  })

  it('documents lists without pages', async () => {
    const { names, schema } = await listOf(null)
    expect(names).toEqual(['ordering'])
    expect(schema).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Item' } })
  })

  it('documents lists of a custom style, which may describe itself', async () => {
    const { paginate } = pageNumberPagination()
    expect((await listOf({ paginate })).schema).toBeUndefined()
    const described = await listOf({
      paginate,
      describe: () => ({
        parameters: [{ name: 'slice', description: 'Which.', schema: { type: 'string' } }],
        page: (results) => ({ type: 'object', properties: { slice: results } }),
      }),
    })
    expect(described.names).toEqual(['slice', 'ordering'])
    expect(described.schema.properties).toHaveProperty('slice')
  })
})

describe('errors', () => {
  /** Those that a view has for reasons of its own. */
  const statusesOf = async (view: ViewOptions, settings?: Settings) =>
    Object.keys((await getOf(view, settings)).responses).filter(
      (status) => status >= '400' && !['400', '404'].includes(status),
    )
  const authentication = [tokenAuthentication({ tokens })]

  it('documents only the errors that the view can answer', async () => {
    expect(await statusesOf({ ...answering })).toEqual(['406'])
    expect(
      await statusesOf({ ...answering, permissions: [isAuthenticated], authentication }),
    ).toEqual(['401', '406', '429'])
    expect(await statusesOf({ ...answering, permissions: [isAdminUser], authentication })).toEqual([
      '401',
      '403',
      '406',
      '429',
    ])
  })

  it('documents errors of a query with too many parameters or an unknown format', async () => {
    const document = await documentOf({ '/things/': answering })
    const responses = document.paths['/things/']?.get?.responses ?? {}
    const schemaOf = (status: string) => {
      const { content } = resolve<ResponseObject>(document, responses[status] as ResponseObject)
      return resolve<SchemaObject>(document, content?.['application/json']?.schema as never)
    }

    expect(Object.keys(responses)).toEqual(['200', '400', '404', '406'])
    expect(schemaOf('400')).toMatchObject({ required: ['error'] })
    expect(schemaOf('404')).toMatchObject({ required: ['detail'] })
    const noFormat = await documentOf({ '/things/': answering }, { URL_FORMAT_OVERRIDE: null })
    expect(noFormat.paths['/things/']?.get?.responses).not.toHaveProperty('404')
  })

  it('documents 403 in place of 401 when the first scheme has no challenge', async () => {
    const schemes = [sessionAuthentication({ sessions }), tokenAuthentication({ tokens })]
    const operation = await getOf({
      ...answering,
      permissions: [isAuthenticated],
      authentication: schemes,
    })
    expect(Object.keys(operation.responses)).not.toContain('401')
    expect(Object.keys(operation.responses)).toContain('403')
  })

  it('documents 429 when a throttle limits the view or wrong credentials are counted', async () => {
    const none = { address: null, username: null }
    const throttles = [userRateThrottle({ rate: '5/min' })]
    const settings = { FAILED_CREDENTIALS_RATES: none }
    expect(await statusesOf({ ...answering, authentication }, settings)).toEqual(['401', '406'])
    expect(await statusesOf({ ...answering, throttles }, settings)).toEqual(['406', '429'])
    const unlimited = [userRateThrottle({ rate: null })]
    expect(await statusesOf({ ...answering, throttles: unlimited }, settings)).toEqual(['406'])
  })

  it('documents 429 only for the methods that a throttle limits', async () => {
    const throttles = [userRateThrottle({ rate: '5/min', methods: ['POST'] })]
    const post = () => new ApiResponse({})
    const document = await documentOf({ '/things/': { ...answering, post, throttles } })
    const path = document.paths['/things/']

    expect(path?.get?.responses).not.toHaveProperty('429')
    expect(path?.post?.responses).toHaveProperty('429')
    expect(document.components.responses?.TooManyRequests?.description).toContain('5 requests')
  })

  it('documents the limits of throttles', async () => {
    const document = await documentOf({
      '/things/': { ...answering, throttles: [userRateThrottle({ rate: '5/min' })] },
    })
    expect(document.components.responses?.TooManyRequests?.description).toBe(
      'Too Many Requests. 5 requests in 60 seconds for each user, or address of clients who are not signed in',
    )
  })

  it('documents the error bodies that the exception handler of the API makes', async () => {
    const settings: Settings = {
      EXCEPTION_HANDLER: (error) =>
        error instanceof ApiException ? new ApiResponse({ oops: error.codes }, error.status) : null,
    }
    const document = await documentOf({ '/things/': answering }, settings)
    expect(document.components.responses?.NotAcceptable).toMatchObject({
      content: {
        'application/json': { examples: { not_acceptable: { value: { oops: 'not_acceptable' } } } },
      },
    })
  })

  it('documents errors that the operation adds', async () => {
    class LibraryClosed extends ApiException {
      static override readonly status = 503
      static override readonly detail = 'The library is closed.'
      static override readonly code = 'library_closed'
    }
    const document = await documentOf({
      '/things/': { ...answering, operations: { get: { raises: [new LibraryClosed()] } } },
    })
    expect(document.components.responses?.ServiceUnavailable).toMatchObject({
      content: {
        'application/json': {
          examples: { library_closed: { value: { detail: 'The library is closed.' } } },
        },
      },
    })
  })

  it('documents the message and code of the permission', async () => {
    const owners: Permission = { hasPermission: () => true, message: 'Owners only.', code: 'owner' }
    const document = await documentOf({ '/things/': { ...answering, permissions: [owners] } })
    expect(document.components.responses?.Forbidden).toMatchObject({
      content: {
        'application/json': { examples: { owner: { value: { detail: 'Owners only.' } } } },
      },
    })
  })

  it('documents errors of the fields of the data, and the key of errors of no field', async () => {
    const document = await documentOf(
      {
        '/things/': {
          post: () => new ApiResponse(),
          operations: { post: { accepts: dataSchema } },
        },
      },
      { NON_FIELD_ERRORS_KEY: 'everywhere' },
    )
    expect(Object.keys(document.components.schemas?.ThingsErrors?.properties ?? {})).toEqual([
      'title',
      'year',
      'everywhere',
    ])
  })

  it('error schemas compile in generated types: none refers to itself', async () => {
    const document = await documentOf({
      '/things/': {
        post: () => new ApiResponse(),
        operations: { post: { accepts: z.object({ tags: z.array(z.string()) }) } },
      },
    })
    const { ErrorDetail, ThingsErrors } = document.components.schemas ?? {}

    expect(JSON.stringify(ErrorDetail)).not.toContain('$ref')
    expect(ThingsErrors).toMatchObject({ additionalProperties: {} })
  })

  it('documents an example of each header field that its schema allows', async () => {
    const throttles = [userRateThrottle({ rate: '5/min' })]
    const document = await documentOf({ '/things/': { ...answering, throttles } })

    expect(document.components.responses?.TooManyRequests).toMatchObject({
      headers: { 'Retry-After': { schema: { type: 'integer' }, example: 30 } },
    })
  })

  it('documents for 415 that it names media types or encodings, whichever was wrong', async () => {
    const document = await documentOf({
      '/things/': { post: () => new ApiResponse(), operations: { post: { accepts: dataSchema } } },
    })

    expect(document.components.responses?.UnsupportedMediaType).toMatchObject({
      headers: {
        Accept: { required: false, example: expect.stringContaining('application/json') },
        'Accept-Encoding': { required: false, example: 'identity' },
      },
    })
  })
})

describe('every built-in view', () => {
  it('every built-in view has a valid document', async () => {
    const document = await documentOf({
      '/token/': obtainToken({ users, tokens }),
      '/login/': loginView({ users, sessions }),
      '/logout/': logoutView({ sessions }),
    })
    const codes = (name: string) =>
      Object.keys(
        (document.components.responses?.[name] as { content: Record<string, { examples: object }> })
          ?.content['application/json']?.examples ?? {},
      )
    expect(codes('Forbidden')).toEqual(['csrf_failed'])
    expect(Object.keys(document.paths['/token/']?.post?.responses ?? {})).toEqual([
      '200',
      '400',
      '404',
      '406',
      '413',
      '415',
      '429',
      '503',
    ])
  })
})
