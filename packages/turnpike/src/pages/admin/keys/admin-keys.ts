import type { ApiKey } from '../../../accounts/keys/api-key.ts'
import type { ApiKeyStore } from '../../../accounts/keys/api-key-store.ts'
import type { User } from '../../../accounts/user.ts'

/** The API keys of a service, as the admin handles them. */
export interface AdminKeys<U extends User = User> {
  readonly store: ApiKeyStore<U>
  /** The scopes that may be given to a key. Null means any. */
  readonly scopes: readonly string[] | null
  /** How a key is sent: `Authorization: Api-Key tk_3fHq2Z…`. */
  sent(key: string): string
}

/** How many API keys a user has, and the newest of them. */
export interface KeySummary<U extends User = User> {
  readonly count: number
  readonly newest: readonly ApiKey<U>[]
}

/** @param most how many of the newest keys to read. */
export async function keySummaryOf<U extends User>(
  { store }: AdminKeys<U>,
  user: U,
  most: number,
): Promise<KeySummary<U>> {
  const all = store.search({ user })
  const [count, newest] = await Promise.all([all.count(), all.orderBy(['-created']).slice(0, most)])
  return { count, newest }
}

/**
 * Identifies the keys of a user in a form: the same form, sent again by a reload, is noticed,
 * because there is one key more.
 */
export async function markOf<U extends User>(keys: AdminKeys<U>, user: U): Promise<string> {
  const { count, newest } = await keySummaryOf(keys, user, 1)
  return `${count} ${newest[0]?.id ?? ''}`
}
