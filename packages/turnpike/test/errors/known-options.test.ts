import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@turnpike/test-support/paths.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openRedisOptions } from '../../../redis/src/open-redis.ts'
import { redisThrottleStoreOptions } from '../../../redis/src/throttles/throttle-store.ts'
import { kyselyAccountsOptions } from '../../../sql/src/kysely/accounts/accounts.ts'
import { apiKeyAuthenticationOptions } from '../../src/authentication/api-key.ts'
import { basicAuthenticationOptions } from '../../src/authentication/basic.ts'
import { externalSessionAuthenticationOptions } from '../../src/authentication/external/session.ts'
import { externalTokenAuthenticationOptions } from '../../src/authentication/external/token.ts'
import { remoteUserAuthenticationOptions } from '../../src/authentication/remote-user.ts'
import { tokenAuthenticationOptions } from '../../src/authentication/token.ts'
import { knownOptions } from '../../src/errors/known-options.ts'
import {
  ApiResponse,
  allOf,
  anonRateThrottle,
  arrayItems,
  arrayStore,
  basicAuthentication,
  ConfigurationError,
  createApi,
  cursorPagination,
  jsonParser,
  jsonRenderer,
  limitOffsetPagination,
  loginView,
  logoutView,
  memoryAccounts,
  memorySessions,
  obtainToken,
  type Permission,
  pageNumberPagination,
  remoteUserAuthentication,
  routes,
  scopedRateThrottle,
  sessionAuthentication,
  tokenAuthentication,
  userRateThrottle,
} from '../../src/index.ts'
import { keyViewsOptions } from '../../src/keys/key-views.ts'
import { serve, serveOptions } from '../../src/node/serve.ts'
import { docsViewsOptions } from '../../src/openapi/viewer/docs-views.ts'
import { adminOptions } from '../../src/pages/admin/admin-views.ts'
import { browsableRendererOptions } from '../../src/pages/browsable/browsable.ts'
import { browsableRenderer } from '../../src/pages/index.ts'
import { cursorOptions } from '../../src/pagination/cursor.ts'
import { limitOffsetOptions } from '../../src/pagination/limit-offset.ts'
import { pageNumberOptions } from '../../src/pagination/page-number.ts'
import { routesOptions } from '../../src/routes.ts'
import { obtainTokenOptions } from '../../src/tokens/obtain-token.ts'
import { detailViewOptions } from '../../src/views/generic/detail-options.ts'
import { listViewOptions } from '../../src/views/generic/list.ts'
import { policyOptions } from '../../src/views/view.ts'

const { users, tokens } = memoryAccounts()
const api = createApi()

/** What a factory says of the options, which the compiler would refuse. */
const sayOf = (factory: (options: never) => unknown, options?: unknown): string => {
  try {
    const made: unknown = factory(options as never)
    return `made ${typeof made}`
  } catch (error) {
    return error instanceof ConfigurationError ? error.message : String(error)
  }
}

describe('a misspelt option', () => {
  it.each([
    [
      cursorPagination,
      { maxPagesize: 10 },
      'Unknown option maxPagesize of cursorPagination(). Did you mean maxPageSize?',
    ],
    [limitOffsetPagination, { maxOfset: 3 }, 'Did you mean maxOffset?'],
    [limitOffsetPagination, { limit: 3 }, 'Did you mean maxLimit?'],
    [pageNumberPagination, { page_size: 3 }, 'Did you mean pageSize?'],
    [pageNumberPagination, { lastPageString: 'x' }, 'Did you mean lastPageStrings?'],
    [
      tokenAuthentication,
      { token: tokens },
      'Unknown option token of tokenAuthentication(). Did you mean tokens?',
    ],
    [tokenAuthentication, { tokens, keywords: '' }, 'Did you mean keyword?'],
    [basicAuthentication, { user: users }, 'Did you mean users?'],
    [sessionAuthentication, { session: 1 }, 'Did you mean sessions?'],
    [remoteUserAuthentication, { users, headers: '' }, 'Did you mean header?'],
    [
      anonRateThrottle,
      { rates: '1/s' },
      'Unknown option rates of anonRateThrottle(). Did you mean rate?',
    ],
    [
      userRateThrottle,
      { scopes: '' },
      'Unknown option scopes of userRateThrottle(). Did you mean scope?',
    ],
    [
      scopedRateThrottle,
      { limit: 3 },
      'Unknown option limit of scopedRateThrottle(). Valid options: rate, methods, cost, store.',
    ],
    [jsonParser, { maxdepth: 3 }, 'Did you mean maxDepth?'],
    [
      browsableRenderer,
      { homeURL: '/' },
      'Unknown option homeURL of browsableRenderer(). Did you mean homeUrl?',
    ],
    [
      loginView,
      { users, sesions: 1 },
      'Unknown option sesions of loginView(). Did you mean sessions?',
    ],
    [logoutView, { session: 1 }, 'Did you mean sessions?'],
    [obtainToken, { users, tokens, extrafields: 1 }, 'Did you mean extraFields?'],
    [memoryAccounts, { createToken: true }, 'Did you mean createTokens?'],
    [memorySessions, { users, maxSession: 3 }, 'Did you mean maxSessions?'],
    [createApi, { DEFAULT: [] }, 'Unknown option DEFAULT of createApi(). Valid options: '],
    [createApi, { a: 3 }, /^Unknown option a of createApi\(\)\. Valid options: /],
    [
      api.view,
      { permission: [] },
      'Unknown option permission of the view View. Did you mean permissions?',
    ],
    [
      api.listView,
      { items: arrayItems([]), shema: 1 },
      'Unknown option shema of listView(). Did you mean schema?',
    ],
    [api.detailView, { find: () => null, partialschema: 1 }, 'Did you mean partialSchema?'],
  ])('a misspelt option is refused with the nearest name: %o %o', (factory, options, message) => {
    expect(sayOf(factory, options)).toMatch(message)
  })

  it('an object passed whole to a scheme or a view may have other members', () => {
    const accounts = { users, tokens, flush: async () => {}, db: {}, remoteUsers: users }
    for (const factory of [tokenAuthentication, basicAuthentication, obtainToken]) {
      expect(sayOf(factory, accounts)).toBe('made object')
    }
    expect(sayOf(remoteUserAuthentication, accounts)).toBe('made object')
    expect(sayOf(memorySessions, accounts)).toBe('made object')
  })

  it('routes() and serve() refuse misspelt options, too', async () => {
    expect(sayOf(() => routes(api, {}, { middlewares: [] } as object))).toMatch(
      'Unknown option middlewares of routes(). Did you mean middleware?',
    )
    await expect(serve(routes(api, {}), { prot: 0 } as object)).rejects.toThrow(
      'Unknown option prot of serve(). Did you mean port?',
    )
  })

  it('a name that shares one letter of many with an option is not suggested', () => {
    const names = knownOptions<{ pageSize?: 1; page?: 1; maxPageSize?: 1 }>('x()', {
      pageSize: 'optional',
      page: 'optional',
      maxPageSize: 'optional',
    })
    const say = (name: string) => sayOf(() => names.require({ [name]: 1 }))
    expect(say('size')).toBe('Unknown option size of x(). Did you mean pageSize?')
    expect(say('ages')).toBe('Unknown option ages of x(). Did you mean page?')
    expect(say('axpa')).toBe(
      'Unknown option axpa of x(). Valid options: pageSize, page, maxPageSize.',
    )
    expect(say('s')).toBe('Unknown option s of x(). Valid options: pageSize, page, maxPageSize.')
    expect(say('pages')).toBe('Unknown option pages of x(). Did you mean page?')
    expect(say('max_page_size')).toBe(
      'Unknown option max_page_size of x(). Did you mean maxPageSize?',
    )
    expect(say('PageSizes')).toBe('Unknown option PageSizes of x(). Did you mean pageSize?')
  })
})

describe('an option that must be given', () => {
  it.each([
    [tokenAuthentication, undefined, 'tokenAuthentication() needs tokens: give it { tokens }.'],
    [basicAuthentication, {}, 'basicAuthentication() needs users: give it { users }.'],
    [sessionAuthentication, {}, 'sessionAuthentication() needs sessions: give it { sessions }.'],
    [remoteUserAuthentication, {}, 'remoteUserAuthentication() needs users: give it { users }.'],
    [loginView, { users }, 'loginView() needs sessions: give it { users, sessions }.'],
    [logoutView, {}, 'logoutView() needs sessions: give it { sessions }.'],
    [obtainToken, { users }, 'obtainToken() needs tokens: give it { users, tokens }.'],
    [memorySessions, {}, 'memorySessions() needs users: give it { users }.'],
  ])('a missing option is named: %o %o', (factory, options, message) => {
    expect(sayOf(factory, options)).toBe(message)
  })
})

describe('options of another kind', () => {
  it.each([
    [api.view, ['get'], 'the view View must be an object, and not a list: { name, '],
    [api.listView, () => {}, 'listView() must be an object, and not a function: { '],
    [cursorPagination, 'created', 'cursorPagination() must be an object, and not a string: { '],
    [
      api.view,
      { name: 'Notes', get: new ApiResponse() },
      'The handler get of the view Notes must be a function: write get: (request) => new ApiResponse(…).',
    ],
    [
      api.listView,
      { items: arrayItems([]), schema: { title: {} }, create: () => ({}) },
      'schema of listView() must be a schema, such as z.object({ title: charField() })',
    ],
    [
      api.detailView,
      { store: arrayStore([]), schema: z.object({}), partialSchema: { title: {} } },
      'partialSchema of detailView() must be a schema, such as z.object({ title: charField() })',
    ],
    [
      api.detailView,
      { find: () => null, answers: { title: {} } },
      'answers of detailView() must be a schema, such as z.object({ title: charField() })',
    ],
  ])('%s says what its options must be', (factory, options, message) => {
    expect(sayOf(factory, options as object)).toContain(message)
  })
})

class IsLibrarian {
  hasPermission = () => true
}

describe('a permission with a misspelt method', () => {
  const permission = (members: object) => ({ hasPermission: () => true, ...members })
  class Own {
    hasPermission() {
      return true
    }
    hasObjectPermision() {
      return false
    }
  }

  it.each([
    ['hasObjectPermision', 'hasObjectPermission', permission({ hasObjectPermision: () => false })],
    ['hasObjPermission', 'hasObjectPermission', permission({ hasObjPermission: () => false })],
    ['hasobjectpermission', 'hasObjectPermission', permission({ hasobjectpermission() {} })],
    ['hasObjectPermision', 'hasObjectPermission', new Own()],
    ['hasObjectPermision', 'hasObjectPermission', new (class More extends Own {})()],
    ['scpoe', 'scope', permission({ scpoe: () => null })],
    ['scopes', 'scope', permission({ scopes: () => null })],
  ])('%s of a permission is refused, since it would not be asked', (name, meant, misspelt) => {
    const advice = `It has ${name}(): did you mean ${meant}()?`
    expect(sayOf(api.view, { permissions: [misspelt] })).toContain(advice)
    expect(sayOf(createApi, { DEFAULT_PERMISSION_CLASSES: [misspelt] })).toContain(advice)
    expect(() => allOf(misspelt as Permission)).toThrow('permissions of allOf() must be a list')
  })

  it('a permission may have members of its own', () => {
    const own = permission({ scopes: ['read'], scope: null, audience: () => 'users', store() {} })
    expect(() => api.view({ permissions: [own as Permission] })).not.toThrow()
    expect(() => allOf(own as Permission, new IsLibrarian())).not.toThrow()
  })
})

describe('a policy that was not called', () => {
  it.each([
    [
      'DEFAULT_AUTHENTICATION_CLASSES',
      [tokenAuthentication],
      'Call it, as in tokenAuthentication(…).',
    ],
    ['DEFAULT_RENDERER_CLASSES', [jsonRenderer], 'Call it, as in jsonRenderer(…).'],
    ['DEFAULT_PAGINATION_CLASS', cursorPagination, 'Call it, as in cursorPagination(…).'],
    ['DEFAULT_PARSER_CLASSES', jsonParser(), 'Put it into [ ].'],
  ])('a policy that was not called is refused in %s with what to do', (name, value, advice) => {
    expect(sayOf(createApi, { [name]: value })).toMatch(name)
    expect(sayOf(createApi, { [name]: value })).toContain(advice)
  })

  it.each([
    [
      { authentication: [tokenAuthentication] },
      'authentication of the view Notes must be a list of authentication schemes, ' +
        'which have authenticate(), not [tokenAuthentication]. Call it, as in tokenAuthentication(…).',
    ],
    [{ pagination: pageNumberPagination }, 'Call it, as in pageNumberPagination(…).'],
    [{ renderers: [jsonRenderer] }, 'Call it, as in jsonRenderer(…).'],
    [{ parsers: [null] }, 'must be a list of parsers, which have parse(), not [null].'],
    [{ permissions: [() => true] }, 'Put it into an object: { hasPermission: … }.'],
    [{ permissions: [IsLibrarian] }, 'Make one of it, as in new IsLibrarian(…).'],
  ])('a policy that was not called is refused in a view: %o', (options, message) => {
    expect(sayOf(api.view, { name: 'Notes', ...options })).toContain(message)
  })
})

describe('the media type of a renderer or a parser', () => {
  it.each(['application/json;version=2.0', 'Application/JSON', 'json', ''])(
    'a media type that no Accept header or content type can name is refused: %s',
    (mediaType) => {
      const renderers = [{ ...jsonRenderer(), mediaType }]
      expect(sayOf(api.view, { renderers })).toMatch('without parameters')
      const parsers = [{ ...jsonParser(), mediaType }]
      expect(sayOf(api.view, { parsers })).toMatch('without parameters')
    },
  )
})

describe('an ordering filter', () => {
  it.each([
    [{ default: ['title'] }, 'fields of orderingFilter must be a list of one or more fields'],
    [{ field: ['title'] }, 'Unknown option field of orderingFilter. Did you mean fields?'],
    [{ fields: [] }, 'must be a list of one or more fields, such as ["title"], not [].'],
    [{ fields: 'title' }, 'must be a list of one or more fields, such as ["title"], not "title".'],
    [
      { fields: ['title'], default: 'title' },
      'default of orderingFilter must be a list of one or more fields',
    ],
  ])(
    'an invalid ordering filter is refused when the view is declared: %o',
    (orderingFilter, message) => {
      expect(sayOf(api.listView, { items: arrayItems([]), orderingFilter })).toContain(message)
    },
  )
})

describe('the docs', () => {
  const policies = { names: Object.keys(policyOptions) }
  const without = ({ names }: { names: readonly string[] }) => ({
    names: names.filter((name) => !policies.names.includes(name)),
  })

  it.each<[string, string, { names: readonly string[] }]>([
    ['pagination', 'pageNumberPagination()', pageNumberOptions],
    ['pagination', 'limitOffsetPagination()', limitOffsetOptions],
    ['pagination', 'cursorPagination()', cursorOptions],
    ['views', 'policies', policies],
    ['views', 'listView()', without(listViewOptions)],
    ['views', 'detailView()', without(detailViewOptions)],
    ['views', 'routes()', routesOptions],
    ['authentication', 'basicAuthentication()', basicAuthenticationOptions],
    ['authentication', 'tokenAuthentication()', tokenAuthenticationOptions],
    ['authentication', 'remoteUserAuthentication()', remoteUserAuthenticationOptions],
    ['authentication', 'externalSessionAuthentication()', externalSessionAuthenticationOptions],
    ['authentication', 'externalTokenAuthentication()', externalTokenAuthenticationOptions],
    ['authentication', 'obtainToken()', obtainTokenOptions],
    ['accounts', 'kyselyAccounts()', kyselyAccountsOptions],
    ['service', 'serve()', serveOptions],
    ['openapi', 'docsViews()', docsViewsOptions],
    ['admin', 'adminViews()', adminOptions],
    ['pages', 'browsableRenderer()', browsableRendererOptions],
    ['api-keys', 'apiKeyAuthentication()', apiKeyAuthenticationOptions],
    ['api-keys', 'keyViews()', keyViewsOptions],
    ['redis', 'openRedis()', openRedisOptions],
    ['redis', 'redisThrottleStore()', redisThrottleStoreOptions],
  ])('the page %s has a table with every option of %s', (page, _factory, { names }) => {
    const text = readFileSync(join(root, `docs/${page}.md`), 'utf8')
    const missing = tablesOf(text).map((rows) => names.filter((name) => !rows.has(name)))
    const [nearest] = missing.sort((one, two) => one.length - two.length)
    expect(nearest).toEqual([])
  })
})

/** The names in the first column of each table. Tables with nothing between them are one. */
const tablesOf = (markdown: string): Set<string>[] =>
  [...markdown.matchAll(/(?:^\|.*\n\n?)+/gm)].map(
    ([table]) =>
      new Set(
        [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
          [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
        ),
      ),
  )
