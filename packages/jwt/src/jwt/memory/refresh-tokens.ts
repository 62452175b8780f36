import type { User } from 'turnpike'
import {
  currentStamp,
  isCurrent,
  knownOptions,
  type RefreshFamily,
  type RefreshTokenStore,
  type SessionUsers,
} from 'turnpike/kit'

export interface MemoryRefreshTokensOptions<U extends User> {
  /** The store of the users. */
  users: SessionUsers<U>
}

export const memoryRefreshTokensOptions = knownOptions<MemoryRefreshTokensOptions<User>>(
  'memoryRefreshTokens()',
  { users: 'required' },
  { isOpen: true },
)

/**
 * Refresh tokens in the memory of this process, for tests and experiments. They end when it
 * restarts, and other processes do not know them.
 */
export function memoryRefreshTokens<U extends User>(
  options: MemoryRefreshTokensOptions<U>,
): RefreshTokenStore<U> {
  memoryRefreshTokensOptions.require(options)
  const { users } = options
  const families = new Map<string, MemoryFamily>()

  /** The current user; null, and the family ends, when it is no longer theirs. */
  async function userOf(family: MemoryFamily): Promise<U | null> {
    const user = await users.find(family.username)
    if (user !== null && (await isCurrent(users, user, family))) return user
    families.delete(family.id)
    return null
  }

  const ofUser = (pk: User['pk']) => [...families.values()].filter((family) => family.pk === pk)

  return {
    async start(user, family, most) {
      const passwordStamp = await currentStamp(users, user, family.passwordStamp)
      for (const { id, expires } of families.values()) {
        if (expires <= family.issued) families.delete(id)
      }
      const { pk, username } = user
      const created = family.issued
      const started = { ...family, pk, username, passwordStamp, created, previous: null }
      families.set(family.id, started)
      if (most === null) return
      const others = ofUser(pk).filter(({ id }) => id !== family.id)
      const oldest = others.sort((a, b) => b.issued.getTime() - a.issued.getTime()).slice(most - 1)
      for (const { id } of oldest) families.delete(id)
    },

    async find(id) {
      const first = families.get(id)
      const user = first === undefined ? null : await userOf(first)
      // It may have ended or changed while the user was looked up.
      const family = families.get(id)
      if (user === null || family === undefined) return null
      const { pk, username, passwordStamp, ...found } = family
      return { ...found, user }
    },

    async replace(id, digest, next) {
      const family = families.get(id)
      if (family?.digest !== digest) return false
      families.set(id, { ...family, ...next, previous: digest })
      return true
    },

    end: async (id) => families.delete(id),

    async endAll({ pk }) {
      for (const { id } of ofUser(pk)) families.delete(id)
    },

    async count({ pk }, now) {
      const theirs = ofUser(pk).filter(({ expires }) => expires > now)
      return (await Promise.all(theirs.map(userOf))).filter((user) => user !== null).length
    },
  }
}

interface MemoryFamily extends Omit<RefreshFamily, 'user'> {
  readonly pk: User['pk']
  readonly username: string
  readonly passwordStamp: string
}
