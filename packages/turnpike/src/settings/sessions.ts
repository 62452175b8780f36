import { originPattern } from '../authentication/csrf/csrf-origin.ts'
import type { CsrfTokens } from '../authentication/csrf/csrf-tokens.ts'
import { listOf } from '../rules/list.ts'
import { objectWith } from '../rules/object.ts'
import { orNull } from '../rules/rule.ts'
import { textWhere, tokenName } from '../rules/text.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { setting } from './setting.ts'

/** The last use is written at most once a minute. */
const idleSeconds = wholeNumber({ least: 120, of: 'seconds' })
const csrfTokens = objectWith<CsrfTokens>('a maker of CSRF tokens', [
  'create',
  'isValid',
  'mask',
  'compare',
])
const cookieName = orNull(tokenName('the name of a cookie'))
const url = textWhere('a path or a URL in ASCII, such as /home/', (text) =>
  /^[\x21-\x7e]+$/.test(text),
)

/** Sessions, their cookies and the CSRF check. */
export const sessionSettings = {
  /**
   * Exact name of the session cookie. Null means `__Host-sessionid` over https, which no other host
   * and no plain connection can plant (RFC 6265bis §4.1.3.2), and `sessionid` over http. Default
   * null.
   *
   * @see docs/sessions.md#cookies
   */
  SESSION_COOKIE_NAME: setting(cookieName, () => null),

  /** Seconds until a session ends, however often it is used. Default 1,209,600 (two weeks). */
  SESSION_COOKIE_AGE: setting(wholeNumber({ least: 1, of: 'seconds' }), () => 1_209_600),

  /** Seconds without a request after which a session ends; null means no limit. Default null. */
  SESSION_IDLE_AGE: setting(orNull(idleSeconds), () => null),

  /**
   * Maximum number of sessions of a user; a further login ends the oldest, or the one unused for
   * longest if sessions end when idle. Null means no limit. Default 100.
   */
  SESSIONS_PER_USER: setting(orNull(wholeNumber({ least: 1 })), () => 100),

  /**
   * Exact name of the CSRF cookie. Null means `__Host-csrftoken` over https, `csrftoken` over http.
   * Default null.
   *
   * @see docs/sessions.md#cookies
   */
  CSRF_COOKIE_NAME: setting(cookieName, () => null),

  /**
   * Header field that carries the CSRF token. Default `X-CSRFToken`.
   *
   * @see docs/sessions.md#csrf
   */
  CSRF_HEADER_NAME: setting(tokenName('the name of a header field'), () => 'X-CSRFToken'),

  /** Form field that carries the CSRF token. Default `csrfmiddlewaretoken`. */
  CSRF_FIELD_NAME: setting(
    textWhere('the name of a form field', (name) => name !== ''),
    () => 'csrfmiddlewaretoken',
  ),

  /**
   * Further origins whose pages may write with the session: `https://app.example.com`;
   * `https://*.example.com` for every subdomain. Default none.
   *
   * @see docs/sessions.md#csrf
   */
  CSRF_TRUSTED_ORIGINS: setting(
    listOf(originPattern, {
      of: 'origins',
      example: ['https://app.example.com', 'https://*.example.com'],
    }),
    () => [],
  ),

  /**
   * Makes and compares the tokens of the CSRF check; `djangoCsrfTokens()` of `@turnpike/django` is
   * for a host that a Django service answers, too. Null means those signed under `SECRET_KEYS` for
   * one session. Default null.
   *
   * @see docs/sessions.md#csrf
   */
  CSRF_TOKENS: setting(orNull(csrfTokens), () => null),

  /**
   * Where a login by form leads if it names no path. Default `/`.
   *
   * @see docs/sessions.md#signing-in-and-out
   */
  LOGIN_REDIRECT_URL: setting(url, () => '/'),

  /** Where a logout by form leads. Default `/`. */
  LOGOUT_REDIRECT_URL: setting(url, () => '/'),
}
