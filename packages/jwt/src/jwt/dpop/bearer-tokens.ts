import {
  type AuthenticatedView,
  type AuthenticationFailed,
  type HttpRequest,
  type ReplayStore,
  type RequestHeaders,
  type Scheme,
  TranslatableMessage,
} from 'turnpike'
import { knownOptions, readCredentials } from 'turnpike/kit'
import { bearerChallenge, bearerChallenges } from '../bearer/bearer-challenge.ts'
import { InvalidToken } from '../bearer/bearer-failure.ts'
import { readBearer } from '../bearer/read-bearer.ts'
import { type Fields, holderCheck } from './holder.ts'
import { type DpopUse, resolveDpop } from './options.ts'

export interface BearerTokensOptions {
  /** Names the protected space in the challenge. Default `api`. */
  realm?: string
  /**
   * Whether clients may or must prove that a token is theirs (RFC 9449). Without it they cannot.
   */
  dpop?: DpopUse
}

export const bearerTokensOptions = knownOptions<BearerTokensOptions>('bearerTokens()', {
  realm: 'optional',
  dpop: 'optional',
})

/** A token in a request. */
export interface SentToken {
  readonly token: string
  /** Whether it was sent as `DPoP`, with a proof; otherwise as `Bearer`. */
  readonly isDpop: boolean
}

/** How a scheme gets bearer tokens, and checks who sends them. */
export interface BearerTokens {
  /** Header fields on which the result depends. */
  readonly vary: readonly string[]

  /** For `Scheme.replays`: undefined without DPoP. */
  readonly replays: ReplayStore | undefined

  /**
   * The token of a request; null when it has none.
   *
   * @throws BearerFailure when the header is malformed, or the token must be sent as `DPoP`.
   */
  read(headers: RequestHeaders): SentToken | null

  /**
   * Checks that a token that was found to be valid is sent by its holder.
   *
   * @param confirmation the token's claim `cnf` (RFC 7800 §3.1); undefined if it is bound to no
   *   key.
   * @returns header fields of the response; null if there are none, without a wait.
   * @throws BearerFailure when the token is bound to a key and the request does not prove that it
   *   comes from its holder, or to something that is not checked here.
   */
  requireHolder(
    sent: SentToken,
    confirmation: unknown,
    request: HttpRequest,
    view: AuthenticatedView,
  ): Promise<Fields> | null

  /** For `Scheme.challenge`. */
  challenge(request: HttpRequest, failure?: AuthenticationFailed, view?: AuthenticatedView): string

  /** For `Scheme.challengeInsufficient`. */
  challengeInsufficient(
    request: HttpRequest,
    parameters: Readonly<Record<string, string>>,
    view: AuthenticatedView,
  ): string

  /** For the description of the scheme: undefined without DPoP. */
  readonly dpop: ReturnType<NonNullable<Scheme['describe']>>['dpop']
}

/**
 * Bearer tokens, with DPoP if it is switched on: for schemes of your own whose tokens are neither
 * JWTs nor introspected.
 *
 * @throws ConfigurationError when an option is invalid.
 */
export function bearerTokens(options: BearerTokensOptions = {}): BearerTokens {
  bearerTokensOptions.require(options)
  const { realm = 'api', dpop } = options
  const bearer = bearerChallenge({ realm })
  if (dpop === undefined) return withoutDpop(bearer)

  const resolved = resolveDpop(dpop)
  const holder = holderCheck(resolved)
  const proof = bearerChallenge({
    keyword: 'DPoP',
    realm,
    parameters: { algs: resolved.algorithms.join(' ') },
  })

  return {
    vary: ['Authorization', 'DPoP'],
    replays: resolved.replays,

    read(headers) {
      const bound = readBearer(headers, 'DPoP')
      if (bound !== null) return { token: bound, isDpop: true }
      const token = readBearer(headers)
      if (token === null) return null
      // Not null: a client that must prove itself is not a client without a token.
      if (resolved.required) throw new InvalidToken('Send the token as DPoP, with a proof.')
      return { token, isDpop: false }
    },

    requireHolder({ token, isDpop }, confirmation, request, view) {
      const thumbprint = boundKey(confirmation)
      if (isDpop && thumbprint !== null) {
        // A proof counts once: it was checked when the connection was opened.
        return request.isCheckedAgain ? null : holder.prove(token, thumbprint, request, view)
      }
      if (isDpop)
        throw new InvalidToken('The token is not bound to a key: it cannot be sent as DPoP.')
      if (thumbprint === null) return null
      // A thief who has the token without the key would send it so (RFC 9449 §7.2).
      throw new InvalidToken('The token is bound to a key: send it as DPoP, with a proof.')
    },

    dpop: { required: resolved.required, algorithms: resolved.algorithms },

    challenge(request, failure, view) {
      const further = view?.resource?.challengeParameters(request)
      if (resolved.required) return proof(failure, further)
      return isSentAsDpop(request)
        ? `${bearer(undefined, further)}, ${proof(failure, further)}`
        : `${bearer(failure, further)}, ${proof(undefined, further)}`
    },

    challengeInsufficient(request, parameters, view) {
      const further = { ...parameters, ...view.resource?.challengeParameters(request) }
      return isSentAsDpop(request) ? proof(undefined, further) : bearer(undefined, further)
    },
  }
}

const isSentAsDpop = ({ headers }: HttpRequest): boolean =>
  readCredentials(headers, 'DPoP') !== null

function withoutDpop(challenge: ReturnType<typeof bearerChallenge>): BearerTokens {
  return {
    vary: ['Authorization'],
    replays: undefined,

    read(headers) {
      const token = readBearer(headers)
      return token === null ? null : { token, isDpop: false }
    },

    requireHolder(_sent, confirmation) {
      if (boundKey(confirmation) === null) return null
      throw new InvalidToken('The token is bound to a key, which this service does not check.')
    },

    dpop: undefined,
    ...bearerChallenges(challenge),
  }
}

/**
 * The thumbprint of the key that the token is bound to; null when it is bound to nothing.
 *
 * @throws BearerFailure when it is bound to something else, such as a certificate (RFC 8705 §3.1).
 */
function boundKey(confirmation: unknown): string | null {
  if (confirmation === undefined) return null
  if (typeof confirmation !== 'object' || confirmation === null) {
    throw new InvalidToken('The token is bound to something that cannot be read.')
  }
  const others = Object.keys(confirmation).filter((name) => name !== 'jkt')
  if (others.length > 0) {
    throw new InvalidToken(
      new TranslatableMessage(
        'The token is bound by {member}, which this service does not check.',
        {
          member: String(others[0]),
        },
      ),
    )
  }
  const { jkt } = confirmation as { jkt?: unknown }
  if (typeof jkt === 'string' && jkt !== '') return jkt
  throw new InvalidToken('The token is bound to something that cannot be read.')
}
