import type { AuthenticationFailed, Scheme } from 'turnpike'
import { knownOptions, quoted, tokenName } from 'turnpike/kit'
import { BearerFailure } from './bearer-failure.ts'

export interface BearerChallengeOptions {
  /** The word before the token. Default `Bearer`. */
  keyword?: string
  /** Names the protected space. Default `api`. */
  realm?: string
  /** Further parameters: `{ algs: 'ES256' }`. Default none. */
  parameters?: ChallengeParameters
}

/** Parameters by name. Each value is sent as a quoted string (RFC 9110 §11.2). */
type ChallengeParameters = Readonly<Record<string, string>>

export const bearerChallengeOptions = knownOptions<BearerChallengeOptions>('bearerChallenge()', {
  keyword: tokenName('a word without blanks, such as Bearer'),
  realm: 'optional',
  parameters: 'optional',
})

/**
 * The challenges of a bearer scheme (RFC 6750 §3): `Bearer realm="api"` if no token was sent, and
 * for a `BearerFailure`
 * `Bearer realm="api", error="invalid_token", error_description="The token has expired."`. The
 * second argument has further parameters, such as those of `view.resource`.
 *
 * @throws ConfigurationError when the realm or a parameter cannot be sent in a header.
 */
export function bearerChallenge(
  options: BearerChallengeOptions = {},
): (failure?: AuthenticationFailed, further?: ChallengeParameters) => string {
  bearerChallengeOptions.require(options)
  const { keyword = 'Bearer', realm = 'api', parameters = {} } = options
  const own = written(parameters)
  const realmOnly = `${keyword} realm=${quoted(realm)}`

  return (failure, further = {}) => {
    const error = failure instanceof BearerFailure ? `, ${errorParameters(failure)}` : ''
    return realmOnly + error + own + written(further)
  }
}

/** The challenges of a scheme whose tokens are sent as `Bearer` alone. */
export const bearerChallenges = (challenge: ReturnType<typeof bearerChallenge>) =>
  ({
    challenge: (request, failure, view) =>
      challenge(failure, view?.resource?.challengeParameters(request)),

    challengeInsufficient: (request, parameters, view) =>
      challenge(undefined, { ...parameters, ...view.resource?.challengeParameters(request) }),
  }) satisfies Pick<Scheme, 'challenge' | 'challengeInsufficient'>

const written = (parameters: ChallengeParameters): string =>
  Object.entries(parameters)
    .map(([name, text]) => `, ${name}=${quoted(text)}`)
    .join('')

const errorParameters = ({ error, description }: BearerFailure) =>
  `error="${error}", error_description="${described(description)}"`

/** A description has neither quotes nor backslashes, nor anything but ASCII (RFC 6750 §3). */
const described = (text: string) =>
  text.replace(/["\\]/g, "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
