import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ApiResponse, createApi, jsonRenderer, routes, type ViewOptions } from '../../src/index.ts'
import { browsableRenderer } from '../../src/pages/index.ts'
import { browser, markup, shownBody, textOf } from './page.ts'

const attack = `"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;`

/** The names of all elements of the page: nothing of an attack may be among them. */
const elementsOf = (page: string) =>
  new Set([...page.matchAll(/<([a-z][\w-]*)/gi)].map(([, name]) => name))

async function cleanElements(data: unknown = { a: 'b' }): Promise<Set<string | undefined>> {
  return elementsOf(
    await markup(browser({ description: 'x', get: () => new ApiResponse<unknown>(data) })),
  )
}

describe('markup in what people write stays text', () => {
  const places: Record<string, ViewOptions> = {
    'a value': { get: () => new ApiResponse({ title: attack }) },
    'a key': { get: () => new ApiResponse({ [attack]: 1 }) },
    'a text that is all the data': { get: () => new ApiResponse(attack) },
    'a URL': { get: () => new ApiResponse({ url: `https://example.com/${attack}` }) },
    'the name of the view': { name: attack, get: () => new ApiResponse({}) },
    'its description': { description: attack, get: () => new ApiResponse({}) },
    'a header field': { get: () => new ApiResponse({}, 200, { Link: attack }) },
    'the username': {
      authentication: [{ authenticate: () => ({ user: { username: attack }, auth: null }) }],
      get: () => new ApiResponse({}),
    },
    'a challenge': {
      authentication: [{ authenticate: () => null, challenge: () => attack }],
      permissions: [{ hasPermission: () => false }],
      get: () => new ApiResponse({}),
    },
  }

  it.each(Object.entries(places))('markup stays text in %s', async (_place, view) => {
    const page = await markup(browser({ description: 'x', ...view }))

    expect(page).toContain('&lt;script&gt;')
    expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>/)
    const sample = await cleanElements()
    const unexpected = [...elementsOf(page)].filter((name) => name !== 'a' && !sample.has(name))
    expect(unexpected).toEqual([])
  })

  it.each([
    ['the name of a field', { [attack]: 'b' }],
    ['a value', { a: attack }],
    ['an object', { a: { [attack]: null } }],
    ['the name __proto__ and its value', JSON.parse(`{"__proto__": ${JSON.stringify(attack)}}`)],
  ])('markup stays text in a table: %s', async (_place, item) => {
    const page = await markup(browser({ description: 'x', get: () => new ApiResponse([item]) }))

    expect(page).toContain('<table>')
    expect(page).toContain('&lt;script&gt;')
    expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>/)
    const sample = await cleanElements([{ a: 'b', c: null, d: 1 }])
    expect([...elementsOf(page)].filter((name) => !sample.has(name))).toEqual([])
  })

  it('markup in the title of the API stays text', async () => {
    const page = await markup(browser({ get: () => new ApiResponse({}) }, { title: attack }))

    expect(page).not.toMatch(/<script|<img/)
    expect(textOf(page, '<title')).toBe(`View · ${attack}`)
  })

  it('markup in the query stays text, also from a runtime that escapes nothing of it', async () => {
    const app = routes(createApi(), {
      '/': { renderers: [jsonRenderer(), browsableRenderer()], get: () => new ApiResponse({}) },
    })
    const request = new Request('http://testserver/', { headers: { Accept: 'text/html' } })
    Object.defineProperty(request, 'url', { value: `http://testserver/?x=${attack}` })
    const page = await (await app.fetch(request)).text()

    expect(page).not.toMatch(/<script|<img/)
    expect(textOf(page, '<section class="request"')).toContain(`GET /?x=${attack}`)
  })

  it('markup in the method stays text', async () => {
    const client = browser({ get: () => new ApiResponse({}) })
    const page = await (await client.request("G'&T", '/')).text()

    expect(textOf(page, '<section class="request"')).toContain("G'&T /")
    expect(page).toContain('G&#39;&amp;T')
  })

  it('a page shows data with markup exactly', async () => {
    const page = await markup(browser({ get: () => new ApiResponse({ [attack]: attack }) }))

    expect(shownBody(page)).toBe(JSON.stringify({ [attack]: attack }, null, 2))
  })
})

describe('what a page may do', () => {
  const get = () => new ApiResponse({ url: 'https://example.com/' })

  it('a page has a policy that allows its one stylesheet, by its hash, and no script', async () => {
    const response = await browser({ get }).get('/')
    const page = await response.text()
    const [style, ...others] = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)]
    const hash = createHash('sha256')
      .update(style?.[1] ?? '')
      .digest('base64')

    expect(others).toEqual([])
    expect(response.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' data:; form-action 'self'; ` +
        "base-uri 'none'; frame-ancestors 'none'",
    )
  })

  it('a page is not sniffed, framed, or reported to other sites', async () => {
    const { headers } = await browser({ get }).get('/')

    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(headers.get('Referrer-Policy')).toBe('same-origin')
  })

  it('the policy of pages also holds for errors', async () => {
    const response = await browser({}).get('/')

    expect(response.status).toBe(405)
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  })

  it('a page needs nothing that its policy forbids', async () => {
    const page = await markup(browser({ get }))

    expect(page).not.toMatch(/<script|\sstyle=|\son[a-z]+=|<base|<iframe/i)
    expect([...page.matchAll(/\ssrc="([^"]*)"/g)]).toEqual([])
    const [, icon] = /<link rel="icon" href="([^"]*)"/.exec(page) ?? []
    expect(icon).toMatch(/^data:image\/svg\+xml,/)
    expect(page).not.toMatch(/url\(|@import/)
  })
})

describe('a page for everybody', () => {
  it('names its language, has one heading of the first order, landmarks and a skip link', async () => {
    const page = await markup(browser({ get: () => new ApiResponse({}) }))

    expect(page).toContain('<html lang="en">')
    expect(page.match(/<h1/g)).toHaveLength(1)
    expect(page.match(/<main/g)).toHaveLength(1)
    const [, target = 'none'] = /class="skip" href="#([^"]*)"/.exec(page) ?? []
    expect(page).toContain(`id="${target}"`)
    expect(page).toContain('name="viewport"')
  })

  it('lets the body be scrolled with the keyboard', async () => {
    const page = await markup(browser({ get: () => new ApiResponse({}) }))

    expect(page).toMatch(/<pre class="body" tabindex="0" role="region" aria-label="[^"]+"/)
  })
})
