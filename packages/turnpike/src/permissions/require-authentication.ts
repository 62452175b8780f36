import { asWritten, ConfigurationError } from '../errors/configuration-error.ts'
import { knownOptions } from '../errors/known-options.ts'
import { TranslatableMessage } from '../languages/message.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import type { Permission } from './permission.ts'

/** Credentials that say how and when their user has signed in (RFC 9470 §6). */
export interface WithAuthenticationContext {
  /** How: the authentication context class, such as `urn:example:mfa`. Null if unknown. */
  readonly acr: string | null
  /** When; null if unknown. */
  readonly authTime: Date | null
}

export interface RequireAuthenticationOptions {
  /** How the user must have signed in: a context class, or several of which one is enough. */
  acr?: string | readonly [string, ...string[]]
  /** Seconds for which a sign-in is recent enough. */
  maxAgeSeconds?: number
}

const requireAuthenticationOptions = knownOptions<RequireAuthenticationOptions>(
  'requireAuthentication()',
  { acr: 'optional', maxAgeSeconds: wholeNumber({ least: 0, of: 'seconds' }) },
)

/**
 * Allows requests whose credentials say that the user has signed in in one of these ways, or
 * recently: before a payment, for example. Credentials that do not say it are denied.
 *
 * A denial is a 403 with the code `insufficient_user_authentication`; with
 * `CHALLENGE_PROFILE: 'oauth'` it is the 401 of RFC 9470, with which a client asks its user to sign
 * in again.
 *
 * @throws ConfigurationError when neither option is given, or a class is not printable ASCII
 *   without blanks.
 */
export function requireAuthentication(
  options: RequireAuthenticationOptions,
): Permission<{ readonly auth: WithAuthenticationContext }> {
  requireAuthenticationOptions.require(options)
  const { acr, maxAgeSeconds } = options
  const classes = acr === undefined ? null : requireClasses([acr].flat())
  if (classes === null && maxAgeSeconds === undefined) {
    throw new ConfigurationError(
      'requireAuthentication() needs acr or maxAgeSeconds, such as { maxAgeSeconds: 300 }.',
    )
  }
  const isEnough = (auth: unknown): boolean =>
    hasContext(auth) &&
    (classes === null || (auth.acr !== null && classes.includes(auth.acr))) &&
    (maxAgeSeconds === undefined || isWithin(auth.authTime, maxAgeSeconds))
  const parameters = {
    ...(classes !== null && { acr_values: classes.join(' ') }),
    ...(maxAgeSeconds !== undefined && { max_age: `${maxAgeSeconds}` }),
  }
  return {
    name: 'requireAuthentication',
    hasPermission: ({ auth }) => isEnough(auth),
    audience: () => 'some-users',
    stepUp: ({ auth }) => (isEnough(auth) ? null : parameters),
    message: new TranslatableMessage('This needs a stronger or more recent sign-in.'),
    code: 'insufficient_user_authentication',
  }
}

function requireClasses(classes: readonly unknown[]): readonly string[] {
  const isClass = (text: unknown): text is string =>
    typeof text === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text)
  if (classes.length > 0 && classes.every(isClass)) return classes
  throw new ConfigurationError(
    `acr of requireAuthentication() is ${asWritten(classes)}: give one or more names of printable ` +
      'ASCII characters other than blank, " and \\, such as urn:example:mfa.',
  )
}

const hasContext = (auth: unknown): auth is WithAuthenticationContext =>
  typeof auth === 'object' && auth !== null && 'acr' in auth && 'authTime' in auth

/** A clock that is some seconds fast must not lock its users out. */
const clockTolerance = 60

function isWithin(time: Date | null, seconds: number): boolean {
  if (time === null) return false
  const age = (Date.now() - time.getTime()) / 1000
  return age <= seconds && age >= -clockTolerance
}
