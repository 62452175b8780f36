import type { HttpRequest, Identity, Scheme, User } from 'turnpike'
import { knownOptions, tokenName } from 'turnpike/kit'
import { bearerChallenge, bearerChallenges } from '../bearer/bearer-challenge.ts'
import { InvalidToken } from '../bearer/bearer-failure.ts'
import { readBearer } from '../bearer/read-bearer.ts'
import type { AccessToken } from './access-token.ts'
import type { TokenPairs } from './token-pair.ts'

export interface PairAuthenticationOptions<U extends User> {
  /** The value of `tokenPairs()`. */
  pairs: Pick<TokenPairs<U>, 'verify'>
  /** The word before the token in the Authorization header. Default `Bearer`. */
  keyword?: string
  /** Names the protected space in the challenge. Default `api`. */
  realm?: string
}

export const pairAuthenticationOptions = knownOptions<PairAuthenticationOptions<User>>(
  'pairAuthentication()',
  {
    pairs: 'required',
    keyword: tokenName('a word without blanks, such as Bearer'),
    realm: 'optional',
  },
)

/**
 * Authenticates `Authorization: Bearer eyJhbGciOiJFUzI1NiIs…`, the access token of a pair.
 *
 * Sets `request.auth` to its claims. Use it over HTTPS only.
 */
export function pairAuthentication<U extends User>(
  options: PairAuthenticationOptions<U>,
): Scheme<U, AccessToken> {
  pairAuthenticationOptions.require(options)
  const { pairs, keyword = 'Bearer', realm = 'api' } = options

  async function identityOf(token: string): Promise<Identity<U, AccessToken>> {
    const { user, token: auth } = await pairs.verify(token)
    return { user, auth, credential: auth.id }
  }

  return {
    name: 'token-pair',
    vary: ['Authorization'],

    authenticate({ headers }: HttpRequest) {
      const token = readBearer(headers, keyword)
      return token === null ? null : identityOf(token)
    },

    ...bearerChallenges(bearerChallenge({ keyword, realm })),

    describe: () => ({
      description: `The access token of a pair: \`Authorization: ${keyword} eyJhbGci…\`. Over HTTPS only.`,
      credentials: { header: 'Authorization', keyword },
      raises: [new InvalidToken('The token has expired.')],
    }),
  }
}
