import type { ApiRequest, User } from 'turnpike'
import {
  functionRule,
  knownOptions,
  listOf,
  oneOf,
  text,
  textWhere,
  tokenName,
  trueOrFalse,
  wholeNumber,
} from 'turnpike/kit'

const algorithms = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'ES256',
  'ES384',
  'ES512',
] as const

/** An algorithm of simplejwt. */
export type DjangoJwtAlgorithm = (typeof algorithms)[number]

/** The settings of `SIMPLE_JWT`, with the same defaults. */
export interface DjangoJwtOptions<U extends User = User> {
  /** `ALGORITHM`. Default `HS256`. Tokens with another one are refused. */
  algorithm?: DjangoJwtAlgorithm
  /**
   * `SIGNING_KEY`: the secret of HS256, HS384 and HS512, or a private key as PEM. Default the
   * `SECRET_KEY`. A service that only verifies RS256 or ES256 needs none.
   */
  signingKey?: string
  /** `VERIFYING_KEY`: the public key as PEM for RS256, ES256 and their kin. */
  verifyingKey?: string
  /** `AUDIENCE`: what tokens must name in `aud`, one of them. Default: `aud` is not looked at. */
  audience?: string | readonly string[]
  /** `ISSUER`: what tokens must name in `iss`. Default: `iss` is not looked at. */
  issuer?: string
  /** `LEEWAY`: seconds by which clocks may differ. Default 0. */
  leeway?: number
  /** `ACCESS_TOKEN_LIFETIME` in seconds. Default 300. */
  accessTokenSeconds?: number
  /** `REFRESH_TOKEN_LIFETIME` in seconds. Default 86,400, which is a day. */
  refreshTokenSeconds?: number
  /** `ROTATE_REFRESH_TOKENS`: a refresh returns a new refresh token, too. Default false. */
  rotateRefreshTokens?: boolean
  /** `BLACKLIST_AFTER_ROTATION`: the old refresh token is blacklisted then. Default false. */
  blacklistAfterRotation?: boolean
  /** Whether `rest_framework_simplejwt.token_blacklist` is an installed app. Default true. */
  blacklist?: boolean
  /** `UPDATE_LAST_LOGIN`: signing in sets `last_login`. Default false. */
  updateLastLogin?: boolean
  /** `AUTH_HEADER_TYPES`: words before the token, in this case of letters. Default `Bearer`. */
  headerTypes?: readonly string[]
  /** `USER_ID_FIELD`: the column with the user's id. Default the primary key. */
  userIdField?: string
  /** `USER_ID_CLAIM`. Default `user_id`. */
  userIdClaim?: string
  /** `TOKEN_TYPE_CLAIM`. Default `token_type`. */
  tokenTypeClaim?: string
  /** `JTI_CLAIM`. Default `jti`. */
  jtiClaim?: string
  /** The field of the username in requests. Default the column of usernames. */
  usernameField?: string
  /**
   * Further claims of new tokens: `(user) => ({ name: user.username })`. Default none. In Django
   * they are those that `get_token` of an own serializer sets.
   */
  claims?: (user: U) => Readonly<Record<string, unknown>>
  /** Further fields of the answer to a sign-in. Default none. */
  extraFields?: (user: U, request: ApiRequest) => Record<string, unknown>
}

const audience = {
  expected: 'a string, or a list of one or more strings',
  accepts: (value: unknown): value is string | readonly string[] => {
    const names: unknown[] = [value].flat()
    return names.length > 0 && names.every((name) => typeof name === 'string' && name !== '')
  },
}

/** A secret or a key: it is not shown. */
const key = { ...textWhere('a key as a string', (value) => value !== ''), show: () => null }
const seconds = wholeNumber({ least: 1, of: 'seconds' })

export const djangoJwtOptions = knownOptions<DjangoJwtOptions>('django.jwt()', {
  algorithm: oneOf(algorithms),
  signingKey: key,
  verifyingKey: key,
  audience,
  issuer: text,
  leeway: wholeNumber({ least: 0, most: 600, of: 'seconds' }),
  accessTokenSeconds: seconds,
  refreshTokenSeconds: seconds,
  rotateRefreshTokens: trueOrFalse,
  blacklistAfterRotation: trueOrFalse,
  blacklist: trueOrFalse,
  updateLastLogin: trueOrFalse,
  headerTypes: listOf(tokenName('a word, such as Bearer'), {
    of: 'words',
    example: ['Bearer', 'JWT'],
    mayBeEmpty: false,
  }),
  userIdField: text,
  userIdClaim: text,
  tokenTypeClaim: text,
  jtiClaim: text,
  usernameField: text,
  claims: functionRule('a function of the user that returns claims'),
  extraFields: functionRule('a function of the user that returns fields'),
})
