import type { HttpRequest, View } from 'turnpike'
import {
  csrfCookie,
  csrfTokenOf,
  knownOptions,
  newCsrfCookie,
  oneOf,
  sessionIdOf,
  setCookie,
  textWhere,
  tokenName,
} from 'turnpike/kit'

/** The cookie of a refresh token. */
export interface RefreshCookieOptions {
  /** Default `refresh`; over https with a prefix: `__Secure-refresh`, `__Host-refresh`. */
  name?: string
  /**
   * Below which paths the browser sends it. Default that of the views. With `/` it has the prefix
   * `__Host-`, and no other host of the domain can set it.
   */
  path?: string
  /**
   * From which sites the browser sends it. Default `strict`. `none` is for pages of another site,
   * which must be in `CSRF_TRUSTED_ORIGINS`; it works over https only.
   */
  sameSite?: 'strict' | 'lax' | 'none'
}

export const cookiePath = textWhere('a path that begins and ends with /', (path) =>
  /^\/(?:[\w.~%-]+\/)*$/.test(path),
)

export const refreshCookieOptions = knownOptions<RefreshCookieOptions>(
  'cookie of tokenPairViews()',
  {
    name: tokenName('the name of a cookie'),
    path: cookiePath,
    sameSite: oneOf(['strict', 'lax', 'none']),
  },
)

/** Reads and sets the cookie of a refresh token. */
export interface RefreshCookie {
  /** The token in the request, valid or not; null when there is none. */
  read(request: HttpRequest): string | null

  /** The `Set-Cookie` values of a refresh token and of the CSRF token that its use needs. */
  write(token: string, maxAgeSeconds: number, request: HttpRequest, view: View): readonly string[]

  /** The `Set-Cookie` value that deletes it in the browser. */
  clear(request: HttpRequest): string
}

/** @param viewPath the path of the views. */
export function refreshCookie(options: RefreshCookieOptions, viewPath: string): RefreshCookie {
  refreshCookieOptions.require(options)
  const { name = 'refresh', path = viewPath, sameSite = 'strict' } = options
  const prefix = path === '/' ? '__Host-' : '__Secure-'

  const nameIn = (request: HttpRequest) => (isHttps(request) ? prefix + name : name)
  const cookie = (value: string, maxAgeSeconds: number, request: HttpRequest) =>
    setCookie(nameIn(request), value, {
      maxAgeSeconds,
      isSecure: isHttps(request),
      isHttpOnly: true,
      path,
      sameSite: attributes[sameSite],
    })

  return {
    read: (request) => request.cookies.get(nameIn(request)) || null,

    write(token, maxAgeSeconds, request, view) {
      const csrf = csrfTokenOf(request, view)
      return [
        cookie(token, maxAgeSeconds, request),
        csrf === null
          ? newCsrfCookie(sessionIdOf(request, view), request, view)
          : csrfCookie(csrf, request, view),
      ]
    },

    clear: (request) => cookie('', 0, request),
  }
}

const attributes = { strict: 'Strict', lax: 'Lax', none: 'None' } as const

const isHttps = ({ client }: HttpRequest) => client.scheme === 'https'
