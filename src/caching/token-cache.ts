import type { ChangeToken } from './change-token.ts'
import { Lru } from './lru.ts'

/**
 * A cache of what was read under a change token. It has the entries of one token at a time, since
 * no token comes back.
 *
 * @param max most entries. The least recently used are evicted.
 * @returns the entries of a token. What is added to those of an older token is lost.
 */
export function tokenCache<Value>(max: number): (token: ChangeToken) => Lru<string, Value> {
  let latest: { readonly token: ChangeToken; readonly entries: Lru<string, Value> } | undefined

  return (token) => {
    if (latest?.token !== token) latest = { token, entries: new Lru({ max }) }
    return latest.entries
  }
}
