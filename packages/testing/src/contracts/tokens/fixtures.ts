import type { NewUser, Token, TokenStore, User } from 'turnpike'
import type { Opened } from '../contract.ts'

/** A token store under test. */
export interface OpenedTokens<U extends User = User> extends Opened {
  tokens: TokenStore<U>
  /** Creates a user known to the token store, as `users.create` does. */
  createUser(user: NewUser): Promise<U>
}

export const times = <Result>(count: number, make: () => Result): Result[] =>
  Array.from({ length: count }, make)

/** The tokens that can still be found, each once. */
export async function servingOf(tokens: TokenStore, created: readonly Token[]): Promise<Token[]> {
  const keys = [...new Set(created.map(({ key }) => key))]
  const found = await Promise.all(keys.map((key) => tokens.find(key)))
  return found.filter((token) => token !== null)
}
