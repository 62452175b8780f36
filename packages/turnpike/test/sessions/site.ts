import { quick } from '@turnpike/test-support/accounts.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import type { TestClientOptions } from '@turnpike/testing'
import {
  type Account,
  ApiResponse,
  createApi,
  isAuthenticated,
  loginView,
  logoutView,
  memoryAccounts,
  memorySessions,
  routes,
  type SessionStore,
  type Settings,
  sessionAuthentication,
} from '../../src/index.ts'
import { type Browser, openBrowser } from './browser.ts'

const secret = 'a secret for tests of 32 characters and more'

/** A small site with sessions, the users ann and ben, and cleo, who is inactive. */
export function openSite(settings: Settings = {}) {
  let seconds = 0
  const { users } = memoryAccounts({
    passwords: quick,
    users: [
      { username: 'ann', password: 'wonderland' },
      { username: 'ben', password: 'builder' },
      { username: 'cleo', password: 'pharaoh', isActive: false },
    ],
  })
  const { sessions, created } = counting(
    memorySessions({ users, now: () => new Date(Date.UTC(2026, 10, 1) + seconds * 1000) }),
  )
  const api = createApi({
    SECRET_KEYS: [secret],
    LOGGER: silentLogger,
    ...settings,
    DEFAULT_AUTHENTICATION_CLASSES: [sessionAuthentication({ sessions })],
  })
  const me = api.view({
    get: ({ user }) => new ApiResponse({ user: user.username }),
    post: ({ user }) => new ApiResponse({ user: user.username }),
    put: ({ user }) => new ApiResponse({ user: user.username }),
    methods: { TRACE: ({ user }) => new ApiResponse({ user: user.username }) },
  })
  const app = routes(api, {
    '/me/': me,
    '/members/': { ...me, permissions: [isAuthenticated] },
    '/echo/': api.view({ post: async (request) => new ApiResponse(await request.data()) }),
    '/login/': loginView({ users, sessions }),
    '/logout/': logoutView({ sessions }),
  })

  return {
    app,
    users,
    sessions,
    /** How many sessions have been created. */
    created,
    /** Moves the time on to this many seconds after the start. */
    at: (moment: number) => {
      seconds = moment
    },
    browser: (options?: TestClientOptions) => openBrowser(app, options),
  }
}

/** A browser that ann has signed in with. */
export async function signedIn(site: ReturnType<typeof openSite>, options?: TestClientOptions) {
  const browser = site.browser(options)
  const response = await signIn(browser, 'ann', 'wonderland', options)
  if (response.status !== 302) throw new Error(`Login was answered with ${response.status}.`)
  return browser
}

/** Fetches the login page and posts the form. */
export async function signIn(
  browser: Browser,
  username: string,
  password: string,
  { baseUrl }: TestClientOptions = {},
): Promise<Response> {
  const { csrf_token, csrf_field } = await (await browser.get('/login/')).json()
  return browser.post('/login/', {
    headers: baseUrl === undefined ? {} : { Origin: baseUrl },
    form: { username, password, [csrf_field]: csrf_token },
  })
}

/** The CSRF header that a script of the site would send. */
export const csrf = ({ cookies }: Browser, name = 'csrftoken') => ({
  'X-CSRFToken': cookies.get(name) ?? '',
})

export async function detail(response: Response): Promise<string> {
  return (await response.json()).detail
}

function counting(sessions: SessionStore<Account>) {
  let count = 0
  const create: SessionStore<Account>['create'] = (user, lifetime) => {
    count++
    return sessions.create(user, lifetime)
  }
  return { sessions: { ...sessions, create }, created: () => count }
}
