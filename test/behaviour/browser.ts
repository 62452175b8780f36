import type { TestClient, TestRequest } from '@turnpike/testing'
import {
  type Api,
  loginView,
  logoutView,
  memorySessions,
  type Settings,
  sessionAuthentication,
  type View,
  type ViewOptions,
} from 'turnpike'
import { clientOf, openAccounts } from './client.ts'

/** A browser in front of a service: it keeps the cookies and sends them back. */
export interface Browser extends Omit<TestClient, 'get' | 'post' | 'put' | 'patch' | 'delete'> {
  readonly cookies: Map<string, string>
  /** Fetches the login page and signs in as Ann. */
  signIn(): Promise<void>
  /** Header fields with the CSRF token of the cookie. */
  csrf(): { headers: Record<string, string> }
}

/**
 * A browser in front of a service with session authentication, with the login view at `/login/` and
 * the logout view at `/logout/`.
 */
export function openBrowser(
  settings: Settings,
  views: (api: Api) => Readonly<Record<string, View | ViewOptions>>,
): Browser {
  const { users } = openAccounts()
  const sessions = memorySessions({ users })
  const client = clientOf(
    { DEFAULT_AUTHENTICATION_CLASSES: [sessionAuthentication({ sessions })], ...settings },
    (api) => ({
      '/login/': loginView({ users, sessions }),
      '/logout/': logoutView({ sessions }),
      ...views(api),
    }),
  )
  return browse(client)
}

function browse(client: TestClient): Browser {
  const cookies = new Map<string, string>()

  const request = async (method: string, path: string, sent: TestRequest = {}) => {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(Cookie !== '' && { Cookie }), ...sent.headers }
    const response = await client.request(method, path, { ...sent, headers })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    return response
  }
  const csrf = () => ({ headers: { 'X-CSRFToken': cookies.get('csrftoken') ?? '' } })

  return {
    cookies,
    request,
    csrf,
    async signIn() {
      await request('GET', '/login/')
      const json = { username: 'ann', password: 'wonderland' }
      const response = await request('POST', '/login/', { json, ...csrf() })
      if (response.status !== 200) throw new Error(`Login was answered with ${response.status}.`)
    },
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/; Max-Age=0(;|$)/.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
