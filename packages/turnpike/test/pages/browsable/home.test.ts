import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { ApiResponse, createApi, routes } from '../../../src/index.ts'
import { homeView } from '../../../src/pages/index.ts'
import { browser, browserAccept, markup } from '../page.ts'
import { openSite } from '../site.ts'

describe('the home page', () => {
  it('lists the views with their methods; what can be looked at is a link', async () => {
    const page = await (await (await openSite().browser()).get('/')).text()

    expect(page).toContain('<a href="/books/">/books/</a>')
    expect(page).toContain('<span class="path">/books/:id/</span>')
    expect(page).toContain('<span class="path">/logout/</span>')
    expect(page).toMatch(/GET<\/span><span class="verb">PUT<\/span>/)
    expect(page).toContain('<h2>Books</h2>\n<p>All books.</p>')
    expect(page).toContain('<strong>Book</strong>')
  })

  it('the home page has a group for each resource, the documentation first, the admin for staff', async () => {
    const view = (name: string, page: 'docs' | 'admin' | null = null) => ({
      name,
      page,
      get: () => new ApiResponse([]),
    })
    const views = {
      '/v1/rooms/': view('Rooms'),
      '/v1/seats/': view('Seats'),
      '/v1/rooms/:id/': view('Room'),
      '/admin': view('Admin', 'admin'),
      '/admin/': view('Admin', 'admin'),
      '/admin/users/': view('Admin', 'admin'),
      '/docs/': view('Documentation', 'docs'),
    }
    const schemeOf = (isStaff: boolean) => ({
      authenticate: () => ({ user: { isStaff }, auth: null }),
    })
    const home = async (isStaff: boolean) => {
      const scheme = schemeOf(isStaff)
      const page = await markup(browser({ ...homeView(views), authentication: [scheme] } as never))
      const paths = [...page.matchAll(/<span class="path">(?:<a[^>]*>)?([^<]*)/g)]
      const names = [...page.matchAll(/<h2>([^<]*)/g)]
      return [names, paths].map((found) => found.map(([, text]) => text))
    }
    const forPrograms = async (isStaff: boolean) => {
      const api = createApi({ DEFAULT_AUTHENTICATION_CLASSES: [schemeOf(isStaff)] })
      const app = routes(api, { '/': homeView(views) })
      return Object.keys(await (await app.request('/')).json())
    }
    const names = ['Documentation', 'Rooms', 'Seats']
    const paths = ['/docs/', '/v1/rooms/', '/v1/rooms/:id/', '/v1/seats/']

    expect(await home(false)).toEqual([names, paths])
    expect(await home(true)).toEqual([
      [...names, 'Admin'],
      [...paths, '/admin/'],
    ])
    expect(await forPrograms(false)).toEqual(['v1/rooms', 'v1/seats', 'docs'])
    expect(await forPrograms(true)).toEqual(['v1/rooms', 'v1/seats', 'admin', 'docs'])
  })

  it('the home page lists the URLs by name for programs', async () => {
    const browser = await openSite().browser()
    const response = await browser.get('/', { headers: { Accept: '*/*' } })

    expect(await response.json()).toEqual({
      books: 'http://testserver/books/',
      echo: 'http://testserver/echo/',
      login: 'http://testserver/login/',
      logout: 'http://testserver/logout/',
    })
  })
})

describe('the home page of an app that another one has taken in', () => {
  it('a mounted home page links to the mounted views', async () => {
    const outer = new Hono().route('/api/v1', openSite().app)
    const get = (accept: string) =>
      outer.request('http://testserver/api/v1', { headers: { Accept: accept } })

    const page = await (await get(browserAccept)).text()
    expect(page).toContain('<a href="/api/v1/books/">/api/v1/books/</a>')
    expect(page).toContain('<span class="path">/api/v1/books/:id/</span>')
    expect(await (await get('*/*')).json()).toMatchObject({
      books: 'http://testserver/api/v1/books/',
    })
  })

  it('a mounted home page may be at another path than the root', async () => {
    const views = { '/books/': { name: 'Books', get: () => new ApiResponse([]) } }
    const own = { '/start/': homeView(views, { path: '/start/' }), ...views }
    const outer = new Hono().route('/api', routes(createApi(), own))

    expect(await (await outer.request('http://testserver/api/start/')).json()).toEqual({
      books: 'http://testserver/api/books/',
    })
  })

  it('the home page never links to another host', async () => {
    const views = { '/books/': { get: () => new ApiResponse([]) } }
    const app = routes(createApi(), { '/:anything{.*}': homeView(views) })

    expect(await (await app.request('http://testserver//evil.test/')).json()).toEqual({
      books: 'http://testserver/books/',
    })
  })
})

describe('the login page', () => {
  it('the login page is a form whose fields browsers know', async () => {
    const response = await (await openSite().browser()).get('/login/?next=/books/%3Fa=%22')
    const page = await response.text()

    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(page).toContain('autocomplete="username"')
    expect(page).toContain('autocomplete="current-password"')
    expect(page).toContain('<input type="hidden" name="next" value="/books/?a=&quot;">')
  })

  it.each(['ann', 'nobody'])(
    'the login page comes back with one text for every reason, for %s',
    async (username) => {
      const browser = await openSite().browser()
      const login = await (await browser.get('/login/')).text()
      const token = /name="csrfmiddlewaretoken" value="([\w-]+)"/.exec(login)?.[1] ?? ''
      const response = await browser.post('/login/', {
        form: { username, password: 'a guess', csrfmiddlewaretoken: token, next: '/books/' },
      })
      const page = await response.text()

      expect(page).toContain('<li>Unable to log in with provided credentials.</li>')
      expect(page).toContain(`value="${username}"`)
      expect(page).toContain('name="next" value="/books/"')
      expect(page).not.toContain('a guess')
    },
  )

  it('the login page comes back with the reason when there were too many attempts', async () => {
    const settings = { FAILED_CREDENTIALS_RATES: { address: null, username: '1/h' } }
    const browser = await openSite(settings).browser()
    const attempt = async () => {
      const login = await (await browser.get('/login/')).text()
      const token = /name="csrfmiddlewaretoken" value="([\w-]+)"/.exec(login)?.[1] ?? ''
      return browser.post('/login/', {
        form: { username: 'ann', password: 'wrong', csrfmiddlewaretoken: token },
      })
    }
    await attempt()
    const response = await attempt()

    expect(response.status).toBe(429)
    expect(await response.text()).toMatch(/role="alert"><ul><li>Request was throttled/)
  })

  it('says what is missing beside the fields', async () => {
    const browser = await openSite().browser()
    const login = await (await browser.get('/login/')).text()
    const token = /name="csrfmiddlewaretoken" value="([\w-]+)"/.exec(login)?.[1] ?? ''
    const form = { username: '', password: '', csrfmiddlewaretoken: token }
    const page = await (await browser.post('/login/', { form })).text()

    expect(page).toContain('id="login-field-username-errors"><li>This field may not be blank.')
    expect(page).toContain('id="login-field-password-errors"><li>This field may not be blank.')
  })
})

describe('error pages', () => {
  it('browsers see an error page for an unknown path, and programs get JSON', async () => {
    const browser = await openSite().browser()
    const page = await browser.get('/nothing/')
    const json = await browser.get('/nothing/', { headers: { Accept: '*/*' } })
    const head = await browser.request('HEAD', '/nothing/')

    expect(page.status).toBe(404)
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'/)
    expect(page.headers.get('Vary')).toBe('Accept')
    const text = await page.text()
    expect(text).toContain('There is no page at this address.')
    expect(head.headers.get('Content-Length')).toBe(`${new TextEncoder().encode(text).length}`)
    expect(json.status).toBe(404)
    expect(json.headers.get('Vary')).toBe('Accept')
    expect(await json.json()).toEqual({ detail: 'Not found.' })
  })

  it.each([
    ['text/html', true],
    ['text/html;q=0.5, application/json', false],
    ['*/*', false],
    ['image/png', false],
    ['text/html;q=0', false],
    [browserAccept, true],
  ])('error pages are chosen by Accept: %s', async (Accept, isPage) => {
    const browser = await openSite().browser()
    const response = await browser.get('/nothing/', { headers: { Accept } })

    expect(response.headers.get('Content-Type')?.startsWith('text/html')).toBe(isPage)
  })

  it('browsers see an error page for an error of the program and for a suspicious request', async () => {
    const browser = await openSite({ EXCEPTION_HANDLER: () => null }).browser()
    const failed = await browser.get('/books/77/')
    const suspicious = await browser.get(`/books/?${'a&'.repeat(1001)}`)

    expect(failed.status).toBe(500)
    expect(await failed.text()).toContain('The error was logged.')
    expect(suspicious.status).toBe(400)
    expect(await suspicious.text()).toContain('Bad Request')
  })
})
