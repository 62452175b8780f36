import { type Token, TokenUnreadable } from '../../../accounts/token-store.ts'
import type { User } from '../../../accounts/user.ts'
import type { Admin } from '../visit.ts'

/** A user's token. Null if there is none. `unreadable`: its key cannot be read. */
export type TokenState<U extends User = User> = Token<U> | null | 'unreadable'

/** The state of the user's token. An unreadable token must not break the page. */
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

/** Identifies a token of the user in a form, to notice a replaced one. */
export const markOf = (state: TokenState): string | null =>
  state === null || state === 'unreadable' ? state : state.created.toISOString()
