import type { ChangeToken } from './change-token.ts'
import { Lru } from './lru.ts'

/**
 * A cache of results read under a change token. It holds the entries of one token at a time,
 * because tokens are never reused.
 *
 * @param max the maximum number of entries. The least recently used are evicted.
 * @returns the entries of a token. Additions to the entries of an older token are lost.
 */
export function tokenCache<Value>(max: number): (token: ChangeToken) => Lru<string, Value> {
  let latest: { readonly token: ChangeToken; readonly entries: Lru<string, Value> } | undefined

  return (token) => {
    if (latest?.token !== token) latest = { token, entries: new Lru({ max }) }
    return latest.entries
  }
}
