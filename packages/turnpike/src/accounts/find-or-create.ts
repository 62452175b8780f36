import type { User } from './user.ts'
import { UsernameTaken, type UserStore } from './user-store.ts'

/**
 * The user with this name, created without a password if there is none.
 *
 * @throws InvalidUser when no user can have that name.
 */
export async function findOrCreate<U extends User>(
  users: Pick<UserStore<U>, 'find' | 'create'>,
  username: string,
): Promise<U | null> {
  const found = await users.find(username)
  if (found !== null) return found
  try {
    return await users.create({ username, password: null })
  } catch (error) {
    // Another request of the same new user was faster.
    if (error instanceof UsernameTaken) return users.find(username)
    throw error
  }
}
