import { knownOptions } from '../../errors/known-options.ts'
import { functionRule } from '../../rules/object.ts'
import { text, tokenName } from '../../rules/text.ts'
import { readAuthorization } from '../authorization-header.ts'
import { isOwn, keyPlace, readKeyHeader, WrongKey } from '../key-place.ts'
import type { Scheme } from '../scheme.ts'
import { type ExternalAccountOptions, externalAccounts } from './external-accounts.ts'
import { findSession } from './find-session.ts'
import { identityOf } from './identity.ts'

export interface ExternalTokenAuthenticationOptions<Session, CurrentUser>
  extends ExternalAccountOptions<Session, CurrentUser> {
  /** The header field with the token: `X-Api-Key`. Default `Authorization`, after the keyword. */
  header?: string
  /**
   * The word before the token in the Authorization header, and in every challenge. Default
   * `Bearer`, and `Api-Key` with a header of its own.
   */
  keyword?: string
  /** Names the protected space in the challenge. Default `api`. */
  realm?: string
  /** Its name in logs and documentation. Default `external-token`, `external-key` with a header. */
  name?: string
}

export const externalTokenAuthenticationOptions = knownOptions<
  ExternalTokenAuthenticationOptions<unknown, unknown>
>('externalTokenAuthentication()', {
  auth: { required: externalAccounts },
  userOf: { required: functionRule('a function that returns the user of a session, or null') },
  header: tokenName('the name of a header field, such as X-Api-Key'),
  keyword: tokenName('a word without blanks, such as Bearer'),
  realm: 'optional',
  name: text,
})

/**
 * Authenticates a token of another library that keeps the accounts: `Authorization: Bearer 4Qhv…`
 * of better-auth's plugin `bearer`, or `X-Api-Key: hZ3k…` of its plugin `apiKey` with
 * `header: 'X-Api-Key'`.
 *
 * Sets `request.auth` to the session of the token. Use it over HTTPS only.
 */
export function externalTokenAuthentication<Session, CurrentUser>(
  options: ExternalTokenAuthenticationOptions<Session, CurrentUser>,
): Scheme<CurrentUser, Session> {
  externalTokenAuthenticationOptions.require(options)
  const { auth, header = 'Authorization', realm = 'api' } = options
  const { keyword = isOwn(header) ? 'Api-Key' : 'Bearer' } = options
  const place = keyPlace(header, keyword, realm)
  const wrongToken = () => new WrongKey('Invalid token.', place)
  const { name = place.isOwnField ? 'external-key' : 'external-token' } = options

  return {
    name,
    vary: [header],

    async authenticate(request) {
      const { headers } = request
      const token = place.isOwnField
        ? readKeyHeader(headers, header)
        : readAuthorization(headers, keyword, 'token')
      if (token === null) return null

      const sent = new Headers({ [header]: place.isOwnField ? token : `${keyword} ${token}` })
      const found = await findSession(auth, sent)
      if (found === null) {
        // Counted afterwards: tokens cannot be guessed, and a valid one must never be denied.
        await request.countWrongCredentials()
        throw wrongToken()
      }
      return identityOf(found.session, token, options, request)
    },

    challenge: (_request, failure) => place.challenge(failure),

    describe: () => ({
      description: place.isOwnField
        ? `An API key of the user's account: \`${place.shown('hZ3k…')}\`. Over HTTPS only.`
        : `A token of the sign-in: \`${place.shown('4Qhv…')}\`. Over HTTPS only.`,
      credentials: place.credentials,
      raises: [wrongToken()],
      countsFailures: true,
    }),
  }
}
