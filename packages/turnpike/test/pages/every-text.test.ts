import { quick } from '@turnpike/test-support/accounts.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { collectTexts } from '../../../../tools/collect-texts.ts'
import {
  choiceFilter,
  containsFilter,
  dateFilter,
  exactFilter,
  isNullFilter,
  rangeFilter,
} from '../../src/filtering/index.ts'
import {
  allowAny,
  arrayStore,
  charField,
  choiceField,
  createApi,
  dateTimeField,
  integerField,
  jsonRenderer,
  loginView,
  logoutView,
  memoryAccounts,
  memorySessions,
  pageNumberPagination,
  routes,
  sessionAuthentication,
} from '../../src/index.ts'
import { adminViews, browsableRenderer, errorPages, homeView } from '../../src/pages/index.ts'
import { openBrowser } from '../sessions/browser.ts'
import { submit } from './admin/site.ts'
import { browserAccept } from './page.ts'

/** A made-up language, in which each text that can be translated is in brackets. */
const texts = collectTexts()
const language = 'qaa'
const bracketed = Object.fromEntries(
  [...texts.errors.keys(), ...texts.pages.keys()].map((text) => [text, `«${text}»`]),
)

interface Book {
  id: number
  title: string
  pages: number
  size: string
  bought: string
}

const schema = z.object({
  title: charField({ maxLength: 20 }),
  pages: integerField({ minValue: 1, maxValue: 900 }),
  size: choiceField(['s1', 's2']),
  bought: dateTimeField().optional(),
})

/** A site with every kind of page. Names of the application itself have no letters. */
async function openSite() {
  const { users, tokens, keys } = memoryAccounts({
    passwords: quick,
    users: [
      { username: '1', password: '1111 2222', isStaff: true, email: '1@1.1' },
      { username: '2', password: '1111 2222' },
      { username: '3', password: null, isActive: false },
    ],
  })
  const sessions = memorySessions({ users })
  const site = { title: '0', loginUrl: '/login/', logoutUrl: '/logout/' }
  const api = createApi({
    LANGUAGES: [language],
    TRANSLATIONS: { [language]: bracketed },
    SECRET_KEYS: ['a secret for tests of 32 characters and more'],
    LOGGER: silentLogger,
    DEFAULT_AUTHENTICATION_CLASSES: [sessionAuthentication({ sessions })],
    DEFAULT_PERMISSION_CLASSES: [allowAny],
    DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer(site)],
    DEFAULT_PAGINATION_CLASS: pageNumberPagination({ pageSize: 2 }),
  })
  const books = arrayStore<Book>(
    [1, 2, 3, 4, 5].map((id) => ({
      id,
      title: `${id}`,
      pages: id,
      size: 's1',
      bought: '2026-01-01T00:00:00Z',
    })),
  )
  const list = {
    name: '10',
    items: books.items,
    schema,
    create: (data: z.output<typeof schema>) => books.create({ ...data, bought: data.bought ?? '' }),
    location: ({ id }: Book) => `/10/${id}/`,
    orderingFilter: { fields: ['title', 'pages'] as const },
    search: { fields: ['title'] as const },
    filters: {
      title: [exactFilter(), containsFilter(), isNullFilter()],
      pages: [exactFilter(), rangeFilter()],
      size: choiceFilter(),
      bought: dateFilter(),
    },
  }
  const views = {
    '/10/': api.listView(list),
    '/10/:id/': api.detailView({ name: '11', store: books, schema, conditional: true }),
    '/12/': api.listView({
      name: '12',
      items: books.items,
      filters: { pages: rangeFilter(integerField()) },
    }),
    '/13/': api.view({
      name: '13',
      permissions: [{ hasPermission: () => false }],
      get: () => new Response(),
    }),
    '/login/': loginView({ users, sessions }),
    '/logout/': logoutView({ sessions }),
    ...adminViews({ users, tokens, sessions, keys, ...site }),
  }
  const app = routes(api, { '/': homeView({}), ...views }, errorPages(site))
  const browser = openBrowser(app, { headers: { Accept: browserAccept } })
  const staff = await users.find('1')
  const other = await users.find('2')
  if (staff === null || other === null) throw new Error('The users are missing.')
  const { id } = await sessions.create(staff)
  await keys.create(other, { name: '5', scopes: ['6'], allowedAddresses: ['10.0.0.0/8'] })
  const signIn = () => browser.cookies.set('sessionid', id)
  return { app, browser, users, tokens, keys, sessions, staff, other, signIn }
}

/** What remains of a page without its markup, its translated texts and its data. */
function untranslated(markup: string): string[] {
  let text = markup
    .replace(/<(style|script|svg|code|pre|dl|time)\b.*?<\/\1>/gs, ' ')
    // The status of the protocol, and the filters that are in use.
    .replace(/<h2 id="response">.*?<\/h2>|<span class="used">.*?<\/span>/gs, ' ')
    .replace(/<\/(?:th|td|tr|li|a|span)>/g, ' ')
    .replace(/<option\b[^>]*>(.*?)<\/option>/g, ' $1 ')
    .replace(/<[^>]*>/g, (tag) =>
      [...tag.matchAll(/ (?:aria-label|placeholder|title|data-label)="([^"]*)"/g)]
        .map(([, shown]) => ` ${shown} `)
        .join(''),
    )
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/«[^«»]*»/g, ' ')
  }
  const words = text.replace(/&\w+;|&#\d+;/g, ' ').match(/\p{L}[\p{L}\d]+/gu) ?? []
  return [...new Set(words)].filter((word) => !data.includes(word)).toSorted()
}

/** Names of methods, formats, fields and scopes: the same in every language. */
const data = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'JSON', 'OK', 'UTC', 'HTTP'],
  ...['Title', 'Pages', 'Size', 'Bought', 'title', 'pages', 'size', 'bought', 'id'],
  ...[
    's1',
    's2',
    'T00',
    'true',
    'false',
    'null',
    'application',
    'json',
    'form',
    'www',
    'urlencoded',
  ],
]

describe('the texts of pages', () => {
  it.each([
    '/',
    '/10/',
    '/10/?search=1&pages__gte=1&ordering=-title',
    '/10/?pages__gte=x&size=y&bought__date=z',
    '/10/?title=7',
    '/12/',
    '/10/1/',
    '/10/99/',
    '/13/',
    '/login/',
    '/nothing/',
    '/admin/',
  ])('%s is wholly in the language of the API, without a user', async (path) => {
    const { browser } = await openSite()
    const response = await browser.get(path)
    const page = response.status === 302 ? '' : await response.text()
    expect(untranslated(page)).toEqual([])
  })

  it.each([
    '/10/',
    '/admin/',
    '/admin/users/',
    '/admin/users/?search=x',
    '/admin/users/?search=1&active=yes',
    '/admin/users/add/',
    '/admin/users/1/',
    '/admin/users/2/',
    '/admin/users/3/',
    '/admin/users/99/',
    '/admin/users/1/password/',
    '/admin/users/2/password/',
    '/admin/users/2/deactivate/',
    '/admin/users/1/end-sessions/',
    '/admin/users/2/end-sessions/',
    '/admin/users/2/keys/add/',
    '/admin/users/2/keys/revoke/',
    '/admin/tokens/',
    '/admin/tokens/?search=x',
    '/admin/sessions/',
    '/admin/sessions/?search=x&user=2',
    '/admin/keys/',
    '/admin/keys/?search=x&user=2',
    '/admin/keys/?expired=yes',
  ])('%s is wholly in the language of the API, for staff', async (path) => {
    const { browser, signIn } = await openSite()
    signIn()
    const response = await browser.get(path)
    const page = await response.text()
    expect(response.headers.get('Content-Language')).toBe(language)
    expect(page).toContain(`<html lang="${language}">`)
    expect(untranslated(page)).toEqual([])
  })

  it.each<[string, Record<string, string>, string?]>([
    ['/admin/users/add/', {}],
    ['/admin/users/add/', { username: '1', password: 'a1 b2 c3', password_again: 'x' }],
    ['/admin/users/add/', { username: '1', no_password: 'true' }],
    ['/admin/users/add/', { username: '9', no_password: 'true', token: 'true' }],
    ['/admin/users/add/', { username: '9', no_password: 'true' }],
    ['/admin/users/2/', { email: 'x' }],
    ['/admin/users/2/', { email: '2@2.2' }],
    ['/admin/users/2/password/', { password: '1', password_again: '1' }],
    ['/admin/users/2/password/', { no_password: 'true' }],
    ['/admin/users/1/password/', { no_password: 'true' }],
    ['/admin/users/2/deactivate/', {}],
    ['/admin/users/3/', {}, '/admin/users/3/activate/'],
    ['/admin/users/2/end-sessions/', {}],
    ['/admin/users/2/', {}, '/admin/users/2/token/create/'],
    ['/admin/users/2/keys/add/', {}],
    ['/admin/users/2/keys/add/', { name: '7', scopes: '"', addresses: 'x', expires: 'x' }],
    ['/admin/users/2/keys/add/', { name: '7', scopes: '6', expires: '2020-01-01' }],
    ['/admin/users/2/keys/add/', { name: '7', scopes: '6', never: 'true' }],
    ['/admin/users/2/keys/revoke/', {}],
  ])(
    'the form of %s with %j leads to a page in the language of the API',
    async (page, form, to) => {
      const { browser, signIn } = await openSite()
      signIn()
      const response = await submit(browser, page, form, to ?? page)
      const shown =
        response.status === 303
          ? await browser.get(response.headers.get('Location') ?? '')
          : response
      expect([200, 400]).toContain(shown.status)
      expect(untranslated(await shown.text())).toEqual([])
    },
  )

  it('the sessions of a user are listed and ended in the language of the API', async () => {
    const { browser, signIn, sessions, other } = await openSite()
    signIn()
    await sessions.create(other, { idleSeconds: 600 })
    const [{ digest = '' } = {}] = await sessions.search({ user: other }).slice(0, 1)
    const page = async (path: string) => untranslated(await (await browser.get(path)).text())
    expect(await page('/admin/sessions/')).toEqual([])
    const end = `/admin/users/2/sessions/${digest}/end/`
    expect(await page(end)).toEqual([])
    await submit(browser, end)
    expect(await page('/admin/sessions/')).toEqual([])
    expect((await browser.get(end)).status).toBe(303)
    expect(await page('/admin/sessions/')).toEqual([])
  })

  it('the token of a user is shown, replaced and revoked in the language of the API', async () => {
    const { browser, signIn, tokens, other } = await openSite()
    signIn()
    await tokens.getOrCreate(other)
    const user = '/admin/users/2/'
    const page = async (path: string) => untranslated(await (await browser.get(path)).text())
    expect(await page(`${user}token/regenerate/`)).toEqual([])
    expect(await page(`${user}token/revoke/`)).toEqual([])
    const revealed = await submit(browser, user, {}, `${user}token/reveal/`)
    const words = untranslated(await revealed.text())
    expect(words.filter((word) => !['Authorization', 'Token'].includes(word))).toEqual([])
    await submit(browser, `${user}token/revoke/`)
    expect(await page(user)).toEqual([])
  })
})
