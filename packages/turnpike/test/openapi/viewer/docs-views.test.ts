import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import {
  createApi,
  isAuthenticated,
  memoryAccounts,
  memorySessions,
  pbkdf2,
  routes,
  sessionAuthentication,
} from '../../../src/index.ts'
import { type DocsViewsOptions, docsViews } from '../../../src/openapi/index.ts'

const clientOf = (options?: DocsViewsOptions) =>
  testClient(
    routes(
      createApi({ LOGGER: silentLogger, DEFAULT_PERMISSION_CLASSES: [isAuthenticated] }),
      docsViews(options),
    ),
  )
const inBrowser = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

describe('the documentation page', () => {
  it('the documentation page is public, and loads nothing from elsewhere', async () => {
    const response = await clientOf().get('/docs/', inBrowser)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
    const page = await response.text()
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/)
  })

  it('the documentation page leads to the login page only if it knows its path', async () => {
    const pageOf = async (options: DocsViewsOptions) =>
      (await clientOf(options).get('/docs/', inBrowser)).text()
    expect(await pageOf({ loginUrl: '/login/' })).toContain(' data-login="../login/"')
    expect(await pageOf({})).not.toContain('data-login')
  })

  it('leads to the document by a path that holds below other paths, too', async () => {
    const documentOf = async (options: DocsViewsOptions) => {
      const response = await clientOf(options).get(options.path ?? '/docs/', inBrowser)
      return /data-openapi="([^"]*)"/.exec(await response.text())?.[1]
    }
    expect(await documentOf({})).toBe('../openapi.json')
    expect(await documentOf({ path: '/a/b/', openApiUrl: '/a/api.json' })).toBe('../../a/api.json')
    expect(await documentOf({ path: '/' })).toBe('openapi.json')
    expect(await documentOf({ openApiUrl: 'https://other.test/x.json' })).toBe(
      'https://other.test/x.json',
    )
  })

  it('the documentation page escapes its title', async () => {
    const response = await clientOf({ title: '<b>Notes & more</b>' }).get('/docs/', inBrowser)
    expect(await response.text()).toContain(
      '<title>API documentation · &lt;b&gt;Notes &amp; more&lt;/b&gt;</title>',
    )
  })

  it('the documentation page has the banner of all pages, with the links for everybody', async () => {
    const links = [
      { name: 'Docs', url: '/docs/' },
      { name: 'Admin', url: '/admin/', isForStaff: true },
    ]
    const client = clientOf({ title: 'Notes', homeUrl: '/start/', loginUrl: '/login/', links })
    const response = await client.get('/docs/', inBrowser)
    const page = await response.text()

    expect(page).toContain('<p class="api"><a href="/start/">')
    expect(page).toContain('<a href="/docs/" aria-current="true">Docs</a>')
    expect(page).not.toContain('Admin')
    expect(page).toContain('<span>Not signed in</span>')
    expect(page).toContain('<a class="button quiet" href="/login/?next=%2Fdocs%2F">Sign in</a>')
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
  })

  it('the documentation page says who is signed in, and is kept by no cache then', async () => {
    const { users } = memoryAccounts({
      passwords: pbkdf2({ iterations: 1 }),
      users: [{ username: 'ann', password: 'wonderland', isStaff: true }],
    })
    const sessions = memorySessions({ users })
    const api = createApi({
      LOGGER: silentLogger,
      SECRET_KEYS: ['a secret of the documentation tests'],
      DEFAULT_AUTHENTICATION_CLASSES: [sessionAuthentication({ sessions })],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    })
    const links = [{ name: 'Admin', url: '/admin/', isForStaff: true }]
    const client = testClient(routes(api, docsViews({ logoutUrl: '/logout/', links })))
    const ann = await users.find('ann')
    if (ann === null) throw new Error('There is no ann.')
    const { id } = await sessions.create(ann)

    const response = await client.get('/docs/', {
      headers: { ...inBrowser.headers, Cookie: `sessionid=${id}` },
    })
    const page = await response.text()
    expect(page).toContain('<span>Signed in as ann</span>')
    expect(page).toMatch(
      /<form method="post" action="\/logout\/"><input type="hidden" name="csrfmidd/,
    )
    expect(page).toContain('<a href="/admin/">Admin</a>')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Vary')).toContain('Cookie')
  })

  it('the documentation page is sent whatever is accepted, and JSON names the document', async () => {
    const client = clientOf()
    const typeOf = async (Accept: string) =>
      (await client.get('/docs/', { headers: { Accept } })).headers.get('Content-Type')
    expect(await typeOf('*/*')).toBe('text/html; charset=utf-8')
    const response = await client.get('/docs/', { headers: { Accept: 'application/json' } })
    expect(await response.json()).toEqual({ openapi: '/openapi.json' })
  })

  it('the documentation page is reached without its last slash', async () => {
    const response = await clientOf().get('/docs', inBrowser)
    expect(response.status).toBe(308)
    expect(response.headers.get('Location')).toBe('docs/')
  })

  it.each(['docs/', '/docs', '/docs/?a', ''])('refuses the path %j', (path) => {
    expect(() => docsViews({ path })).toThrow('begins and ends with a slash')
  })

  it('the documentation page refuses unknown options', () => {
    expect(() => docsViews({ url: '/x' } as never)).toThrow('url')
  })
})

describe('its files', () => {
  const client = clientOf()
  const names = async () => {
    const page = await (await client.get('/docs/', inBrowser)).text()
    return [...page.matchAll(/(?:src|href)="([^":/]+\.(?:js|css))"/g)].map(([, name = '']) => name)
  }

  it('viewer files are cached for ever by names that change with them', async () => {
    const files = await names()
    expect(files).toHaveLength(4)
    for (const name of files) {
      expect(name).toMatch(/^[a-z-]+\.[\w-]{22}\.(?:js|css)$/)
      const response = await client.get(`/docs/${name}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('Content-Type')).toMatch(
        /^text\/(?:javascript|css); charset=utf-8$/,
      )
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')

      const headers = { 'If-None-Match': response.headers.get('ETag') ?? '' }
      expect((await client.get(`/docs/${name}`, { headers })).status).toBe(304)
    }
  })

  it('viewer files are compressed when the client accepts it', async () => {
    const [name] = await names()
    const plain = await (await client.get(`/docs/${name}`)).arrayBuffer()
    const headers = { 'Accept-Encoding': 'deflate, gzip;q=0.5' }
    const response = await client.get(`/docs/${name}`, { headers })
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    expect(response.headers.get('Vary')).toContain('Accept-Encoding')
    const stream = response.body?.pipeThrough(new DecompressionStream('gzip'))
    expect(await new Response(stream as ReadableStream).arrayBuffer()).toEqual(plain)

    const refused = await client.get(`/docs/${name}`, {
      headers: { 'Accept-Encoding': 'gzip;q=0' },
    })
    expect(refused.headers.get('Content-Encoding')).toBeNull()
  })

  it('no other viewer files are served', async () => {
    for (const path of ['/docs/package.json', '/docs/..%2Fdocs-views.ts', '/docs/a/b.js']) {
      const response = await client.get(path)
      expect(response.status, path).toBe(404)
      expect(await response.json()).toEqual({ detail: 'Not found.' })
    }
  })
})
