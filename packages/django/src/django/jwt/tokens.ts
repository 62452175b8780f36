import type { JWTPayload } from 'jose'
import type { Blacklist } from './blacklist.ts'
import { type JwtCodec, jwtCodec } from './codec.ts'
import { TokenError } from './failures.ts'
import type { DjangoJwtOptions } from './options.ts'
import type { SignedToken } from './signed-token.ts'
import type { JwtKeys } from './signing-keys.ts'

/** The types of tokens. Null means any, which only the view that verifies accepts. */
export type TokenType = 'access' | 'refresh' | null

/** Makes and reads the tokens of simplejwt. */
export interface JwtTokens {
  /** The claims of a token. @throws TokenError when it is not a valid one of the type. */
  read(token: string, type: TokenType): Promise<JWTPayload>

  /** A refresh token with these claims, those of an earlier one for example. */
  refresh(claims: JWTPayload): Promise<SignedToken>

  /** The access token of a refresh token. */
  access(claims: JWTPayload): Promise<SignedToken>

  /** The id of a token that was read. */
  idOf(claims: JWTPayload): string
}

/** @param blacklist null if there is none. */
export function jwtTokens(
  options: DjangoJwtOptions<never>,
  keys: JwtKeys,
  blacklist: Blacklist | null,
  now: () => Date,
): JwtTokens {
  const {
    accessTokenSeconds = 300,
    refreshTokenSeconds = 86_400,
    tokenTypeClaim = 'token_type',
    jtiClaim = 'jti',
  } = options
  const codec: JwtCodec = jwtCodec(keys, options, now)

  const idOf = (claims: JWTPayload) => String(claims[jtiClaim])

  async function sign(claims: JWTPayload, seconds: number, type: string): Promise<SignedToken> {
    const issued = now()
    const at = Math.floor(issued.getTime() / 1000)
    const id = crypto.randomUUID().replaceAll('-', '')
    const all: JWTPayload = {
      [tokenTypeClaim]: type,
      iat: at,
      ...claims,
      exp: at + seconds,
      [jtiClaim]: id,
    }
    const expires = new Date((at + seconds) * 1000)
    return { token: await codec.sign(all), claims: all, id, issued, expires }
  }

  return {
    idOf,

    async read(token, type) {
      const claims = await codec.verify(token)
      if (type === 'refresh' && blacklist !== null && claims[jtiClaim] !== undefined) {
        if (await blacklist.has(idOf(claims))) throw new TokenError('blacklisted')
      }
      if (claims.exp === undefined) throw new TokenError('noExpiry')
      if (claims[jtiClaim] === undefined) throw new TokenError('noId')
      if (type === null) return claims
      if (claims[tokenTypeClaim] === undefined) throw new TokenError('noType')
      if (claims[tokenTypeClaim] !== type) throw new TokenError('wrongType')
      return claims
    },

    refresh: ({ iat: _, [tokenTypeClaim]: __, ...claims }) =>
      sign(claims, refreshTokenSeconds, 'refresh'),

    // simplejwt keeps the time at which the refresh token was issued.
    access: ({ [tokenTypeClaim]: _, ...claims }) => sign(claims, accessTokenSeconds, 'access'),
  }
}
