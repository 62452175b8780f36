import {
  type AuthenticatedView,
  consoleLogger,
  type HttpRequest,
  type Identity,
  type Logger,
  type Scheme,
  ServiceUnavailable,
} from 'turnpike'
import { fieldOf } from 'turnpike/kit'
import { requireJwtOptions, tokenRules } from './check-options.ts'
import { bearerTokens, type SentToken } from './dpop/bearer-tokens.ts'
import { keySourceOf } from './keys/key-source-of.ts'
import type { JwtAuthenticationOptions } from './options.ts'
import { type JwtAuth, type JwtClaims, readClaims } from './tokens/jwt-auth.ts'
import { isForgery, TokenRefused } from './tokens/refusals.ts'
import { isEncrypted, readUnverified, type UnverifiedToken } from './tokens/unverified.ts'
import { type VerifiedToken, verifiedTokens } from './tokens/verified-tokens.ts'
import { refuseUnfit, verify } from './tokens/verify.ts'

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
  const { name = 'jwt', realm = 'api', dpop } = options
  const bearer = bearerTokens({ realm, ...(dpop !== undefined && { dpop }) })
  const rules = tokenRules(options)
  const verified = verifiedTokens<Claims>(cacheSize)
  let logger: Logger = consoleLogger
  const keys = keySourceOf(options, (error) =>
    logger.warn({ issuer, err: error }, 'The keys of the issuer could not be fetched again.'),
  )

  type Result = Identity<CurrentUser, JwtAuth<Claims>>

  function read(token: string): UnverifiedToken | null {
    if (token.length > maxLength) throw new TokenRefused('tooLong')
    const unverified = readUnverified(token)
    const isOther = unverified?.claims.iss !== issuer
    if (isOther && otherTokens === 'pass') return null
    if (unverified !== null) return unverified
    throw new TokenRefused(isEncrypted(token) ? 'encrypted' : 'malformed')
  }

  async function verifiedToken(
    token: string,
    unverified: UnverifiedToken,
  ): Promise<VerifiedToken<Claims>> {
    refuseUnfit(unverified, rules)
    const set = keys.ready() ?? (await keys.current())
    const known = verified.get(set, token)
    if (known !== undefined) return known

    const { claims, set: used } = await verify(token, unverified, keys, set, rules)
    const { exp = Infinity, nbf = -Infinity, cnf } = claims
    const found: VerifiedToken<Claims> = {
      auth: await readClaims(claims, options),
      credential: credentialOf(claims),
      from: nbf - rules.clockTolerance,
      until: exp + rules.clockTolerance,
      confirmation: cnf,
    }
    verified.set(used, token, found)
    return found
  }

  async function verifyFirst(
    sent: SentToken,
    request: HttpRequest,
    view: AuthenticatedView,
  ): Promise<Result | null> {
    try {
      const unverified = read(sent.token)
      if (unverified === null) return null
      const token = await verifiedToken(sent.token, unverified)
      return await identityOf(token, sent, request, view)
    } catch (error) {
      // Counted afterwards: signatures cannot be guessed, and a valid token must never be denied.
      if (isForgery(error)) await request.countWrongCredentials()
      throw error
    }
  }

  function identityOf(
    { auth, credential, confirmation }: VerifiedToken<Claims>,
    sent: SentToken,
    request: HttpRequest,
    view: AuthenticatedView,
  ): Result | Promise<Result> {
    const proven = bearer.requireHolder(sent, confirmation, request, view)
    const user = () => userOf(auth.claims, request)
    if (proven !== null) {
      return proven.then(async (headers) => ({
        ...known(await user(), auth, credential),
        headers,
      }))
    }
    const found = user()
    return isPromise(found)
      ? found.then((found) => known(found, auth, credential))
      : known(found, auth, credential)
  }

  return {
    name,
    isScoped: true,
    vary: bearer.vary,
    ...(bearer.replays !== undefined && { replays: bearer.replays }),

    authenticate(request, view) {
      const sent = bearer.read(request.headers)
      if (sent === null) return null

      const set = keys.ready()
      const token = set === null ? undefined : verified.get(set, sent.token)
      return token === undefined
        ? verifyFirst(sent, request, view)
        : identityOf(token, sent, request, view)
    },

    challenge: (request, failure) => bearer.challenge(request, failure),

    checkView(view) {
      logger = view.settings.LOGGER
    },

    describe: () => ({
      description: `A JWT of ${issuer}: \`Authorization: Bearer eyJhbGciOi…\`. Over HTTPS only.`,
      credentials: { header: 'Authorization', keyword: 'Bearer', format: 'JWT' },
      raises: [new TokenRefused('expired'), new ServiceUnavailable()],
      countsFailures: true,
    }),
  }
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

/** `azp` is what OpenID Connect calls the client (OpenID Connect Core §2). */
function credentialOf({ jti, client_id: clientId, azp }: JwtClaims): string | null {
  const id = [jti, clientId, azp].find((claim) => typeof claim === 'string' && claim !== '')
  return typeof id === 'string' ? id : null
}

const isPromise = <Value>(value: Value | Promise<Value>): value is Promise<Value> =>
  typeof value === 'object' && value !== null && 'then' in value
