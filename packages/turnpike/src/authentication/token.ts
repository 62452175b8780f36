import type { Token, TokenStore } from '../accounts/token-store.ts'
import type { User } from '../accounts/user.ts'
import { AuthenticationFailed } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { HttpRequest } from '../http/http-request.ts'
import { tokenName } from '../rules/text.ts'
import { decodeUtf8, readAuthorization } from './authorization-header.ts'
import { quoted } from './quoted-string.ts'
import type { Identity, Scheme } from './scheme.ts'

export interface TokenAuthenticationOptions<U extends User> {
  /** Where the keys are looked up. */
  tokens: Pick<TokenStore<U>, 'find'>
  /** The word before the key in the Authorization header. Default `Token`; `Bearer` is common. */
  keyword?: string
  /**
   * Names the protected space in the challenge. Default none: the challenge is the keyword alone.
   * Set it with the keyword `Bearer`, whose challenge must have a parameter (RFC 6750 §3).
   */
  realm?: string
}

export const tokenAuthenticationOptions = knownOptions<TokenAuthenticationOptions<User>>(
  'tokenAuthentication()',
  {
    tokens: 'required',
    keyword: tokenName('a word without blanks, such as Token'),
    realm: 'optional',
  },
  { isOpen: true },
)

/**
 * Authenticates `Authorization: Token 401f7ac837da42b97f613d789819ff93537bee6a`.
 *
 * Sets `request.auth` to the token. Use it over HTTPS only.
 */
export function tokenAuthentication<U extends User>(
  options: TokenAuthenticationOptions<U>,
): Scheme<U, Token<U>> {
  tokenAuthenticationOptions.require(options)
  const { tokens, keyword = 'Token', realm } = options
  const challenge = realm === undefined ? keyword : `${keyword} realm=${quoted(realm)}`

  async function identityOf(key: string, request: HttpRequest): Promise<Identity<U, Token<U>>> {
    const token = await tokens.find(key)
    if (token === null) {
      // Counted afterwards: keys cannot be guessed, and a valid one must never be denied.
      await request.countWrongCredentials()
      throw wrongToken()
    }
    if (!token.user.isActive) throw new AuthenticationFailed('User inactive or deleted.')

    return { user: token.user, auth: token }
  }

  return {
    name: 'token',
    vary: ['Authorization'],

    authenticate(request) {
      const bytes = readAuthorization(request.headers, keyword, 'token')
      if (bytes === null) return null

      const key = decodeUtf8(bytes)
      if (key === null) {
        throw new AuthenticationFailed(
          'Invalid token header. Token string should not contain invalid characters.',
        )
      }
      return identityOf(key, request)
    },

    challenge: () => challenge,

    describe: () => ({
      description: `The key of a token: \`Authorization: ${keyword} 401f7ac8…\`. Over HTTPS only.`,
      credentials: { header: 'Authorization', keyword },
      raises: [wrongToken()],
      countsFailures: true,
    }),
  }
}

const wrongToken = () => new AuthenticationFailed('Invalid token.')
