import {
  type Account,
  type App,
  basicAuthentication,
  createApi,
  type Logger,
  loginView,
  type MemoryAccountsOptions,
  memoryAccounts,
  memorySessions,
  pbkdf2,
  routes,
  tokenAuthentication,
} from '../../../src/index.ts'
import { type AdminOptions, adminViews } from '../../../src/pages/index.ts'
import { type Browser, openBrowser } from '../../sessions/browser.ts'

/** A line of the audit log, or of any other. */
export type Line = Record<string, unknown> & { level: string }

export const passwords = pbkdf2({ iterations: 1 })

/** An application with an admin: `root` and `eve` are staff, `bob` is not. */
export async function openAdmin(
  options: Partial<AdminOptions<Account>> = {},
  accountOptions: MemoryAccountsOptions = {},
  { hasKeys = true }: { hasKeys?: boolean } = {},
) {
  const { users, tokens, keys } = memoryAccounts({
    passwords,
    users: [
      { username: 'root', password: 'root of all', isStaff: true, email: 'root@example.com' },
      { username: 'bob', password: 'builder', email: 'bob@example.com' },
      { username: 'eve', password: 'dropper', isStaff: true },
    ],
    ...accountOptions,
  })
  const sessions = memorySessions({ users })
  const lines: Line[] = []
  const keep = (level: string) => (fields: object) => void lines.push({ level, ...fields })
  const logger: Logger = { info: keep('info'), warn: keep('warn'), error: keep('error') }
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [
      basicAuthentication({ users }),
      tokenAuthentication({ tokens }),
    ],
    SECRET_KEYS: ['a secret of the admin tests, long enough'],
    LOGGER: logger,
  })
  const app: App = routes(api, {
    ...adminViews({
      users,
      tokens,
      sessions,
      ...(hasKeys && { keys }),
      title: 'Tests',
      ...options,
    }),
    '/login/': loginView({ users, sessions }),
  })

  const named = async (username: string): Promise<Account> => {
    const user = await users.find(username)
    if (user === null) throw new Error(`There is no user ${username}.`)
    return user
  }

  return {
    app,
    users,
    tokens,
    keys,
    sessions,
    lines,
    named,
    /** The lines of the audit log. */
    audit: () => lines.filter(({ audit }) => audit),
    /** A browser in which the user is signed in; anonymous without a name. */
    async browser(username?: string): Promise<Browser> {
      const browser = openBrowser(app)
      if (username !== undefined) {
        const { id } = await sessions.create(await named(username))
        browser.cookies.set('sessionid', id)
      }
      return browser
    },
  }
}

/** Opens the page and sends its form, or that at `action`, with these fields besides the hidden ones. */
export async function submit(
  browser: Browser,
  page: string,
  form: Record<string, string> = {},
  action = page,
): Promise<Response> {
  const markup = await (await browser.get(page)).text()
  return browser.post(action, { form: { ...hiddenFields(markup, action), ...form } })
}

/** The hidden fields of the form at `action`. */
function hiddenFields(markup: string, action: string): Record<string, string> {
  const form = markup
    .split('<form ')
    .find((part) => part.includes(`action="${action}"`) && part.includes('method="post"'))
  if (form === undefined) throw new Error(`The page has no form for ${action}.`)
  const hidden = form.slice(0, form.indexOf('</form>')).matchAll(/<input type="hidden"[^>]*>/g)
  return Object.fromEntries(
    [...hidden].map(([input]) => [attribute(input, 'name'), attribute(input, 'value')]),
  )
}

const attribute = (tag: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** The text of a page, without its markup. */
export const plainText = (markup: string): string =>
  markup
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')

export const textOf = async (response: Response): Promise<string> =>
  plainText(await response.text())

/** The page to which a form has led. */
export async function follow(browser: Browser, response: Response): Promise<string> {
  if (response.status !== 303) throw new Error(`${response.status} ${await textOf(response)}`)
  return textOf(await browser.get(response.headers.get('Location') ?? ''))
}
