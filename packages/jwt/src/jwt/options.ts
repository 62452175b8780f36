import type { HttpRequest, Schema } from 'turnpike'
import type { DpopUse } from './dpop/options.ts'
import type { GivenKeys } from './keys/given-keys.ts'
import type { KeyCacheOptions } from './keys/issuer-keys.ts'
import type { JwtAlgorithm } from './tokens/algorithms.ts'
import type { JwtClaims, NamesIn } from './tokens/jwt-auth.ts'

export interface JwtAuthenticationOptions<CurrentUser, Claims = JwtClaims> {
  /** The issuer, exactly as tokens name it in `iss`: `https://issuer.example.com/`. */
  issuer: string
  /**
   * The audience that tokens must name in `aud`, or several of which they must name one. With null,
   * tokens for any audience are accepted, also those that were issued for other services.
   */
  audience: string | readonly string[] | null
  /**
   * The user of a token that was verified; null if there is no such user: the token is then
   * refused. Called for each request. What it throws is a 500, not an anonymous user.
   */
  userOf: (
    claims: NoInfer<Claims>,
    request: HttpRequest,
  ) => CurrentUser | null | Promise<CurrentUser | null>
  /** The URL of the issuer's keys. Default the one that its metadata names. */
  jwks?: string | URL
  /** The keys of the issuer, which is then never asked. */
  keys?: GivenKeys
  /** Signatures that are accepted. Default all of public keys; with a secret `HS256`. */
  algorithms?: readonly JwtAlgorithm[]
  /**
   * Types that the header may name (`typ`). Default `at+jwt` (RFC 9068) and `JWT`; a token that
   * names none is a `JWT`.
   */
  types?: readonly string[]
  /** Seconds by which the clocks of issuer and service may differ. Default 5. */
  clockTolerance?: number
  /** False: tokens without `exp` are accepted, and valid for ever. Default true. */
  requireExpiry?: boolean
  /** Characters of a token; longer ones are refused unread. Default 8,192. */
  maxLength?: number
  /** Checks and types the claims. Default none. */
  claims?: Schema<Claims>
  /** Where scopes are. Default `scope`, otherwise `scp`. */
  scopesIn?: NamesIn<NoInfer<Claims>>
  /** Where roles are. Default `roles`. */
  rolesIn?: NamesIn<NoInfer<Claims>>
  /**
   * `pass`: a token that is not a JWT, or names another issuer, is left to the next scheme of the
   * list. Default `refuse`. The last scheme for bearer tokens should refuse.
   */
  otherTokens?: 'refuse' | 'pass'
  /** Whether clients may or must prove that a token is theirs (RFC 9449). Default: they cannot. */
  dpop?: DpopUse
  /** The scheme's name in logs and documentation. Default `jwt`. */
  name?: string
  /** Names the protected space in the challenge. Default `api`. */
  realm?: string
  /**
   * Verified tokens that are kept in memory, so that their signatures are not verified again.
   * Default 1,000; 0: none.
   */
  cacheSize?: number
  /** How long the keys of the issuer are used, and how often they are fetched. */
  keyCache?: KeyCacheOptions
  /** Fetches the metadata and keys of the issuer, through a proxy for example. */
  fetch?: typeof globalThis.fetch
}
