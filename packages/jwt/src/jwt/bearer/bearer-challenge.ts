import type { AuthenticationFailed } from 'turnpike'
import { knownOptions, quoted } from 'turnpike/kit'
import { BearerFailure } from './bearer-failure.ts'

export interface BearerChallengeOptions {
  /** The word before the token. Default `Bearer`. */
  keyword?: string
  /** Names the protected space. Default `api`. */
  realm?: string
  /** Further parameters: `{ algs: 'ES256' }`. Default none. */
  parameters?: Readonly<Record<string, string>>
}

export const bearerChallengeOptions = knownOptions<BearerChallengeOptions>('bearerChallenge()', {
  keyword: 'optional',
  realm: 'optional',
  parameters: 'optional',
})

/**
 * The challenges of a bearer scheme (RFC 6750 §3): `Bearer realm="api"` if no token was sent, and
 * for a `BearerFailure`
 * `Bearer realm="api", error="invalid_token", error_description="The token has expired."`.
 *
 * @throws ConfigurationError when the realm or a parameter cannot be sent in a header.
 */
export function bearerChallenge(
  options: BearerChallengeOptions = {},
): (failure?: AuthenticationFailed) => string {
  bearerChallengeOptions.require(options)
  const { keyword = 'Bearer', realm = 'api', parameters = {} } = options
  const further = Object.entries(parameters).map(([name, text]) => `, ${name}=${quoted(text)}`)
  const realmOnly = `${keyword} realm=${quoted(realm)}`
  const plain = realmOnly + further.join('')

  return (failure) =>
    failure instanceof BearerFailure
      ? `${realmOnly}, ${errorParameters(failure)}${further.join('')}`
      : plain
}

const errorParameters = ({ error, description }: BearerFailure) =>
  `error="${error}", error_description="${described(description)}"`

/** A description has neither quotes nor backslashes, nor anything but ASCII (RFC 6750 §3). */
const described = (text: string) =>
  text.replace(/["\\]/g, "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
