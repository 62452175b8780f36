import { isAllowedFrom } from '../accounts/keys/allowed-addresses.ts'
import type { ApiKey } from '../accounts/keys/api-key.ts'
import type { ApiKeyStore } from '../accounts/keys/api-key-store.ts'
import type { User } from '../accounts/user.ts'
import { AuthenticationFailed } from '../errors/exceptions.ts'
import { knownOptions } from '../errors/known-options.ts'
import type { HttpRequest } from '../http/http-request.ts'
import { tokenName } from '../rules/text.ts'
import { readCredentials } from './authorization-header.ts'
import { keyPlace, requireOneKey, WrongKey } from './key-place.ts'
import type { Identity, Scheme } from './scheme.ts'

export interface ApiKeyAuthenticationOptions<U extends User> {
  /** Where the keys are looked up. */
  keys: Pick<ApiKeyStore<U>, 'find' | 'noteUse'>
  /** The header field with the key: `X-Api-Key`. Default `Authorization`. */
  header?: string
  /**
   * The word before the key in the Authorization header, and in every challenge. Default `Api-Key`.
   */
  keyword?: string
  /**
   * Names the protected space in the challenge. Default none. Set it with the keyword `Bearer`,
   * whose challenge must have a parameter (RFC 6750 §3).
   */
  realm?: string
}

export const apiKeyAuthenticationOptions = knownOptions<ApiKeyAuthenticationOptions<User>>(
  'apiKeyAuthentication()',
  {
    keys: 'required',
    header: tokenName('the name of a header field, such as X-Api-Key'),
    keyword: tokenName('a word without blanks, such as Api-Key'),
    realm: 'optional',
  },
  { isOpen: true },
)

/**
 * Authenticates `Authorization: Api-Key tk_3fHq2Z…`, or `X-Api-Key: tk_3fHq2Z…` with
 * `header: 'X-Api-Key'`.
 *
 * Sets `request.auth` to the API key, whose scopes `requireScope` checks. Use it over HTTPS only.
 */
export function apiKeyAuthentication<U extends User>(
  options: ApiKeyAuthenticationOptions<U>,
): Scheme<U, ApiKey<U>> {
  apiKeyAuthenticationOptions.require(options)
  const { keys, header = 'Authorization', keyword = 'Api-Key', realm } = options
  const place = keyPlace(header, keyword, realm)
  const wrongApiKey = () => new WrongKey('Invalid API key.', place)

  async function identityOf(key: string, request: HttpRequest): Promise<Identity<U, ApiKey<U>>> {
    const { address } = request.client
    const apiKey = await keys.find(key, address)
    // One answer for all of these: nobody learns which keys exist, and from where they work.
    if (apiKey === null || !isAllowedFrom(apiKey, address)) {
      // Counted afterwards: keys cannot be guessed, and a valid one must never be denied.
      await request.countWrongCredentials()
      throw wrongApiKey()
    }
    if (!apiKey.user.isActive) throw new AuthenticationFailed('User inactive or deleted.')

    keys.noteUse(apiKey)
    return { user: apiKey.user, auth: apiKey, credential: apiKey.id }
  }

  return {
    name: 'api-key',
    isScoped: true,
    vary: [header],

    authenticate(request) {
      const { headers } = request
      const key = place.isOwnField ? headers.get(header) : readCredentials(headers, keyword)
      if (key === null) return null

      requireOneKey(key)
      return identityOf(key, request)
    },

    challenge: (_request, failure) => place.challenge(failure),

    describe: () => ({
      description: `An API key: \`${place.shown('tk_3fHq2Z…')}\`. Over HTTPS only.`,
      credentials: place.credentials,
      raises: [wrongApiKey()],
      countsFailures: true,
    }),
  }
}
