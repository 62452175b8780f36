import { ConfigurationError } from '../errors/configuration-error.ts'
import { isCookieName } from '../http/syntax/cookies.ts'
import { isOriginPattern } from './csrf/csrf-origin.ts'

/** The settings of sessions, their cookies and the CSRF check. */
export interface SessionSettings {
  /**
   * Name of the session cookie, taken as it is. Default null: `__Host-sessionid` over https, which
   * no other host and no plain connection can plant (RFC 6265bis §4.1.3.2), and `sessionid` over
   * http.
   */
  SESSION_COOKIE_NAME: string | null
  /**
   * Seconds until a session ends, however often it is used. Default 1,209,600, which is two weeks.
   */
  SESSION_COOKIE_AGE: number
  /** Seconds without a request after which a session ends, at least 120. Default null: no limit. */
  SESSION_IDLE_AGE: number | null
  /**
   * Most sessions of a user at a time; a further login ends the oldest, or the one that was unused
   * for longest where they end when idle. Default 100. Null: any number.
   */
  SESSIONS_PER_USER: number | null
  /** Name of the CSRF cookie, taken as it is. Default null: `__Host-csrftoken`, or `csrftoken`. */
  CSRF_COOKIE_NAME: string | null
  /** Header field in which the CSRF token is sent back. Default `X-CSRFToken`. */
  CSRF_HEADER_NAME: string
  /** Field of a form in which the CSRF token is sent back. Default `csrfmiddlewaretoken`. */
  CSRF_FIELD_NAME: string
  /**
   * Further origins whose pages may write with the session: `['https://app.example.com']`, with
   * `https://*.example.com` for every subdomain. Default none: the service's own origin alone.
   */
  CSRF_TRUSTED_ORIGINS: readonly string[]
  /** Where a form login leads that names no path of its own. Default `/`. */
  LOGIN_REDIRECT_URL: string
  /** Where a form logout leads. Default `/`. */
  LOGOUT_REDIRECT_URL: string
}

export const defaultSessionSettings: SessionSettings = {
  SESSION_COOKIE_NAME: null,
  SESSION_COOKIE_AGE: 1_209_600,
  SESSION_IDLE_AGE: null,
  SESSIONS_PER_USER: 100,
  CSRF_COOKIE_NAME: null,
  CSRF_HEADER_NAME: 'X-CSRFToken',
  CSRF_FIELD_NAME: 'csrfmiddlewaretoken',
  CSRF_TRUSTED_ORIGINS: [],
  LOGIN_REDIRECT_URL: '/',
  LOGOUT_REDIRECT_URL: '/',
}

/**
 * Checks one of these settings. Others are let through, and undefined, which stands for the
 * default.
 *
 * @throws ConfigurationError that says what the value must be.
 */
export function checkSessionSetting(name: string, value: unknown): void {
  if (value === undefined || !Object.hasOwn(readings, name)) return
  const [expected, isUsable] = readings[name as keyof SessionSettings]
  if (!isUsable(value))
    throw new ConfigurationError(`${name} must be ${expected}, not ${JSON.stringify(value)}.`)
}

/** What each value must be, in words and as a test. */
type Reading = readonly [expected: string, isUsable: (value: unknown) => boolean]

const isToken = (value: unknown) => typeof value === 'string' && isCookieName(value)
const isWhole = (value: unknown, least: number) =>
  Number.isSafeInteger(value) && Number(value) >= least

const cookieName: Reading = [
  'the name of a cookie, or null',
  (value) => value === null || isToken(value),
]
const url: Reading = [
  'a path or a URL in ASCII, such as /home/',
  (value) => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value),
]

const readings: Record<keyof SessionSettings, Reading> = {
  SESSION_COOKIE_NAME: cookieName,
  SESSION_COOKIE_AGE: ['a whole number of seconds, at least 1', (value) => isWhole(value, 1)],
  // The last use is written at most once a minute.
  SESSION_IDLE_AGE: [
    'a whole number of seconds, at least 120, or null',
    (value) => value === null || isWhole(value, 120),
  ],
  SESSIONS_PER_USER: [
    'a whole number, at least 1, or null',
    (value) => value === null || isWhole(value, 1),
  ],
  CSRF_COOKIE_NAME: cookieName,
  CSRF_HEADER_NAME: ['the name of a header field', isToken],
  CSRF_FIELD_NAME: [
    'the name of a form field',
    (value) => typeof value === 'string' && value !== '',
  ],
  CSRF_TRUSTED_ORIGINS: [
    'a list of origins, such as https://app.example.com or https://*.example.com',
    (value) => Array.isArray(value) && value.every(isOriginPattern),
  ],
  LOGIN_REDIRECT_URL: url,
  LOGOUT_REDIRECT_URL: url,
}
