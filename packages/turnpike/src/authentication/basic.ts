import { type KnownPassword, knownPasswords } from '../accounts/passwords/known-passwords.ts'
import type { User } from '../accounts/user.ts'
import type { UserStore } from '../accounts/user-store.ts'
import { AuthenticationFailed, ServiceUnavailable } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { decodeUtf8, readAuthorization } from './authorization-header.ts'
import { refuseForeignPages } from './csrf/foreign-page.ts'
import { quoted } from './quoted-string.ts'
import type { Scheme } from './scheme.ts'

export interface BasicAuthenticationOptions<U extends User> {
  /** Verifies the passwords. */
  users: Pick<UserStore<U>, 'verify'>
  /** Names the protected space in the challenge. Default `api`. */
  realm?: string
  /**
   * Seconds, 1 to 60, for which a username and password that were right are not hashed again. A
   * user whose password has changed, or who is inactive or gone, is still rejected at once. Default
   * 0: every request costs a hash.
   */
  rememberSeconds?: number
}

/** Clients that need longer should use a token or a session. */
const rememberSeconds = {
  ...wholeNumber({ least: 0, most: 60, of: 'seconds' }),
  advise: () => 'For longer times, use tokens.',
}

export const basicAuthenticationOptions = knownOptions<BasicAuthenticationOptions<User>>(
  'basicAuthentication()',
  {
    users: 'required',
    realm: 'optional',
    rememberSeconds,
  },
  { isOpen: true },
)

/**
 * Authenticates `Authorization: Basic YW5uOnNlY3JldA==` (RFC 7617): username and password.
 *
 * Suitable for testing; in production over HTTPS only, and clients must not keep the credentials.
 */
export function basicAuthentication<U extends User>(
  options: BasicAuthenticationOptions<U>,
): Scheme<U, null> {
  basicAuthenticationOptions.require(options)
  const { users, realm = 'api', rememberSeconds = 0 } = options
  const challenge = `Basic realm=${quoted(realm)}`
  const known = rememberSeconds === 0 ? null : knownPasswords({ seconds: rememberSeconds })

  return {
    name: 'basic',
    vary: ['Authorization'],

    async authenticate(request, view) {
      const encoded = readAuthorization(request.headers, 'Basic', 'basic')
      if (encoded === null) return null

      refuseForeignPages(request, view)

      const { username, password } = decodeCredentials(encoded)
      const user = await request.tryCredentials(username, async () => {
        const verify = (known?: KnownPassword) => users.verify(username, password, known)
        const found = (await (known?.check(username, password, verify) ?? verify()))?.user
        return found?.isActive ? found : null
      })
      // One message for all cases: a client must not learn which usernames exist.
      if (user === null) throw wrongCredentials()

      return { user, auth: null }
    },

    challenge: () => challenge,

    describe: () => ({
      description: 'Username and password. Over HTTPS only.',
      credentials: { header: 'Authorization', keyword: 'Basic' },
      // Passwords wait for their turn to be hashed, but not forever.
      raises: [wrongCredentials(), new ServiceUnavailable()],
      countsFailures: true,
    }),
  }
}

const wrongCredentials = () => new AuthenticationFailed('Invalid username/password.')

/** The first colon separates; further ones belong to the password (RFC 7617 §2). */
function decodeCredentials(encoded: string): { username: string; password: string } {
  const bytes = base64.test(encoded) ? atob(encoded) : ''
  // Clients that predate RFC 7617 send ISO-8859-1, in which each byte is its own character.
  const text = decodeUtf8(bytes) ?? bytes
  const colon = text.indexOf(':')
  if (colon < 0) {
    throw new AuthenticationFailed(
      'Invalid basic header. Credentials not correctly base64 encoded.',
    )
  }
  return { username: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** Stricter than `atob`, which accepts whitespace and missing padding. */
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
