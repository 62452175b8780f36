import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  ApiResponse,
  arrayStore,
  ConfigurationError,
  createApi,
  type DeprecationOptions,
  isAuthenticated,
  memoryAccounts,
  pageNumberPagination,
  routes,
  tokenAuthentication,
  type ViewOptions,
} from '../../src/index.ts'
import { openApiDocument } from '../../src/openapi/document.ts'

const deprecated: DeprecationOptions = {
  since: '2026-11-24',
  sunset: '2027-05-01T10:00:00+02:00',
  link: 'https://example.com/moving',
  replacedBy: '/v2/notes/',
}
const links =
  '<https://example.com/moving>; rel="deprecation"; type="text/html", </v2/notes/>; rel="successor-version"'
const fields = {
  deprecation: '@1795478400',
  sunset: 'Sat, 01 May 2027 08:00:00 GMT',
  link: links,
}

const api = createApi({ CORS_ALLOWED_ORIGINS: ['https://app.example.com'] })

function clientOf(options: ViewOptions) {
  const { get = () => new ApiResponse({ ok: true }), ...others } = options
  return testClient(routes(api, { '/': api.view({ deprecated, get, ...others }) }))
}

const fieldsOf = ({ headers }: Response) => ({
  deprecation: headers.get('Deprecation'),
  sunset: headers.get('Sunset'),
  link: headers.get('Link'),
})

describe('deprecation', () => {
  it('a deprecated view says so in every good answer', async () => {
    const client = clientOf({ post: () => new ApiResponse(undefined, 204) })

    for (const answer of [
      await client.get('/'),
      await client.post('/'),
      await client.request('OPTIONS', '/'),
    ]) {
      expect(answer.status).toBeLessThan(300)
      expect(fieldsOf(answer)).toEqual(fields)
    }
  })

  it('a deprecated view says so in refusals, a 304 and a web Response', async () => {
    const { tokens } = memoryAccounts()
    const guarded = clientOf({
      authentication: [tokenAuthentication({ tokens })],
      permissions: [isAuthenticated],
    })
    expect(fieldsOf(await guarded.get('/'))).toEqual(fields)
    // The second one comes from a cache.
    const refused = await guarded.get('/')
    expect([refused.status, fieldsOf(refused)]).toEqual([401, fields])
    expect(fieldsOf(await guarded.delete('/'))).toEqual(fields)

    const conditional = clientOf({ conditional: true })
    const etag = (await conditional.get('/')).headers.get('ETag') ?? ''
    const unmodified = await conditional.get('/', { headers: { 'If-None-Match': etag } })
    expect([unmodified.status, fieldsOf(unmodified)]).toEqual([304, fields])

    expect(fieldsOf(await clientOf({ get: () => new Response('text') }).get('/'))).toEqual(fields)
  })

  it('a deprecated view has the links of a handler and of a list in front of its own', async () => {
    const own = () => new ApiResponse({}, 200, { Link: '</help>; rel="help"' })
    expect((await clientOf({ get: own }).get('/')).headers.get('Link')).toBe(
      `</help>; rel="help", ${links}`,
    )

    const store = arrayStore([{ id: 1 }, { id: 2 }])
    const pagination = pageNumberPagination({ pageSize: 1, linkHeader: true })
    const list = api.listView({ store, pagination, deprecated })
    const answer = await testClient(routes(api, { '/': list })).get('/')
    expect(answer.headers.get('Link')).toMatch(/rel="next".*rel="deprecation".*successor-version"$/)
  })

  it('the handler of a deprecated view decides the fields of one answer', async () => {
    const get = () => new ApiResponse({}, 200, { Sunset: 'Sun, 02 May 2027 08:00:00 GMT' })

    expect(fieldsOf(await clientOf({ get }).get('/'))).toEqual({
      ...fields,
      sunset: 'Sun, 02 May 2027 08:00:00 GMT',
    })
  })

  it('a deprecated view says no more than its options', async () => {
    const client = clientOf({ deprecated: { since: new Date(1000) } })

    expect(fieldsOf(await client.get('/'))).toEqual({ deprecation: '@1', sunset: null, link: null })
  })

  it('a view with null, or by default, is not deprecated', async () => {
    const nothing = { deprecation: null, sunset: null, link: null }

    expect(fieldsOf(await clientOf({ deprecated: null }).get('/'))).toEqual(nothing)
    const view = api.view({ get: () => new ApiResponse(null) })
    expect(fieldsOf(await testClient(routes(api, { '/': view })).get('/'))).toEqual(nothing)
  })

  it('pages of other origins may read the fields of a deprecation', async () => {
    const answer = await clientOf({}).get('/', { headers: { Origin: 'https://app.example.com' } })

    const exposed = answer.headers.get('Access-Control-Expose-Headers')?.split(', ')
    expect(exposed).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']))
  })

  it('the document marks deprecated views', async () => {
    const get = () => new ApiResponse(null)
    const views = {
      '/v1/': api.view({ get, description: 'All notes.', deprecated }),
      '/v2/': api.view({ get, description: 'All notes.' }),
    }
    const { paths } = await openApiDocument(api, views, { title: 'Notes', version: '1' })

    expect(paths['/v1/']?.get).toMatchObject({
      deprecated: true,
      description:
        'All notes.\n\nDeprecated since 2026-11-24. It may be gone after 2027-05-01. Use /v2/notes/ instead. See https://example.com/moving.',
    })
    expect(paths['/v1/']?.get?.responses).toHaveProperty('200.headers.Deprecation.example')
    expect(paths['/v1/']?.get?.responses).toHaveProperty('200.headers.Sunset')
    expect(paths['/v2/']?.get).not.toHaveProperty('deprecated')
    expect(paths['/v2/']?.get?.responses).not.toHaveProperty('200.headers')
    expect(paths['/v2/']?.get).toHaveProperty('description', 'All notes.')
  })

  it.each([
    ['no object', '2026-11-24', 'must be an object'],
    ['no since', { sunset: '2026-11-24' }, 'since'],
    ['an unknown option', { since: '2026-11-24', until: '2027-01-01' }, 'until'],
    ['a word', { since: 'soon' }, 'since is "soon"'],
    ['a day that does not exist', { since: '2026-02-31' }, 'since is'],
    ['an hour that does not exist', { since: '2026-02-03T25:00Z' }, 'since is'],
    ['a moment without an offset', { since: '2026-02-03T10:00' }, 'since is'],
    ['a number', { since: 1795478400 }, 'since is'],
    ['an invalid Date', { since: new Date(Number.NaN) }, 'since is'],
    ['a sunset before since', { since: '2026-11-24', sunset: '2026-11-23' }, 'later sunset'],
    ['a link that ends its field', { since: '2026-11-24', link: '/a>; rel="next' }, 'link is'],
    ['a link that is no URL', { since: '2026-11-24', link: 'javascript:alert(1)' }, 'link is'],
    ['a successor with a line feed', { since: '2026-11-24', replacedBy: '/a\n' }, 'replacedBy is'],
  ])('deprecated refuses %s', (_, wrong, message) => {
    const declare = () => api.view({ deprecated: wrong as DeprecationOptions })

    expect(declare).toThrow(ConfigurationError)
    expect(declare).toThrow(message)
  })
})
