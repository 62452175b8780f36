import type { ItemSet } from '../../items/item-set.ts'
import type { User } from '../user.ts'
import type { ApiKey, IssuedApiKey, NewApiKey } from './api-key.ts'

/** Selects API keys. An absent condition matches all. */
export interface ApiKeyFilter<U extends User = User> {
  /** Whose keys. */
  user?: Pick<U, 'pk'>
  /** Part of the name, of the shown prefix or of the username, ignoring case. Default empty. */
  text?: string
  hasExpired?: boolean
}

/**
 * A store of API keys. It keeps no key in a form that could be sent.
 *
 * `apiKeyStoreContract` of `@turnpike/testing` has these promises as test cases for a store of your
 * own. The store is passed to `apiKeyAuthentication({ keys })` and `keyViews({ keys })`.
 */
export interface ApiKeyStore<U extends User = User> {
  /**
   * The API key that this text is the secret of, with its user as they are now, active or not. Null
   * when there is none, it has expired, or it may not be used from the address; all take as long.
   *
   * @param address of the client in canonical form; null if unknown. Default: from any address.
   *   `apiKeyAuthentication` checks it, too, but only a store can take as long for it.
   */
  find(key: string, address?: string | null): Promise<ApiKey<U> | null>

  /**
   * Records that a key is used: once a minute at most, and a moment later, so that requests do not
   * wait. A use that cannot be recorded is lost.
   */
  noteUse(apiKey: Pick<ApiKey<U>, 'id' | 'lastUsed'>): void

  /**
   * A new API key for the user.
   *
   * @throws InvalidApiKey when one of the fields is invalid.
   * @throws UserNotFound when the user no longer exists.
   */
  create(user: U, fields: NewApiKey): Promise<IssuedApiKey<U>>

  /**
   * The API keys that match the filter, expired ones too, in order of creation. They can be ordered
   * by `id`, `name`, `prefix`, `created`, `expires` and `lastUsed`.
   */
  search(filter?: ApiKeyFilter<U>): ItemSet<ApiKey<U>>

  /** The API key with this id, expired or not, or null. The id may be any string. */
  get(id: string): Promise<ApiKey<U> | null>

  /** Revokes an API key at once and for good. @returns whether there was one. */
  revoke(apiKey: Pick<ApiKey<U>, 'id'>): Promise<boolean>

  /** Revokes every API key of the user. @returns how many there were. */
  revokeAll(user: Pick<U, 'pk'>): Promise<number>
}
