import type { JWTPayload } from 'jose'
import type { RequestHeaders, Scheme, User } from 'turnpike'
import {
  inactiveUser,
  malformedHeader,
  refusedAccess,
  TokenError,
  unknownUser,
  withoutUser,
} from './failures.ts'
import type { JwtOwners } from './owners.ts'
import type { JwtTokens } from './tokens.ts'

/** A verified access token of simplejwt: the `auth` of a request. */
export interface DjangoJwtAuth {
  /** The `jti` claim. */
  readonly id: string
  readonly expires: Date
  readonly claims: Readonly<JWTPayload>
}

/**
 * Authenticates `Authorization: Bearer eyJhbGciOiJIUzI1NiIs…`, as `JWTAuthentication` does.
 *
 * @param words the words before the token.
 */
export function jwtScheme<U extends User>(
  tokens: JwtTokens,
  owners: JwtOwners<U>,
  words: readonly string[],
): Scheme<U, DjangoJwtAuth> {
  const [word = 'Bearer'] = words
  return {
    name: 'django-jwt',
    vary: ['Authorization'],

    async authenticate({ headers }) {
      const token = readToken(headers, words)
      if (token === null) return null

      const claims = await tokens.read(token, 'access').catch((error) => {
        throw error instanceof TokenError ? refusedAccess(error) : error
      })
      if (!owners.isNamed(claims)) throw withoutUser()
      const user = await owners.of(claims)
      if (user === null) throw unknownUser()
      if (!user.isActive) throw inactiveUser()

      const id = tokens.idOf(claims)
      const auth = { id, expires: new Date((claims.exp ?? 0) * 1000), claims }
      return { user, auth, credential: id }
    },

    challenge: () => challengeOf(word),

    describe: () => ({
      description: `An access token: \`Authorization: ${word} eyJhbGci…\`. Over HTTPS only.`,
      credentials: { header: 'Authorization', keyword: word, format: 'JWT' },
      raises: [refusedAccess(new TokenError('invalid'))],
    }),
  }
}

export const challengeOf = (word: string): string => `${word} realm="api"`

/**
 * The token, or null when the header is absent or begins with another word, in this case of
 * letters.
 */
function readToken(headers: RequestHeaders, words: readonly string[]): string | null {
  const parts = (headers.get('Authorization') ?? '').split(/[ \t]+/).filter((part) => part !== '')
  const [word, token, ...others] = parts
  if (word === undefined || !words.includes(word)) return null
  if (token === undefined || others.length > 0) throw malformedHeader()
  return token
}
