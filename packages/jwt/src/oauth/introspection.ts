import {
  type AuthenticatedView,
  consoleLogger,
  type HttpRequest,
  type Identity,
  type Logger,
  type Scheme,
} from 'turnpike'
import { addressKey, fieldOf, importedPackage, once } from 'turnpike/kit'
import { InvalidToken } from '../jwt/bearer/bearer-failure.ts'
import { bearerScheme } from '../jwt/dpop/bearer-scheme.ts'
import { bearerTokens, type SentToken } from '../jwt/dpop/bearer-tokens.ts'
import { type IntrospectedToken, requireAccessToken } from './introspected-token.ts'
import { cachedLookups, digestOfToken } from './lookups.ts'
import { type IntrospectionAuthenticationOptions, requireIntrospectionOptions } from './options.ts'

/** In characters. No authorization server issues longer ones that fit into a header. */
const maxTokenLength = 8192

/**
 * Authenticates `Authorization: Bearer mF_9.B5f-4.1JqM`: a token that only its authorization server
 * understands. It is asked what the token is (RFC 7662), and the answer is remembered for a while.
 *
 * Sets `request.auth` to what the server says. While it cannot be asked the answer is 503, never an
 * anonymous user. Use it over HTTPS only.
 *
 * @throws ConfigurationError when an option is missing, unknown or wrong.
 */
export function introspectionAuthentication<CurrentUser>(
  options: IntrospectionAuthenticationOptions<CurrentUser>,
): Scheme<CurrentUser, IntrospectedToken> {
  requireIntrospectionOptions(options)
  const { issuer, endpoint, audience, userOf, clockTolerance = 5 } = options
  const { name = 'oauth', realm, dpop } = options
  const { cacheSeconds = 60, cacheSize = 10_000, maxRequests = 50 } = options
  const bearer = bearerTokens({
    ...(realm !== undefined && { realm }),
    ...(dpop !== undefined && { dpop }),
  })
  let logger: Logger = consoleLogger
  const server = once(async () => {
    const { authorizationServer } = await withLibrary()
    return authorizationServer(options, () => logger)
  })
  const ask = async (token: string) => (await server()).ask(token)
  const lookups = cachedLookups(ask, { cacheSeconds, cacheSize, maxRequests })

  type Result = Identity<CurrentUser, IntrospectedToken>

  async function foundOf(token: string, request: HttpRequest): Promise<IntrospectedToken> {
    if (token.length > maxTokenLength) throw new InvalidToken('The token is too long.')
    const digest = digestOfToken(token)
    const found =
      lookups.known(digest) ?? (await lookups.find(token, digest, addressKey(request.client)))
    if (found.token !== null) return found.token

    // Counted afterwards: tokens cannot be guessed, and a valid one must never be denied. One that
    // was active here has ended: clients send theirs a little too long.
    if (!found.wasActive) await request.countWrongCredentials()
    throw inactive()
  }

  async function identityOf(
    sent: SentToken,
    request: HttpRequest,
    view: AuthenticatedView,
  ): Promise<Result> {
    const auth = await foundOf(sent.token, request)
    requireAccessToken(auth.claims, { issuer, audience, clockTolerance }, Date.now() / 1000)
    const headers = await bearer.requireHolder(sent, auth.claims.cnf, request, view)

    const user = requireActive(await userOf(auth.claims, request))
    const credential = auth.claims.jti ?? auth.clientId
    return {
      user,
      auth,
      ...(typeof credential === 'string' && { credential }),
      ...(headers !== null && { headers }),
    }
  }

  return bearerScheme(bearer, {
    name,
    identityOf,

    checkView(view) {
      logger = view.settings.LOGGER
    },

    documentation: {
      description: `A token of ${issuer ?? endpoint}: \`Authorization: Bearer mF_9.B5f…\``,
      authorizationServer: issuer,
      refusal: inactive,
    },
  })
}

/** Loaded for the first token: without its library, what imports this module still runs. */
const withLibrary = () =>
  importedPackage(
    import('./authorization-server.ts'),
    'oauth4webapi@3',
    'introspectionAuthentication()',
  )

const inactive = () => new InvalidToken('The token is expired, revoked or unknown.')

/** @throws InvalidToken when the user does not exist or is inactive. */
function requireActive<CurrentUser>(user: CurrentUser | null): CurrentUser {
  // JavaScript says undefined for null.
  if (user === null || user === undefined) {
    throw new InvalidToken("The token's user does not exist.")
  }
  if (fieldOf(user, 'isActive') === false) throw new InvalidToken("The token's user is inactive.")
  return user
}
