import { quick } from '@turnpike/test-support/accounts.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { z } from 'zod'
import {
  type ApiRequest,
  ApiResponse,
  arrayStore,
  basicAuthentication,
  booleanField,
  charField,
  choiceField,
  createApi,
  emailField,
  integerField,
  isAuthenticatedOrReadOnly,
  jsonRenderer,
  listField,
  loginView,
  logoutView,
  memoryAccounts,
  memorySessions,
  type Permission,
  problemRenderer,
  routes,
  type Settings,
  sessionAuthentication,
  type User,
} from '../../src/index.ts'
import { browsableRenderer, errorPages, homeView } from '../../src/pages/index.ts'
import { type Browser, openBrowser } from '../sessions/browser.ts'
import { browserAccept } from './page.ts'

export interface Book {
  id: number
  title: string
  blurb: string
  pages: number
  size: string
  isLent: boolean
  tags: string[]
  contact?: string | null | undefined
  shelf?: { row: number } | undefined
  owner: string
}

const schema = z.object({
  title: charField({ maxLength: 20 }).meta({ title: 'Name', description: 'As on the cover' }),
  blurb: charField({ maxLength: 2000, allowBlank: true }).default('None.'),
  pages: integerField({ minValue: 1, maxValue: 900 }),
  size: choiceField(['small', 'large']),
  isLent: booleanField(),
  tags: listField(choiceField(['new', 'rare', 'worn'])).default([]),
  contact: emailField().nullable().optional(),
  shelf: z.object({ row: integerField() }).optional(),
})

const isOwner = {
  hasPermission: () => true,
  hasObjectPermission: ({ method, user }: ApiRequest<User>, book: Book) =>
    method === 'GET' || user.username === book.owner,
} satisfies Permission

/** A site with books, which ann and ben own, and pages. */
export function openSite(settings: Settings = {}) {
  const { users } = memoryAccounts({
    passwords: quick,
    users: ['ann', 'ben'].map((username) => ({ username, password: 'wonderland' })),
  })
  const sessions = memorySessions({ users })
  const site = { title: 'Library', loginUrl: '/login/', logoutUrl: '/logout/' }
  const api = createApi({
    SECRET_KEYS: ['a secret for tests of 32 characters and more'],
    LOGGER: silentLogger,
    DEFAULT_PERMISSION_CLASSES: [isAuthenticatedOrReadOnly],
    DEFAULT_RENDERER_CLASSES: [jsonRenderer(), problemRenderer(), browsableRenderer(site)],
    ...settings,
    DEFAULT_AUTHENTICATION_CLASSES: [
      sessionAuthentication({ sessions }),
      basicAuthentication({ users }),
    ],
  })
  const books = arrayStore<Book>([emma('ann'), { ...emma('ben'), id: 2, title: 'Persuasion' }])
  const views = {
    '/books/': api.listView({
      name: 'Books',
      description: 'All books.',
      items: books.items,
      schema,
      create: (data, { user }) => books.create({ ...data, owner: user.username }),
      location: ({ id }) => `/books/${id}/`,
    }),
    '/books/:id/': api.detailView({
      name: 'Book',
      store: books,
      schema,
      permissions: [isAuthenticatedOrReadOnly, isOwner],
    }),
    '/echo/': api.view({
      name: 'Echo',
      permissions: [],
      post: async (request) => new ApiResponse(await request.data()),
    }),
    '/login/': loginView({ users, sessions }),
    '/logout/': logoutView({ sessions }),
  }
  const app = routes(api, { '/': homeView(views), ...views }, errorPages(site))

  return {
    app,
    books,
    /** A browser that has signed in, or null for one that has not. */
    async browser(username: string | null = null): Promise<Browser> {
      const browser = openBrowser(app, { headers: { Accept: browserAccept } })
      if (username === null) return browser
      const login = await (await browser.get('/login/')).text()
      await browser.post('/login/', {
        form: { username, password: 'wonderland', ...csrfOf(login) },
      })
      return browser
    },
  }
}

const emma = (owner: string): Book => ({
  id: 1,
  title: 'Emma',
  blurb: 'Handsome, clever, and rich',
  pages: 474,
  size: 'large',
  isLent: true,
  tags: ['rare', 'worn'],
  contact: 'ann@example.com',
  owner,
})

/** The CSRF field of the first form of a page. */
export function csrfOf(page: string): Record<string, string> {
  const token = /name="csrfmiddlewaretoken" value="([\w-]+)"/.exec(page)?.[1]
  if (token === undefined) throw new Error('The page has no CSRF token.')
  return { csrfmiddlewaretoken: token }
}
