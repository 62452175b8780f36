import {
  type AuthenticatedView,
  consoleLogger,
  type HttpRequest,
  type Identity,
  type Logger,
  type Scheme,
} from 'turnpike'
import { fieldOf } from 'turnpike/kit'
import { isDiscoverable, requireJwtOptions, tokenRules } from './check-options.ts'
import { bearerScheme } from './dpop/bearer-scheme.ts'
import { bearerTokens, type SentToken } from './dpop/bearer-tokens.ts'
import type { Fields } from './dpop/holder.ts'
import { keySourceOf } from './keys/key-source-of.ts'
import type { JwtAuthenticationOptions } from './options.ts'
import type { JwtAuth, JwtClaims } from './tokens/jwt-auth.ts'
import { isForgery, TokenRefused } from './tokens/refusals.ts'
import { tokenVerifier } from './tokens/token-verifier.ts'
import type { VerifiedToken } from './tokens/verified-tokens.ts'

/**
 * Authenticates `Authorization: Bearer eyJhbGciOiJSUzI1NiIsImtpZCI6…`: a JWT that an issuer has
 * signed for this service (RFC 9068, RFC 8725).
 *
 * Sets `request.auth` to the token's claims, scopes and roles. While the issuer is away its last
 * keys are used; without keys the answer is 503. Use it over HTTPS only.
 *
 * @throws ConfigurationError when an option is missing, unknown or wrong.
 */
export function jwtAuthentication<CurrentUser, Claims = JwtClaims>(
  options: JwtAuthenticationOptions<CurrentUser, Claims>,
): Scheme<CurrentUser, JwtAuth<Claims>> {
  requireJwtOptions(options)
  const { issuer, userOf, maxLength = 8192, otherTokens = 'refuse', cacheSize = 1000 } = options
  const { name = 'jwt', realm = 'api', dpop, claims, scopesIn, rolesIn } = options
  const bearer = bearerTokens({ realm, ...(dpop !== undefined && { dpop }) })
  let logger: Logger = consoleLogger
  const keys = keySourceOf(options, (error) =>
    logger.warn({ issuer, err: error }, 'The keys of the issuer could not be fetched again.'),
  )
  const tokens = tokenVerifier<Claims>({
    keys,
    rules: tokenRules(options),
    maxLength,
    otherTokens,
    cacheSize,
    claims,
    scopesIn,
    rolesIn,
  })

  type Result = Identity<CurrentUser, JwtAuth<Claims>>

  async function verifyFirst(
    sent: SentToken,
    request: HttpRequest,
    view: AuthenticatedView,
  ): Promise<Result | null> {
    try {
      const token = await tokens.verify(sent.token)
      return token && (await identityWith(token, sent, request, view))
    } catch (error) {
      // Counted afterwards: signatures cannot be guessed, and a valid token must never be denied.
      if (isForgery(error)) await request.countWrongCredentials()
      throw error
    }
  }

  function identityWith(
    token: VerifiedToken<Claims>,
    sent: SentToken,
    request: HttpRequest,
    view: AuthenticatedView,
  ): Result | Promise<Result> {
    const proven = bearer.requireHolder(sent, token.confirmation, request, view)
    return identityWhen(proven, token, () => userOf(token.auth.claims, request))
  }

  return bearerScheme(bearer, {
    name,

    identityOf(sent, request, view) {
      const token = tokens.known(sent.token)
      return token === undefined
        ? verifyFirst(sent, request, view)
        : identityWith(token, sent, request, view)
    },

    checkView(view) {
      logger = view.settings.LOGGER
    },

    documentation: {
      description: `A JWT of ${issuer}: \`Authorization: Bearer eyJhbGciOi…\``,
      format: 'JWT',
      authorizationServer: isDiscoverable(issuer) ? issuer : undefined,
      refusal: () => new TokenRefused('expired'),
    },
  })
}

/**
 * The identity, at once if the user is.
 *
 * @param proven the header fields of the answer, after the proof of a bound token. Null if it is
 *   not bound.
 */
function identityWhen<CurrentUser, Claims>(
  proven: Promise<Fields> | null,
  { auth, credential }: VerifiedToken<Claims>,
  userOf: () => CurrentUser | null | Promise<CurrentUser | null>,
): Identity<CurrentUser, JwtAuth<Claims>> | Promise<Identity<CurrentUser, JwtAuth<Claims>>> {
  if (proven !== null) {
    return proven.then(async (headers) => ({
      ...known(await userOf(), auth, credential),
      headers,
    }))
  }
  const found = userOf()
  return isPromise(found)
    ? found.then((user) => known(user, auth, credential))
    : known(found, auth, credential)
}

/** The identity of a user who may sign in. JavaScript says undefined for null. */
function known<CurrentUser, Auth>(
  user: CurrentUser | null | undefined,
  auth: Auth,
  credential: string | null,
): Identity<CurrentUser, Auth> {
  if (user === null || user === undefined) throw new TokenRefused('user')
  if (fieldOf(user, 'isActive') === false) throw new TokenRefused('inactive')
  return credential === null ? { user, auth } : { user, auth, credential }
}

const isPromise = <Value>(value: Value | Promise<Value>): value is Promise<Value> =>
  typeof value === 'object' && value !== null && 'then' in value
