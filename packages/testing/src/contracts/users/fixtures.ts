import type { NewUser, User, UserStore } from 'turnpike'
import type { Opened } from '../contract.ts'

/** A user store under test. */
export interface OpenedUsers<U extends User = User> extends Opened {
  users: UserStore<U>
}

/** A new user who has no password. */
export const named = (username: string): NewUser => ({ username, password: null })

/** A user like this one that no store has, with a pk of the same type. */
export const stranger = <U extends User>(user: U): U => ({
  ...user,
  pk: typeof user.pk === 'number' ? 4711 : crypto.randomUUID(),
  username: 'stranger',
})

/** The names of all users, in the order of the store. */
export async function namesOf(users: UserStore): Promise<string[]> {
  const names: string[] = []
  for await (const { username } of users.all()) names.push(username)
  return names
}
