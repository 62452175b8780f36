import { oneView } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { exactFilter } from '../../../src/filtering/index.ts'
import {
  ApiException,
  ApiResponse,
  arrayStore,
  basicAuthentication,
  charField,
  createApi,
  integerField,
  isAuthenticated,
  jsonRenderer,
  memoryAccounts,
  pageNumberPagination,
  type Renderer,
  routes,
  Throttled,
  tokenAuthentication,
  ValidationError,
} from '../../../src/index.ts'
import { browsableRenderer } from '../../../src/pages/index.ts'
import { browser, browserAccept, markup, shownBody, shownFields, textOf } from '../page.ts'

const note = { id: 7, title: 'The amber lantern' }
const get = () => new ApiResponse(note)

describe('a browsable page', () => {
  it('browsers get a browsable page; everyone else gets JSON', async () => {
    const client = browser({ get })
    const page = await client.get('/')
    const json = await client.get('/', { headers: { Accept: '*/*' } })

    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('Vary')).toBe('Accept')
    expect(await json.json()).toEqual(note)
  })

  it('a browsable page is chosen by ?format=api too', async () => {
    const response = await browser({ get }).get('/?format=api', { headers: { Accept: '*/*' } })

    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  })

  it('a browsable page shows the name and the description of the view', async () => {
    const page = await markup(browser({ name: 'Note', description: 'One note.\nOr none.', get }))

    expect(textOf(page, '<h1')).toBe('Note')
    expect(textOf(page, '<p class="description"')).toBe('One note.\nOr none.')
  })

  it('a browsable page leaves out a missing description', async () => {
    expect(await markup(browser({ get }))).not.toContain('class="description"')
  })

  it('a browsable page is titled by the option, else by the host', async () => {
    const titled = await markup(browser({ name: 'Note', get }, { title: 'Tolls & roads' }))
    const untitled = await markup(browser({ name: 'Note', get }))

    expect(textOf(titled, '<title')).toBe('Note · Tolls & roads')
    expect(textOf(titled, '<p class="api"')).toBe('Tolls & roads')
    expect(textOf(untitled, '<title')).toBe('Note · testserver')
  })

  it('a browsable page shows the method and the path as they were sent', async () => {
    const client = browser({ post: get })
    const page = await (await client.post('/?a=%20b&c')).text()

    expect(textOf(page, '<section class="request"')).toContain('POST /?a=%20b&c')
  })

  it('shows the status and the body', async () => {
    const page = await markup(browser({ get: () => new ApiResponse(note, 202) }))

    expect(textOf(page, '<h2 id="response"')).toBe('Response: 202 Accepted')
    expect(shownBody(page)).toBe(JSON.stringify(note, null, 2))
  })

  it('shows a status without a phrase of its own by its number', async () => {
    const page = await markup(browser({ get: () => new ApiResponse(note, 299) }))

    expect(textOf(page, '<h2 id="response"')).toBe('Response: 299')
  })

  it('shows the header fields that programs get, and the media type of JSON', async () => {
    const headers = {
      Location: '/notes/7/',
      Link: '</notes/8/>; rel="next"',
      'X-Internal': 'unimportant',
    }
    const page = await markup(browser({ get: () => new ApiResponse(note, 200, headers) }))

    expect(shownFields(page)).toEqual({
      Allow: 'GET, HEAD, OPTIONS',
      'Content-Type': 'application/json',
      Vary: 'Accept',
      Link: '</notes/8/>; rel="next"',
      Location: '/notes/7/',
    })
  })

  it('a view with no other renderer shows the media type of the page itself', async () => {
    const page = await markup(browser({ renderers: [browsableRenderer()], get }))

    expect(shownFields(page)['Content-Type']).toBe('text/html; charset=utf-8')
    expect(page).not.toContain('rel="alternate"')
  })

  it('a browsable page has no body for HEAD, and the same header fields', async () => {
    const client = browser({ get })
    const page = await client.get('/')
    const head = await client.request('HEAD', '/')

    expect(await head.text()).toBe('')
    expect(head.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(head.headers.get('Content-Security-Policy')).toBe(
      page.headers.get('Content-Security-Policy'),
    )
    expect(Number(head.headers.get('Content-Length'))).toBe(
      new TextEncoder().encode(await page.text()).length,
    )
  })

  it.each([
    ['a list', '/books/', 200],
    ['a list in reverse order', '/books/?ordering=-title', 200],
    ['an empty list', '/books/?title=Dune', 200],
    ['a page that is not there', '/books/?page=9', 404],
    ['a refused filter', '/books/?id=one', 400],
  ])('HEAD announces the length of the page of GET: %s', async (_, path, status) => {
    const books = arrayStore([{ id: 1, title: 'Emma' }])
    const api = createApi({
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()],
      SECRET_KEYS: ['a secret for tests of 32 characters and more'],
    })
    const view = api.listView({
      items: books.items,
      schema: z.object({ title: charField() }),
      create: (book) => books.create(book),
      filters: { id: exactFilter(integerField()), title: exactFilter(charField()) },
      orderingFilter: { fields: ['id', 'title'] },
      pagination: pageNumberPagination({ pageSize: 1 }),
    })
    const client = testClient(routes(api, { '/books/': view }), {
      headers: { Accept: browserAccept },
    })
    const [page, head] = [await client.get(path), await client.request('HEAD', path)]

    expect([page.status, head.status]).toEqual([status, status])
    expect(page.headers.get('Content-Type')).toContain('text/html')
    expect(Number(head.headers.get('Content-Length'))).toBe(
      new TextEncoder().encode(await page.text()).length,
    )
  })

  it('a browsable page shows a 204 under the status 200: browsers show nothing for 204', async () => {
    const client = browser({ delete: () => new ApiResponse(undefined, 204) })
    const response = await client.delete('/')
    const page = await response.text()

    expect(response.status).toBe(200)
    expect(textOf(page, '<h2 id="response"')).toBe('Response: 204 No Content')
    expect(page).not.toContain('<pre')
    const program = await client.delete('/', { headers: { Accept: '*/*' } })
    expect(program.status).toBe(204)
    expect(await program.text()).toBe('')
  })

  it('a redirect is not rendered as a page', async () => {
    const headers = { Location: '/elsewhere/' }
    const client = browser({ get: () => new ApiResponse(undefined, 302, headers) })
    const response = await client.get('/')

    expect(response.status).toBe(302)
    expect(await response.text()).toBe('')
  })
})

describe('links to other formats', () => {
  const hrefs = (page: string) =>
    [...page.matchAll(/<a href="([^"]*)" rel="alternate" type="([^"]*)">(.*?)<\/a>/g)].map(
      ([, ...parts]) => parts,
    )

  it('links to other formats keep the other parameters and stay on this host', async () => {
    const page = await markup(browser({ get }), '/?page=2&format=api&a=%22')

    expect(hrefs(page)).toEqual([
      ['?a=%22&amp;format=json&amp;page=2', 'application/json', 'View as JSON'],
    ])
  })

  it('links to other formats lead to JSON from a browser', async () => {
    const response = await browser({ get }).get('/?format=json')

    expect(await response.json()).toEqual(note)
  })

  it('links to other formats exist for every renderer but pages and those for errors', async () => {
    const csv: Renderer = {
      mediaType: 'text/csv',
      format: 'csv',
      charset: 'utf-8',
      render: () => 'id\n7\n',
    }
    const client = browser({ renderers: [jsonRenderer(), csv, browsableRenderer()], get })

    expect(hrefs(await markup(client)).map(([href]) => href)).toEqual([
      '?format=json',
      '?format=csv',
    ])
  })

  it('links to other formats use the parameter of the settings, and are left out without one', async () => {
    const renamed = browser({ get }, {}, { URL_FORMAT_OVERRIDE: 'as' })
    const none = browser({ get }, {}, { URL_FORMAT_OVERRIDE: null })

    expect(hrefs(await markup(renamed)).map(([href]) => href)).toEqual(['?as=json'])
    expect(hrefs(await markup(none))).toEqual([])
  })
})

describe('a page of an error', () => {
  it.each([
    [new ValidationError({ title: ['Taken.'] }), '400 Bad Request', '"Taken."'],
    [new Throttled(7), '429 Too Many Requests', 'Expected available in 7 seconds.'],
    [new ApiException(), '500 Internal Server Error', 'A server error occurred.'],
  ])('%s has its status and its detail', async (error, status, detail) => {
    const client = browser({
      name: 'Note',
      get: () => {
        throw error
      },
    })
    const response = await client.get('/')
    const page = await response.text()

    expect(response.status).toBe(error.status)
    expect(textOf(page, '<h2 id="response"')).toBe(`Response: ${status}`)
    expect(textOf(page, '<title')).toBe(`${status} · Note · testserver`)
    expect(shownBody(page)).toContain(detail)
  })

  it('an error page shows when to try again', async () => {
    const client = browser({
      get: () => {
        throw new Throttled(7)
      },
    })

    expect(shownFields(await markup(client))['Retry-After']).toBe('7')
  })

  it('an error page shows the challenge of a 401', async () => {
    const { tokens } = memoryAccounts()
    const authentication = [tokenAuthentication({ tokens })]
    const response = await browser({ authentication, permissions: [isAuthenticated], get }).get('/')

    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Token')
    expect(shownFields(await response.text())['WWW-Authenticate']).toBe('Token')
  })

  it('an error page shows the status that is sent, also when a 401 without challenge became 403', async () => {
    const page = await markup(browser({ get: () => new ApiResponse({ detail: 'No.' }, 401) }))

    expect(textOf(page, '<h2 id="response"')).toBe('Response: 403 Forbidden')
  })

  it('an error page links to problem details only for clients that name them', async () => {
    const client = browser({})
    const response = await client.get('/', { headers: { Accept: 'application/problem+json' } })

    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  })

  it.each(['text/html; charset=utf-8', 'text/html;charset="UTF-8"'])(
    'a client that asks for the charset of pages gets a page: %s',
    async (accept) => {
      const client = browser({ renderers: [browsableRenderer(), jsonRenderer()], get })
      const response = await client.get('/', { headers: { Accept: accept } })

      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    },
  )

  it('a 406 is shown before the user is identified', async () => {
    const client = browser({ renderers: [browsableRenderer(), jsonRenderer()], get })
    const response = await client.get('/', { headers: { Accept: 'image/png' } })
    const page = await response.text()

    expect(response.status).toBe(406)
    expect(textOf(page, '<div class="user"')).toBe('Not signed in')
  })
})

describe('the signed-in user', () => {
  const { users } = memoryAccounts({ users: [{ username: 'ann', password: 'secret' }] })
  const client = browser({ authentication: [basicAuthentication({ users })], get })

  it('the signed-in user is shown by name', async () => {
    const response = await client.get('/', {
      headers: { Authorization: `Basic ${btoa('ann:secret')}` },
    })

    expect(textOf(await response.text(), '<div class="user"')).toBe('Signed in as ann')
  })

  it('no user is shown without credentials', async () => {
    expect(textOf(await markup(client), '<div class="user"')).toBe('Not signed in')
  })

  it.each([[null], ['ann'], [{ id: 7 }], [{ username: '' }], [{ username: 7 }]])(
    'the signed-in user may be of any kind: %j',
    async (user) => {
      const authentication = [{ authenticate: () => ({ user, auth: null }) }]
      const page = await markup(browser({ authentication, get }))

      expect(textOf(page, '<div class="user"')).toBe('Signed in')
    },
  )
})

describe('views that share a renderer', () => {
  it('views that share a renderer share nothing else', async () => {
    const api = createApi({ DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer()] })
    const client = testClient(
      routes(api, {
        '/one/': api.view({ name: 'One', get }),
        '/two/': api.view({ name: 'Two', get }),
      }),
      { headers: { Accept: browserAccept } },
    )
    const [one, two] = await Promise.all([markup(client, '/one/'), markup(client, '/two/')])

    expect(textOf(one, '<h1')).toBe('One')
    expect(textOf(two, '<h1')).toBe('Two')
  })
})

describe('the header fields of a renderer', () => {
  it('header fields of a renderer replace those of the handler, for its own responses only', async () => {
    const headers = { 'X-Frame-Options': 'SAMEORIGIN' }
    const renderers = [jsonRenderer(), browsableRenderer()]
    const client = oneView({ renderers, get: () => new ApiResponse(note, 200, headers) })
    const page = await client.get('/?format=api')
    const json = await client.get('/?format=json')

    expect(page.headers.get('X-Frame-Options')).toBe('DENY')
    expect(json.headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
    expect(json.headers.has('Content-Security-Policy')).toBe(false)
  })
})

describe('the description of a view', () => {
  const { users } = memoryAccounts()
  const description = 'Where the treasure is kept.'
  const pageOf = async (view: object) => {
    const response = await browser({ description, get, ...view }).get('/')
    return { status: response.status, text: await response.text() }
  }

  it('the description of a view is on its page, and on that of an error', async () => {
    expect((await pageOf({})).text).toContain(description)
    const broken = () => {
      throw new ValidationError('No.')
    }
    expect((await pageOf({ get: broken })).text).toContain(description)
  })

  it('the description of a view is not on the page of a 401 or 403', async () => {
    const permissions = [isAuthenticated]
    for (const [status, authentication] of [
      [401, [basicAuthentication({ users })]],
      [403, []],
    ] as const) {
      const page = await pageOf({ permissions, authentication })
      expect(page.status).toBe(status)
      expect(page.text).not.toContain(description)
    }
  })
})

describe('the content type that a handler has set', () => {
  it('a content type set by the handler is used for its data, not for a page that shows them', async () => {
    const headers = { 'Content-Type': 'application/vnd.api+json' }
    const client = browser({ get: () => new ApiResponse(note, 200, headers) })

    expect((await client.get('/')).headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    const json = await client.get('/', { headers: { Accept: 'application/json' } })
    expect(json.headers.get('Content-Type')).toBe('application/vnd.api+json')
  })
})
