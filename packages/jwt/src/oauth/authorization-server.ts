import * as oauth from 'oauth4webapi'
import { type Logger, ServiceUnavailable } from 'turnpike'
import type { IntrospectionClaims } from './introspected-token.ts'
import type { IntrospectionAuthenticationOptions, IntrospectionClient } from './options.ts'
import { requestOptionsOf, serverMetadata } from './server-metadata.ts'
import { awayMessage, messageOf, reasonOf, ServerAway } from './server-trouble.ts'

type Options = IntrospectionAuthenticationOptions<unknown>

/** Asks the authorization server what a token is. */
export interface AuthorizationServer {
  /**
   * @returns null if the token is not active (RFC 7662 §2.2).
   * @throws ServiceUnavailable when there is no such answer: the token may be good or not.
   */
  ask(token: string): Promise<IntrospectionClaims | null>
}

/** Seconds for which an authorization server that is away, or refuses, is not asked again. */
const pauseSeconds = 1

/** @param logger where trouble and its end are logged, one line each. */
export function authorizationServer(options: Options, logger: () => Logger): AuthorizationServer {
  const { issuer, endpoint } = options
  const server = { issuer, endpoint }
  const introspect = introspection(options)
  /** By the clock that is never set back. */
  let pausedUntil = Number.NEGATIVE_INFINITY
  /** The trouble that was logged last; null while it answers. */
  let trouble: string | null = null

  return {
    async ask(token) {
      const pause = (pausedUntil - performance.now()) / 1000
      if (pause > 0) throw new ServiceUnavailable({ retryAfter: pause })
      try {
        const claims = await introspect(token)
        if (trouble !== null) logger().info(server, 'Tokens can be introspected again.')
        trouble = null
        return claims.active ? claims : null
      } catch (error) {
        pausedUntil = performance.now() + pauseSeconds * 1000
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

/** Sends a token to the server, and reads what it answers (RFC 7662 §2). */
function introspection(options: Options): (token: string) => Promise<IntrospectionClaims> {
  const { client, signedAnswers } = options
  const clientMetadata: oauth.Client = {
    client_id: client.id,
    ...(signedAnswers !== undefined && { introspection_signed_response_alg: signedAnswers }),
  }
  const clientAuth = clientAuthOf(client)
  const requestOptions = requestOptionsOf(options)
  const metadataNow = serverMetadata(options, requestOptions)

  return async (token) => {
    const metadata = await metadataNow()
    const response = await oauth.introspectionRequest(metadata, clientMetadata, clientAuth, token, {
      ...requestOptions,
      additionalParameters: { token_type_hint: 'access_token' },
    })
    const isSigned = await requireReadable(response, signedAnswers !== undefined)
    const claims = await oauth.processIntrospectionResponse(metadata, clientMetadata, response)
    if (isSigned) await oauth.validateApplicationLevelSignature(metadata, response, requestOptions)
    return claims
  }
}

/** Whether the answer is a signed JWT. */
async function requireReadable(response: Response, mustBeSigned: boolean): Promise<boolean> {
  if (response.status >= 500 || response.status === 429) {
    await response.body?.cancel()
    throw new ServerAway(`It answered with the status ${response.status}.`)
  }
  const isSigned = /^application\/token-introspection\+jwt\b/i.test(
    response.headers.get('Content-Type') ?? '',
  )
  if (mustBeSigned && response.status === 200 && !isSigned) {
    await response.body?.cancel()
    throw new Error('The answer is not a signed JWT, although signedAnswers is set.')
  }
  return isSigned
}

function clientAuthOf({ secret = '', method = 'client_secret_basic' }: IntrospectionClient) {
  if (typeof method === 'function') return method
  return method === 'client_secret_post'
    ? oauth.ClientSecretPost(secret)
    : oauth.ClientSecretBasic(secret)
}
