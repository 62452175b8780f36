import type { ApiRequest, Throttle, User, ViewOptions } from 'turnpike'
import { knownOptions, oneOf } from 'turnpike/kit'
import type { TokenPair, TokenPairs } from '../pairs/token-pair.ts'
import { oauthNames, simplejwtNames } from './names.ts'
import { cookiePath, type RefreshCookieOptions, refreshCookie } from './refresh-cookie.ts'
import { refreshView } from './refresh-view.ts'
import { revokeView } from './revoke-view.ts'
import { signInView } from './sign-in-view.ts'
import type { ViewContext } from './view-context.ts'

export interface TokenPairViewsOptions<U extends User> {
  /** The value of `tokenPairs()`. */
  pairs: TokenPairs<U>
  /** The path of the view that signs in; the others are below it. Default `/token/`. */
  path?: string
  /**
   * The names of the fields: `oauth` (RFC 6749) or `simplejwt`, for clients of
   * djangorestframework-simplejwt. Default `oauth`.
   */
  names?: 'oauth' | 'simplejwt'
  /**
   * Keeps the refresh token in a cookie that scripts cannot read, for browsers: it is neither
   * answered nor accepted in a body, and every POST needs the CSRF token. Default false.
   */
  cookie?: boolean | RefreshCookieOptions
  /** Further fields of the answers: `({ user }) => ({ username: user.username })`. */
  extraFields?: (pair: TokenPair<U>, request: ApiRequest) => Record<string, unknown>
  /** Throttles. Default none. */
  throttles?: readonly Throttle[]
  /** The scope for scoped rates. Default null. */
  throttleScope?: string | null
}

export const tokenPairViewsOptions = knownOptions<TokenPairViewsOptions<User>>('tokenPairViews()', {
  pairs: 'required',
  path: cookiePath,
  names: oneOf(['oauth', 'simplejwt']),
  cookie: 'optional',
  extraFields: 'optional',
  throttles: 'optional',
  throttleScope: 'optional',
})

/**
 * The views of token pairs, by path: `/token/` signs in with `username` and `password`,
 * `/token/refresh/` replaces a refresh token, and `/token/revoke/` ends a sign-in (RFC 7009).
 *
 * They always use JSON and have no schemes: an access token that has expired must not prevent its
 * refresh. The answers have the form of RFC 6749 §5.1.
 */
export function tokenPairViews<U extends User>(
  options: TokenPairViewsOptions<U>,
): Readonly<Record<string, ViewOptions>> {
  tokenPairViewsOptions.require(options)
  const {
    pairs,
    path = '/token/',
    names = 'oauth',
    cookie = false,
    extraFields = () => ({}),
    throttles = [],
    throttleScope = null,
  } = options
  const context: ViewContext<U> = {
    pairs,
    extraFields,
    throttles,
    throttleScope,
    names: names === 'oauth' ? oauthNames : simplejwtNames,
    cookie: cookie === false ? null : refreshCookie(cookie === true ? {} : cookie, path),
  }
  return {
    [path]: signInView(context),
    [`${path}refresh/`]: refreshView(context),
    [path + context.names.revoke]: revokeView(context),
  }
}
