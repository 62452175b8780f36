import { type Token, TokenUnreadable } from '../../../accounts/token-store.ts'
import type { User } from '../../../accounts/user.ts'
import type { Admin } from '../visit.ts'

/** A user's token. Null: there is none. `unreadable`: there is one, and nobody can tell its key. */
export type TokenState<U extends User = User> = Token<U> | null | 'unreadable'

/** How it is with the user's token. One that cannot be read is no reason to show no page. */
export async function tokenStateOf<U extends User>(
  { tokens }: Admin<U>,
  user: U,
): Promise<TokenState<U>> {
  try {
    return await tokens.of(user)
  } catch (error) {
    if (error instanceof TokenUnreadable) return 'unreadable'
    throw error
  }
}

/** Tells one token of a user from the next, in a form. */
export const markOf = (state: TokenState): string | null =>
  state === null || state === 'unreadable' ? state : state.created.toISOString()
