import type { ClientAuth, JWSAlgorithm } from 'oauth4webapi'
import { ConfigurationError, type HttpRequest } from 'turnpike'
import {
  functionRule,
  knownOptions,
  oneOf,
  orNull,
  type Rule,
  text,
  textWhere,
  wholeNumber,
} from 'turnpike/kit'
import type { DpopUse } from '../jwt/dpop/options.ts'
import { isSecureUrl } from '../jwt/keys/issuer-url.ts'
import type { IntrospectionClaims } from './introspected-token.ts'

export interface IntrospectionAuthenticationOptions<CurrentUser> {
  /**
   * The authorization server, exactly as it names itself: `https://issuer.example.com/`. Its
   * endpoint is discovered. An answer with another `iss` is refused.
   */
  issuer?: string
  /** The URL of the introspection endpoint. Default the one that the metadata of issuer names. */
  endpoint?: string
  /** This service as a client of the authorization server. */
  client: IntrospectionClient
  /**
   * The audience that tokens must have, or several of which they must have one. With null, tokens
   * for any audience are accepted, also those that were issued for other services.
   */
  audience: string | readonly string[] | null
  /**
   * The user of an active token; null if there is no such user: the token is then refused. A token
   * by the grant `client_credentials` has no user: here you decide who its client is, by
   * `client_id`. Called for each request. What it throws is a 500, not an anonymous user.
   */
  userOf: (
    claims: IntrospectionClaims,
    request: HttpRequest,
  ) => CurrentUser | null | Promise<CurrentUser | null>
  /**
   * Seconds for which an active token is not asked for again, at most until it expires: a token
   * that is revoked meanwhile is still accepted. Default 60; 0: every request asks.
   */
  cacheSeconds?: number
  /** Maximum number of tokens that are remembered. Default 10,000. */
  cacheSize?: number
  /** Milliseconds that the authorization server has for an answer. Default 3,000. */
  timeoutMs?: number
  /**
   * Maximum number of requests to the authorization server at a time; further ones wait. Default
   * 50.
   */
  maxRequests?: number
  /** Seconds by which the clocks of issuer and service may differ. Default 5. */
  clockTolerance?: number
  /**
   * The signature of answers, such as `ES256`: they are then JWTs (RFC 9701), and others are
   * refused. Needs the issuer, whose keys are fetched. Default: answers are JSON.
   */
  signedAnswers?: JWSAlgorithm
  /** Whether clients may or must prove that a token is theirs (RFC 9449). Default: they cannot. */
  dpop?: DpopUse
  /** The scheme's name in logs and documentation. Default `oauth`. */
  name?: string
  /** Names the protected space in the challenge. Default `api`. */
  realm?: string
  /** Sends the requests to the authorization server, through a proxy for example. */
  fetch?: typeof globalThis.fetch
}

/** A client of the authorization server, and how it authenticates itself. */
export interface IntrospectionClient {
  id: string
  /** Its secret. Absent only with a method that is a function. */
  secret?: string
  /**
   * How the secret is sent. Default `client_secret_basic`. Or a function of `oauth4webapi`, such as
   * `PrivateKeyJwt(key)`.
   */
  method?: 'client_secret_basic' | 'client_secret_post' | ClientAuth
}

const audience: Rule<string | readonly string[]> = {
  expected: 'a string, or a list of one or more strings',
  accepts: (value): value is string | readonly string[] =>
    text.accepts(value) || (Array.isArray(value) && value.length > 0 && value.every(text.accepts)),
}

const secureUrl = textWhere(
  'an https:// URL, or an http:// one of this machine, without a password and a fragment',
  isSecureUrl,
)

const introspectionOptions = knownOptions<IntrospectionAuthenticationOptions<unknown>>(
  'introspectionAuthentication()',
  {
    issuer: secureUrl,
    endpoint: secureUrl,
    client: 'required',
    audience: {
      required: {
        ...orNull(audience),
        advise: () => 'It is what your API is called at the issuer. See docs/oauth.md.',
      },
    },
    userOf: { required: functionRule('a function of the claims that returns a user or null') },
    cacheSeconds: wholeNumber({ least: 0, most: 3600, of: 'seconds' }),
    cacheSize: wholeNumber({ least: 1, most: 1_000_000, of: 'tokens' }),
    timeoutMs: wholeNumber({ least: 1, most: 60_000, of: 'milliseconds' }),
    maxRequests: wholeNumber({ least: 1, most: 10_000, of: 'requests' }),
    clockTolerance: wholeNumber({ least: 0, most: 600, of: 'seconds' }),
    signedAnswers: 'optional',
    dpop: 'optional',
    name: text,
    realm: 'optional',
    fetch: functionRule('a function like fetch'),
  },
)

const clientOptions = knownOptions<IntrospectionClient>(
  'the client of introspectionAuthentication()',
  {
    id: { required: text },
    // A rule would show it.
    secret: 'optional',
    method: {
      expected: 'client_secret_basic, client_secret_post, or a function of oauth4webapi',
      accepts: (value): value is NonNullable<IntrospectionClient['method']> =>
        typeof value === 'function' || isMethod.accepts(value),
    },
  },
)

const isMethod = oneOf(['client_secret_basic', 'client_secret_post'])

/** @throws ConfigurationError when an option is missing, unknown or wrong. */
export function requireIntrospectionOptions(
  options: IntrospectionAuthenticationOptions<unknown>,
): void {
  introspectionOptions.require(options)
  clientOptions.require(options.client)
  const { issuer, endpoint, client, signedAnswers } = options
  if (issuer === undefined && endpoint === undefined) {
    throw new ConfigurationError('introspectionAuthentication() needs an issuer or an endpoint.')
  }
  if (signedAnswers !== undefined && issuer === undefined) {
    throw new ConfigurationError(
      'signedAnswers of introspectionAuthentication() needs the issuer, for its keys.',
    )
  }
  const hasSecret = typeof client.secret === 'string' && client.secret !== ''
  if (!hasSecret && typeof client.method !== 'function') {
    throw new ConfigurationError(
      'The client of introspectionAuthentication() needs its secret, a string that is not empty.',
    )
  }
}
