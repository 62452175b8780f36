import type { ApiKeyStore } from '../../../accounts/keys/api-key-store.ts'
import { requireScopeNames } from '../../../accounts/scopes.ts'
import type { User } from '../../../accounts/user.ts'
import type { OptionNames } from '../../../errors/known-options.ts'
import type { AdminKeys } from './admin-keys.ts'

/** The options of the admin that are about API keys. */
export interface AdminKeyOptions<U extends User> {
  /** The store of the users' API keys. Default none: the admin has no pages for them. */
  keys?: ApiKeyStore<U>
  /** The scopes that may be given to an API key. Default null: any, entered as text. */
  keyScopes?: readonly string[] | null
  /** The header given to `apiKeyAuthentication`. Default `Authorization`. */
  keyHeader?: string
  /** The keyword given to `apiKeyAuthentication`. Default `Api-Key`. */
  keyKeyword?: string
}

export const adminKeyOptions = {
  keys: 'optional',
  keyScopes: 'optional',
  keyHeader: 'optional',
  keyKeyword: 'optional',
} as const satisfies OptionNames<AdminKeyOptions<User>>

/**
 * The API keys for the pages. Null if the admin has none.
 *
 * @throws ConfigurationError when a scope is invalid.
 */
export function adminKeysOf<U extends User>({
  keys,
  keyScopes = null,
  keyHeader = 'Authorization',
  keyKeyword = 'Api-Key',
}: AdminKeyOptions<U>): AdminKeys<U> | null {
  if (keyScopes !== null) requireScopeNames('keyScopes of adminViews()', keyScopes)
  if (keys === undefined) return null

  const word = keyHeader.toLowerCase() === 'authorization' ? `${keyKeyword} ` : ''
  return { store: keys, scopes: keyScopes, sent: (key) => `${keyHeader}: ${word}${key}` }
}
