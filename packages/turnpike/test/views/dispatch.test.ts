import { oneView, silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '../../src/errors/configuration-error.ts'
import {
  ApiResponse,
  AuthenticationFailed,
  anonRateThrottle,
  arrayItems,
  Conflict,
  createApi,
  cursorPagination,
  jsonRenderer,
  type Permission,
  pageNumberPagination,
  problemRenderer,
  type Renderer,
  routes,
  type Scheme,
  type Settings,
  type Throttle,
  Throttled,
  tokenAuthentication,
  type ViewOptions,
} from '../../src/index.ts'

const text: Renderer = {
  mediaType: 'text/plain',
  format: 'txt',
  charset: 'utf-8',
  render: (data) => String(data),
}
const bytes: Renderer = {
  mediaType: 'application/octet-stream',
  format: 'bin',
  charset: null,
  render: () => Uint8Array.of(1, 2, 3),
}

describe('the order of checks', () => {
  /** Everything that a request may fail by; each step is left out by its name. */
  function failingView(...passed: string[]): ViewOptions {
    const scheme: Scheme = {
      authenticate() {
        if (passed.includes('authentication')) return { user: {}, auth: null }
        throw new AuthenticationFailed('authentication')
      },
      challenge: () => 'Card',
    }
    const permission: Permission = {
      hasPermission: () => passed.includes('permission'),
      message: 'permission',
    }
    const throttle: Throttle = {
      allowRequest: () =>
        passed.includes('throttle') ? { allowed: true } : { allowed: false, wait: null },
    }
    return {
      authentication: [scheme],
      permissions: [permission],
      throttles: [throttle],
      ...(passed.includes('method') && {
        post: async (request) => new ApiResponse(await request.data()),
      }),
    }
  }
  const malformed = { 'Content-Type': 'application/json' }
  const statusAfter = async (accept: string, query: string, ...passed: string[]) => {
    const headers = { ...malformed, Accept: accept }
    return (await oneView(failingView(...passed)).post(`/${query}`, { body: '{', headers })).status
  }

  it('the order of checks is format, Accept, authentication, permissions, throttles, method, body', async () => {
    expect(await statusAfter('image/png', '?format=xml')).toBe(404)
    expect(await statusAfter('image/png', '')).toBe(406)
    expect(await statusAfter('*/*', '')).toBe(401)
    expect(await statusAfter('*/*', '', 'authentication')).toBe(403)
    expect(await statusAfter('*/*', '', 'authentication', 'permission')).toBe(429)
    expect(await statusAfter('*/*', '', 'authentication', 'permission', 'throttle')).toBe(405)
    expect(await statusAfter('*/*', '', 'authentication', 'permission', 'throttle', 'method')).toBe(
      400,
    )
  })

  it('the order of checks begins with the host', async () => {
    const client = oneView(failingView(), { ALLOWED_HOSTS: ['api.test'] })
    const response = await client.get('/?format=xml')
    expect(await response.json()).toEqual({ error: 'Bad Request (400)' })
  })

  it('the order of checks is the same for OPTIONS and HEAD', async () => {
    for (const method of ['OPTIONS', 'HEAD']) {
      expect((await oneView(failingView()).request(method, '/')).status).toBe(401)
      expect((await oneView(failingView('authentication')).request(method, '/')).status).toBe(403)
      const throttled = failingView('authentication', 'permission')
      expect((await oneView(throttled).request(method, '/')).status).toBe(429)
    }
  })
})

describe('every answer of a view', () => {
  const view: ViewOptions = {
    get: () => new ApiResponse('fine'),
    put: () => new ApiResponse('own', 200, { Allow: 'PUT', Vary: 'Cookie' }),
    patch: () => new Response('raw', { status: 202, headers: { 'X-Own': 'yes' } }),
  }

  it('carries Allow with its methods: HEAD with GET, OPTIONS always', async () => {
    const client = oneView(view)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH']) {
      expect((await client.request(method, '/')).headers.get('Allow')).toBe(
        'GET, HEAD, PUT, PATCH, OPTIONS',
      )
    }
    expect((await client.put('/')).headers.get('Allow')).toBe('PUT')
    expect((await oneView({ post: () => new ApiResponse() }).get('/')).headers.get('Allow')).toBe(
      'POST, OPTIONS',
    )
  })

  it('carries each name in Vary once, those of the handler first', async () => {
    const get = () => new ApiResponse('own', 200, { Vary: 'Cookie, accept, Cookie' })
    const renderers = [jsonRenderer(), problemRenderer()]
    const response = await oneView({ get, renderers }).get('/')
    expect(response.headers.get('Vary')).toBe('Cookie, accept')
  })

  it('carries Vary: Accept when the view has more than one renderer', async () => {
    const varyOf = async (renderers: Renderer[], method = 'GET') =>
      (await oneView({ ...view, renderers }).request(method, '/')).headers.get('Vary')

    expect(await varyOf([jsonRenderer()])).toBeNull()
    expect(await varyOf([jsonRenderer(), text])).toBe('Accept')
    expect(await varyOf([jsonRenderer(), text], 'DELETE')).toBe('Accept')
    expect(await varyOf([jsonRenderer(), text], 'PUT')).toBe('Cookie, Accept')
    expect(await varyOf([jsonRenderer()], 'PUT')).toBe('Cookie')

    const scheme = { authenticate: () => null, vary: ['Authorization', 'Cookie'] }
    const authentication = [scheme, scheme]
    const several = oneView({ ...view, authentication, renderers: [jsonRenderer(), text] })
    expect((await several.get('/')).headers.get('Vary')).toBe('Accept, Authorization, Cookie')
    const one = oneView({ ...view, authentication, renderers: [jsonRenderer()] })
    expect((await one.get('/')).headers.get('Vary')).toBe('Authorization, Cookie')
  })

  it('says that its content type is what it is (X-Content-Type-Options)', async () => {
    const client = oneView(view)
    for (const method of ['GET', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { headers } = await client.request(method, '/')
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    }
  })

  it('an answer has the content type of its renderer, with a charset where it has one', async () => {
    const client = oneView({ ...view, renderers: [text, bytes] })

    expect((await client.get('/')).headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    const binary = await client.get('/?format=bin')
    expect(binary.headers.get('Content-Type')).toBe('application/octet-stream')
    expect(new Uint8Array(await binary.arrayBuffer())).toEqual(Uint8Array.of(1, 2, 3))
  })

  it('the header fields of a renderer replace those of the answer', async () => {
    const strict: Renderer = { ...text, headers: { 'X-Frame-Options': 'DENY' } }
    const client = oneView({
      renderers: [strict],
      get: () => new ApiResponse('fine', 200, { 'X-Frame-Options': 'SAMEORIGIN' }),
      post: () => new ApiResponse(undefined, 204),
    })
    expect((await client.get('/')).headers.get('X-Frame-Options')).toBe('DENY')
    expect((await client.post('/')).headers.has('X-Frame-Options')).toBe(false)
  })

  it('an answer has the status and the header fields of the handler', async () => {
    const client = oneView({
      get: () => new ApiResponse('made', 201, { 'X-Own': 'yes', 'Content-Type': 'text/x' }),
    })
    const response = await client.get('/')

    expect(response.status).toBe(201)
    expect(response.headers.get('X-Own')).toBe('yes')
    expect(response.headers.get('Content-Type')).toBe('text/x')
  })

  it('a web response that the handler returns is sent unchanged', async () => {
    const response = await oneView({ ...view, renderers: [text] }).patch('/')

    expect(response.status).toBe(202)
    expect(response.headers.get('X-Own')).toBe('yes')
    expect(response.headers.get('Content-Type')).toBe('text/plain;charset=UTF-8')
    expect(await response.text()).toBe('raw')
  })

  it('an answer to HEAD has no body and cancels the stream that GET would have sent', async () => {
    const cancelled = Promise.withResolvers<boolean>()
    const stream = () => new ReadableStream({ cancel: () => cancelled.resolve(true) })
    const get = () => new Response(stream(), { headers: { 'X-Own': 'yes' } })
    const response = await oneView({ get }).request('HEAD', '/')

    expect(response.headers.get('X-Own')).toBe('yes')
    expect(await response.text()).toBe('')
    expect(await cancelled.promise).toBe(true)
  })

  it.each([99, 101, 199, 600, 200.5, Number.NaN])(
    'an answer cannot have the status %d: it becomes 500',
    async (status) => {
      const get = () => new ApiResponse('x', status)
      expect((await oneView({ get }).get('/')).status).toBe(500)
    },
  )

  it('an answer without data has no body and no content type', async () => {
    const response = await oneView({ get: () => new ApiResponse(undefined, 204) }).get('/')

    expect(response.status).toBe(204)
    expect(response.headers.has('Content-Type')).toBe(false)
    expect(await response.text()).toBe('')
    expect((await oneView({ get: () => new ApiResponse() }).get('/')).status).toBe(200)
  })

  it.each([204, 205, 304])(
    'an answer has no body with the status %d, whatever the data',
    async (status) => {
      for (const method of ['GET', 'HEAD']) {
        const client = oneView({ get: () => new ApiResponse({ not: 'sent' }, status) })
        const response = await client.request(method, '/')

        expect(response.status).toBe(status)
        expect(response.headers.has('Content-Type')).toBe(false)
        expect(await response.text()).toBe('')
      }
    },
  )

  it('an answer for a known user is private unless it says otherwise', async () => {
    const known: Scheme = { authenticate: () => ({ user: {}, auth: null }) }
    const cacheControlOf = async (authentication: Scheme[], headers?: HeadersInit) => {
      const get = () => new ApiResponse('fine', 200, headers)
      const response = await oneView({ authentication, get }).get('/')
      return response.headers.get('Cache-Control')
    }
    expect(await cacheControlOf([known])).toBe('private')
    expect(await cacheControlOf([known], { 'Cache-Control': 'no-store' })).toBe('no-store')
    expect(await cacheControlOf([])).toBeNull()
    expect(await cacheControlOf([{ authenticate: () => null }])).toBeNull()
  })

  it('an answer is rendered by a renderer that sees request, response, view and parameters', async () => {
    let seen: unknown
    const looking: Renderer = {
      ...text,
      parameters: ['width'],
      async render(data, { request, response, view: { name, description }, parameters }) {
        seen = [request.path, response.status, response.data, name, description, parameters]
        return String(data)
      },
    }
    const client = oneView({
      ...view,
      name: 'Books',
      description: 'All.',
      renderers: [looking],
    })
    const response = await client.get('/', { headers: { Accept: 'text/plain; width=80' } })
    expect(await response.text()).toBe('fine')
    expect(seen).toEqual(['/', 200, 'fine', 'Books', 'All.', { width: '80' }])
  })

  it('a renderer can wrap another one, which receives a copy of the context', async () => {
    const inner: Renderer = {
      ...text,
      render(data, { headers, parameters }) {
        headers.set('X-Seen', headers.get('Allow') ?? '')
        return `${data} ${parameters.indent}`
      },
    }
    const outer: Renderer = {
      ...text,
      render: (data, context) => inner.render(data, { ...context, parameters: { indent: '2' } }),
    }
    const answer = await oneView({ renderers: [outer], get: () => new ApiResponse('all') }).get('/')

    expect(await answer.text()).toBe('all 2')
    expect(answer.headers.get('X-Seen')).toBe('GET, HEAD, OPTIONS')
  })

  it('an exception that a renderer throws passes the exception handler, in conditional views too', async () => {
    const refusing: Renderer = {
      ...text,
      render(data) {
        if (data === 'long') throw new Throttled(3)
        return JSON.stringify(data)
      },
    }
    for (const conditional of [false, true]) {
      const view = { renderers: [refusing], conditional, get: () => new ApiResponse('long') }
      const response = await oneView(view).get('/')

      expect(response.status).toBe(429)
      expect(response.headers.get('Retry-After')).toBe('3')
    }
  })

  it('waits for whatever promise a renderer makes', async () => {
    const promised = Object.assign(Object.create(null), {
      // biome-ignore lint/suspicious/noThenProperty: promises of other kinds than the engine's own.
      then: (resolve: (body: string) => void) => resolve('later'),
    })
    const renderer: Renderer = { ...text, render: () => promised }
    const answer = await oneView({ renderers: [renderer], get: () => new ApiResponse('') }).get('/')

    expect(await answer.text()).toBe('later')
  })
})

describe('HEAD', () => {
  it('HEAD is GET without the body, with its length in bytes', async () => {
    const get = () => new ApiResponse('grün')
    const response = await oneView({ get }).request('HEAD', '/')

    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Content-Length')).toBe('7')
    expect(await response.text()).toBe('')

    const binary = await oneView({ get, renderers: [bytes] }).request('HEAD', '/')
    expect(binary.headers.get('Content-Length')).toBe('3')
  })

  it('HEAD has no length of its own for GET, and none when there are no data', async () => {
    expect(
      (await oneView({ get: () => new ApiResponse('x') }).get('/')).headers.has('Content-Length'),
    ).toBe(false)
    const empty = await oneView({ get: () => new ApiResponse() }).request('HEAD', '/')
    expect(empty.headers.has('Content-Length')).toBe(false)
  })

  it('HEAD is seen by the handler as HEAD, and fails as GET does, without a body', async () => {
    let method = ''
    const client = oneView({
      get(request) {
        method = request.method
        throw new AuthenticationFailed()
      },
    })
    const response = await client.request('HEAD', '/')

    expect(method).toBe('HEAD')
    expect(response.status).toBe(403)
    expect(await response.text()).toBe('')
  })

  it('HEAD is 405 on a view without GET', async () => {
    const client = oneView({ post: () => new ApiResponse() })
    expect((await client.request('HEAD', '/')).status).toBe(405)
  })
})

describe('OPTIONS', () => {
  it('answers with name, description, renders and parses of the view', async () => {
    const view = { name: 'Books', description: 'All of them.', renderers: [text, bytes] }
    const client = oneView({ ...view, renderers: [jsonRenderer(), text] })

    expect(await (await client.request('OPTIONS', '/')).json()).toEqual({
      name: 'Books',
      description: 'All of them.',
      renders: ['application/json', 'text/plain'],
      parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    })
    expect(await (await oneView({ parsers: [] }).request('OPTIONS', '/')).json()).toMatchObject({
      name: 'View',
      description: '',
      parses: [],
    })
  })

  it('a view can answer OPTIONS by itself', async () => {
    const client = oneView({ options: () => new ApiResponse('own') })
    expect(await (await client.request('OPTIONS', '/')).json()).toBe('own')
  })
})

describe('further methods', () => {
  it('further methods are answered by their handlers, and named in Allow', async () => {
    const client = oneView({ methods: { PROPFIND: () => new ApiResponse('found') } })
    const response = await client.request('PROPFIND', '/')

    expect(await response.json()).toBe('found')
    expect(response.headers.get('Allow')).toBe('PROPFIND, OPTIONS')
  })

  it.each([
    ['GET', 'get'],
    ['HEAD', 'get'],
    ['DELETE', 'delete'],
    ['OPTIONS', 'options'],
    ['put', 'put'],
  ])('the usual method %s is not a further one, but the option %s', (method, option) => {
    expect(() => oneView({ methods: { [method]: () => new ApiResponse() } })).toThrow(
      new ConfigurationError(
        `The view View has ${method} in methods, which is for further methods only: write ${option}: (request) => new ApiResponse(…).`,
      ),
    )
  })

  it('the methods of a view are the declared ones, not those that every object inherits', async () => {
    const client = oneView({ get: () => new ApiResponse() })
    for (const method of ['toString', 'constructor', 'get-all', 'GETS']) {
      expect((await client.request(method, '/')).status).toBe(405)
    }
  })

  it('a method override in a header or a form is ignored', async () => {
    const client = oneView({
      post: () => new ApiResponse('posted'),
      delete: () => new ApiResponse('deleted'),
    })
    const headers = { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'DELETE' }
    const response = await client.post('/?_method=DELETE', { form: { _method: 'DELETE' }, headers })
    expect(await response.json()).toBe('posted')
  })
})

describe('the policies of a view', () => {
  it('the policies of a view replace those of the settings instead of extending them', async () => {
    const known: Scheme = { authenticate: () => ({ user: { name: 'ann' }, auth: null }) }
    const closed: Permission = { hasPermission: () => false }
    const refusing: Throttle = { allowRequest: () => ({ allowed: false, wait: null }) }
    const settings: Settings = {
      DEFAULT_AUTHENTICATION_CLASSES: [known],
      DEFAULT_PERMISSION_CLASSES: [closed],
      DEFAULT_THROTTLE_CLASSES: [refusing],
      DEFAULT_RENDERER_CLASSES: [text],
    }
    const get: ViewOptions['get'] = ({ isIdentified }) => new ApiResponse(isIdentified)
    const summary = async (view: ViewOptions) => {
      const response = await oneView({ get, ...view }, settings).get('/')
      return `${response.status} ${response.headers.get('Content-Type')} ${await response.text()}`
    }

    expect(await summary({ permissions: [] })).toMatch(/^429 text\/plain/)
    expect(await summary({ throttles: [] })).toMatch(/^403 text\/plain/)
    expect(await summary({ permissions: [], throttles: [] })).toMatch(/^200 text\/plain.* true$/)
    expect(await summary({ permissions: [], throttles: [], authentication: [] })).toMatch(
      /^200 text\/plain.* false$/,
    )
    expect(await summary({ permissions: [], throttles: [], renderers: [jsonRenderer()] })).toBe(
      '200 application/json true',
    )
  })

  it('a view needs a renderer to be declared', () => {
    const message = new ConfigurationError(
      'The view Books needs a first renderer that is not for errors only, such as jsonRenderer().',
    )
    expect(() => oneView({ name: 'Books', renderers: [] })).toThrow(message)
    expect(() => oneView({ name: 'Books', renderers: [{ ...text, isForErrors: true }] })).toThrow(
      message,
    )
  })
})

describe('ALLOWED_HOSTS', () => {
  const statusFor = async (host: string, ALLOWED_HOSTS: readonly string[] | null) => {
    const api = createApi({ ALLOWED_HOSTS, LOGGER: silentLogger })
    const app = routes(api, { '/': { get: () => new ApiResponse() } })
    return (await testClient(app, { baseUrl: `http://${host}` }).get('/')).status
  }

  it.each([
    ['api.test', null, 200],
    ['api.test', [], 400],
    ['api.test', ['api.test'], 200],
    ['api.test:8000', ['api.test'], 200],
    ['API.test', ['api.test'], 200],
    ['api.test', ['API.Test'], 200],
    ['x.api.test', ['.API.test'], 200],
    ['evil.test', ['api.test'], 400],
    ['api.test.evil.test', ['api.test'], 400],
    ['x.api.test', ['api.test'], 400],
    ['evilapi.test', ['.api.test'], 400],
    ['api.test', ['.api.test'], 200],
    ['x.api.test', ['.api.test'], 200],
    ['x.y.api.test:1', ['.api.test'], 200],
    ['evil.test', ['.api.test', 'other.test'], 400],
    ['other.test', ['.api.test', 'other.test'], 200],
    ['evil.test', ['*'], 200],
    ['api.test.', ['api.test'], 200],
    ['api.test.:8000', ['api.test'], 200],
    ['x.api.test.', ['.api.test'], 200],
    ['api.test..', ['api.test'], 400],
    ['evil.test.', ['api.test'], 400],
    ['[::1]', ['[::1]'], 200],
    ['[::1]:8000', ['[::1]'], 200],
    ['[::2]', ['[::1]'], 400],
  ] as const)('%s with %j is %d', async (host, allowed, status) => {
    expect(await statusFor(host, allowed)).toBe(status)
  })

  it('ALLOWED_HOSTS keeps other hosts from the functions of schemes, such as their challenge', async () => {
    const seen: string[] = []
    const scheme: Scheme = {
      authenticate: () => null,
      challenge({ url }) {
        seen.push(url)
        throw new Error('There is no page to sign in at this host.')
      },
    }
    const view = { authentication: [scheme], get: () => new ApiResponse() }
    const client = oneView(view, { ALLOWED_HOSTS: ['api.test'] })

    expect((await client.get('/')).status).toBe(400)
    expect(seen).toEqual([])
  })

  it('ALLOWED_HOSTS checks the host that a trusted proxy reports', async () => {
    const app = routes(
      createApi({
        ALLOWED_HOSTS: ['api.test'],
        TRUSTED_PROXIES: ['10.0.0.1'],
        LOGGER: silentLogger,
      }),
      { '/': { get: () => new ApiResponse() } },
    )
    const through = async (address: string, host: string) => {
      const client = testClient(app, { connection: { address }, baseUrl: 'http://internal' })
      return (await client.get('/', { headers: { 'X-Forwarded-Host': host } })).status
    }
    expect(await through('10.0.0.1', 'api.test')).toBe(200)
    expect(await through('10.0.0.1', 'evil.test')).toBe(400)
    expect(await through('203.0.113.7', 'api.test')).toBe(400)
  })
})

describe('an option that a view does not have', () => {
  const api = createApi()

  it('an unknown option of a view is refused, because a misspelt permission would leave it open', () => {
    const misspelt = { permission: [], get: () => new ApiResponse() }
    expect(() => api.view(misspelt as object)).toThrow(
      'Unknown option permission of the view View. Did you mean permissions?',
    )
    expect(() => api.listView({ items: arrayItems([]), paginaton: null } as never)).toThrow(
      'Did you mean pagination?',
    )
    expect(() => api.detailView({ find: () => null, permisions: [] } as never)).toThrow(
      'Did you mean permissions?',
    )
    expect(() => pageNumberPagination({ pagesize: 5 } as object)).toThrow('Did you mean pageSize?')
    expect(() => cursorPagination({ order: '-id' } as object)).toThrow('cursorPagination()')
  })

  it('a policy without its method, such as a factory that was not called, is refused', () => {
    const uncalled = { authentication: [tokenAuthentication], get: () => new ApiResponse() }
    expect(() => api.view(uncalled as never)).toThrow('Call it, as in tokenAuthentication(…).')
    expect(() => api.view({ permissions: [{}] } as never)).toThrow(
      'must be a list of permissions, which have hasPermission(), not [{}].',
    )
    expect(() => api.view({ throttles: [anonRateThrottle] } as never)).toThrow(
      'Call it, as in anonRateThrottle(…).',
    )
  })
})

describe('the answer of a request that may read from replicas', () => {
  it('gets the fields of the replicas also when the handler throws', async () => {
    const api = createApi({
      LOGGER: silentLogger,
      READ_REPLICAS: {
        async run(_request, work) {
          const { fields, ...answer } = await work()
          return { ...answer, fields: [...fields, 'x-position', '7'] }
        },
        atPrimary: (work) => work(),
        fromHere: (work) => work,
      },
    })
    const post = () => {
      throw new Conflict('Written, then refused.')
    }
    const { status, headers } = await testClient(routes(api, { '/': { post } })).post('/')
    expect(status).toBe(409)
    expect(headers.get('x-position')).toBe('7')
  })
})
