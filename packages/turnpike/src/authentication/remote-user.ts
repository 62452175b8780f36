import { findOrCreate } from '../accounts/find-or-create.ts'
import type { User } from '../accounts/user.ts'
import { InvalidUser, type UserStore } from '../accounts/user-store.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { AuthenticationFailed } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { HttpRequest } from '../http/http-request.ts'
import { isToken } from '../http/syntax/token.ts'
import { textWhere } from '../rules/text.ts'
import { decodeUtf8 } from './authorization-header.ts'
import { refuseForeignPages } from './csrf/foreign-page.ts'
import type { AuthenticatedView, Scheme } from './scheme.ts'

export interface RemoteUserAuthenticationOptions<U extends User> {
  /** Where users are looked up, and created if new. */
  users: Pick<UserStore<U>, 'find' | 'create'>
  /** True (default): unknown users are created without a password. False: they are anonymous. */
  createUnknown?: boolean
  /**
   * The header field in which the web server in front names the user: `X-Remote-User`. It is
   * trusted only from the addresses in `TRUSTED_PROXIES`, and the server must overwrite what the
   * client sends. Default none: the user is the adapter's `connection.remoteUser`.
   */
  header?: string
}

/** Servers confuse `_` with `-`. */
const fieldName = textWhere(
  'a header field of letters, digits and -, such as X-Remote-User',
  (name) => isToken(name) && !name.includes('_'),
)

export const remoteUserAuthenticationOptions = knownOptions<RemoteUserAuthenticationOptions<User>>(
  'remoteUserAuthentication()',
  {
    users: 'required',
    createUnknown: 'optional',
    header: fieldName,
  },
  { isOpen: true },
)

/**
 * Authenticates the user that the web server in front has authenticated, without further proof.
 *
 * No CSRF token is needed. When browsers sign in to the web server by themselves (Basic, client
 * certificates, Kerberos), writes from pages of other sites are denied by the headers that browsers
 * send.
 *
 * @throws ConfigurationError for a header with `_`, which servers confuse with `-`; and, when a
 *   view is declared, for a header without `TRUSTED_PROXIES`.
 */
export function remoteUserAuthentication<U extends User>(
  options: RemoteUserAuthenticationOptions<U>,
): Scheme<U, null> {
  remoteUserAuthenticationOptions.require(options)
  const { users, createUnknown = true, header } = options
  return {
    name: 'remoteUser',

    async authenticate(request, view) {
      const username =
        header === undefined ? request.connection.remoteUser : readHeader(header, request, view)
      if (!username) return null

      refuseForeignPages(request, view)
      const user = await (createUnknown
        ? findOrCreate(users, username).catch(refuseName)
        : users.find(username))
      return user?.isActive ? { user, auth: null } : null
    },

    describe: () => ({ credentials: null }),

    checkView({ settings }) {
      if (header === undefined || settings.TRUSTED_PROXIES.length > 0) return
      throw new ConfigurationError(
        `Anyone can send the header ${header}: remoteUserAuthentication() trusts it only from the web server in front. Set TRUSTED_PROXIES to that server's address.`,
      )
    },
  }
}

/**
 * The value written by the peer, which must be a trusted proxy.
 *
 * @throws AuthenticationFailed when the field was sent twice: one of the two may be the client's.
 */
function readHeader(
  header: string,
  { headers, connection }: HttpRequest,
  { isTrustedProxy }: AuthenticatedView,
): string | null {
  const { address } = connection
  const value = headers.get(header)
  if (value === null || address === null || !isTrustedProxy(address)) return null
  // Fields with the same name are joined this way (Fetch §2.2.2).
  if (value.includes(', ')) throw new AuthenticationFailed('Several remote users were named.')

  return decodeUtf8(value) ?? value
}

/** @throws AuthenticationFailed when the name is not a possible username. */
function refuseName(cause: unknown): never {
  if (!(cause instanceof InvalidUser)) throw cause
  const detail = 'The remote user has a name that no user can have.'
  throw new AuthenticationFailed(detail, undefined, { cause })
}
