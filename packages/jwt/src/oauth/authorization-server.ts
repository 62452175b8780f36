import * as oauth from 'oauth4webapi'
import { type Logger, ServiceUnavailable } from 'turnpike'
import { workEndsWithResponse } from '../jwt/keys/issuer-keys.ts'
import type { IntrospectionClaims } from './introspected-token.ts'
import type { IntrospectionAuthenticationOptions, IntrospectionClient } from './options.ts'

type Options = IntrospectionAuthenticationOptions<unknown>

/** Asks the authorization server what a token is. */
export interface AuthorizationServer {
  /**
   * @returns null: the token is not active (RFC 7662 §2.2).
   * @throws ServiceUnavailable when there is no such answer: the token may be good or not.
   */
  ask(token: string): Promise<IntrospectionClaims | null>
}

/** Seconds for which the metadata of an issuer are used. */
const metadataSeconds = 3600

/** Seconds for which an authorization server that is away, or refuses, is not asked again. */
const pauseSeconds = 1

/** @param logger where trouble and its end are logged, one line each. */
export function authorizationServer(options: Options, logger: () => Logger): AuthorizationServer {
  const { issuer, endpoint, client, timeoutMs = 3000, signedAnswers, fetch } = options
  const clientMetadata: oauth.Client = {
    client_id: client.id,
    ...(signedAnswers !== undefined && { introspection_signed_response_alg: signedAnswers }),
  }
  const clientAuth = clientAuthOf(client)
  const requestOptions = {
    signal: () => AbortSignal.timeout(timeoutMs),
    ...(fetch !== undefined && {
      [oauth.customFetch]: (url: string, init: object) => fetch(url, init),
    }),
    // Only for this machine: the options allow no other http:// URL.
    [oauth.allowInsecureRequests]: isHttp(issuer) || isHttp(endpoint),
  }
  const server = { issuer, endpoint }
  let metadata: { readonly value: oauth.AuthorizationServer; readonly until: number } | null = null
  let discovering: Promise<oauth.AuthorizationServer> | null = null
  let pausedUntil = Number.NEGATIVE_INFINITY
  /** What was logged last; null: it answers. */
  let trouble: string | null = null

  function serverMetadata(): Promise<oauth.AuthorizationServer> | oauth.AuthorizationServer {
    if (metadata !== null && metadata.until > Date.now()) return metadata.value
    const last = metadata?.value
    const renewed = (workEndsWithResponse ? null : discovering) ?? discovered()
    discovering = renewed
    return renewed
      .catch((error: unknown) => {
        if (last === undefined) throw error
        return last
      })
      .then((value) => {
        metadata = { value, until: Date.now() + metadataSeconds * 1000 }
        return value
      })
      .finally(() => {
        discovering = null
      })
  }

  async function discovered(): Promise<oauth.AuthorizationServer> {
    if (issuer === undefined || (endpoint !== undefined && signedAnswers === undefined)) {
      const named = issuer ?? new URL(endpoint ?? '').origin
      return { issuer: named, ...(endpoint !== undefined && { introspection_endpoint: endpoint }) }
    }
    const url = new URL(issuer)
    const found = await oauth
      .processDiscoveryResponse(url, await oauth.discoveryRequest(url, requestOptions))
      .catch(async (error: unknown) => {
        if (!(error instanceof oauth.OperationProcessingError)) throw error
        const request = oauth.discoveryRequest(url, { ...requestOptions, algorithm: 'oauth2' })
        return oauth.processDiscoveryResponse(url, await request)
      })
    return endpoint === undefined ? found : { ...found, introspection_endpoint: endpoint }
  }

  async function introspect(token: string): Promise<IntrospectionClaims> {
    const metadata = await serverMetadata()
    const response = await oauth.introspectionRequest(metadata, clientMetadata, clientAuth, token, {
      ...requestOptions,
      additionalParameters: { token_type_hint: 'access_token' },
    })
    if (response.status >= 500 || response.status === 429) {
      await response.body?.cancel()
      throw new ServerAway(`It answered with the status ${response.status}.`)
    }
    const isSigned = /^application\/token-introspection\+jwt\b/i.test(
      response.headers.get('Content-Type') ?? '',
    )
    if (signedAnswers !== undefined && response.status === 200 && !isSigned) {
      await response.body?.cancel()
      throw new Error('The answer is not a signed JWT, although signedAnswers is set.')
    }
    const claims = await oauth.processIntrospectionResponse(metadata, clientMetadata, response)
    if (isSigned) await oauth.validateApplicationLevelSignature(metadata, response, requestOptions)
    return claims
  }

  return {
    async ask(token) {
      const pause = (pausedUntil - Date.now()) / 1000
      if (pause > 0) throw new ServiceUnavailable({ retryAfter: pause })
      try {
        const claims = await introspect(token)
        if (trouble !== null) logger().info(server, 'Tokens can be introspected again.')
        trouble = null
        return claims.active ? claims : null
      } catch (error) {
        pausedUntil = Date.now() + pauseSeconds * 1000
        const message = messageOf(error)
        const level = message === awayMessage ? 'warn' : 'error'
        if (trouble !== message) logger()[level]({ ...server, reason: reasonOf(error) }, message)
        trouble = message
        // Without the cause, which would be logged for each request.
        throw new ServiceUnavailable({ retryAfter: pauseSeconds })
      }
    },
  }
}

/** The authorization server cannot answer now. */
class ServerAway extends Error {
  override readonly name = 'ServerAway'
}

const awayMessage = 'The authorization server does not answer, so tokens cannot be introspected.'

/** What the operator should do. Neither the secret nor a token is in it. */
function messageOf(error: unknown): string {
  if (isRefusal(error)) {
    return (
      'The authorization server refuses the client of introspectionAuthentication(): ' +
      'check its id, secret and method, and whether it may introspect tokens.'
    )
  }
  // A fetch rejects with a TypeError, or with the reason of its signal.
  const isAway =
    error instanceof ServerAway ||
    (error instanceof TypeError && !('code' in error)) ||
    (error instanceof DOMException && ['TimeoutError', 'AbortError'].includes(error.name))
  return isAway
    ? awayMessage
    : 'The authorization server does not answer as RFC 7662 says, so tokens cannot be introspected.'
}

/** Of the error and its cause, without what the server has answered. */
function reasonOf(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError) {
    return `${error.status} ${error.error} ${error.error_description ?? ''}`.trimEnd()
  }
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

const isRefusal = (error: unknown): boolean =>
  error instanceof oauth.WWWAuthenticateChallengeError ||
  (error instanceof oauth.ResponseBodyError &&
    (error.status === 401 ||
      error.status === 403 ||
      /^(?:invalid|unauthorized)_client$/.test(error.error)))

const isHttp = (url: string | undefined): boolean => url?.startsWith('http:') ?? false

function clientAuthOf({ secret = '', method = 'client_secret_basic' }: IntrospectionClient) {
  if (typeof method === 'function') return method
  return method === 'client_secret_post'
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret)
}
