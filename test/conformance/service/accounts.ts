import {
  type Account,
  memorySessions,
  type SessionStore,
  type Token,
  type TokenStore,
  type UserStore,
} from 'turnpike'
import { generateTokenKey } from 'turnpike/kit'
import type { Clock } from '../replay/clock.ts'
import type { World } from '../replay/scenario.ts'

export interface ScenarioAccounts {
  users: UserStore<Account>
  tokens: Pick<TokenStore<Account>, 'find' | 'getOrCreate' | 'regenerate'>
  sessions: SessionStore<Account>
  /** How a user named by the web server is handled: found, created when unknown, or ignored. */
  remoteUsers: 'create' | 'find' | 'ignore'
}

/**
 * The users and tokens of the world, with the primary keys and the token keys that it gives them.
 * Passwords are kept in clear text: the scenarios are about what the service answers.
 *
 * @param backends who may say that a user is who they claim to be. Default passwords alone.
 */
export function worldAccounts(
  world: World,
  backends: readonly string[] = ['ModelBackend'],
  clock: Clock,
): ScenarioAccounts {
  const users = new Map<string, { user: Account; password: string | null }>()
  const tokens = new Map<string, Token<Account>>()
  const created = new Date(0)

  for (const { pk, username, email, password, is_active, is_staff } of world.users) {
    const flags = { isActive: is_active, isStaff: is_staff, isAuthenticated: true } as const
    users.set(username, { user: { pk, username, email, created, ...flags }, password })
  }
  for (const { user: username, key } of world.tokens) {
    const user = users.get(username)?.user
    if (user === undefined) throw new Error(`A token is that of ${username}, who is unknown.`)
    tokens.set(key, { key, user, created })
  }

  const addToken = (user: Account): Token<Account> => {
    const token = { key: generateTokenKey(), user, created }
    tokens.set(token.key, token)
    return token
  }
  const tokenOf = (user: Account) => [...tokens.values()].find((token) => token.user === user)

  const sessions = memorySessions<Account>({
    users: {
      find: async (username) => users.get(username)?.user ?? null,
      passwordStamp: async ({ username }) => users.get(username)?.password ?? '',
    },
    now: () => new Date(clock.seconds * 1000),
  })

  return {
    sessions,
    remoteUsers: remoteUsersOf(backends),
    users: {
      find: async (username) => users.get(username)?.user ?? null,
      verify: async (username, password) => {
        const known = users.get(username)
        if (!backends.includes('ModelBackend') || known?.password !== password) return null
        return { user: known.user, passwordStamp: password }
      },
      create: async ({ username, password, email = '', isActive = true, isStaff = false }) => {
        const pk = Math.max(0, ...Array.from(users.values(), ({ user }) => user.pk)) + 1
        const flags = { isActive, isStaff, isAuthenticated: true } as const
        const user = { pk, username, email, created, ...flags }
        users.set(username, { user, password })
        return user
      },
      setPassword: async (user, password) => void users.set(user.username, { user, password }),
      setActive: async (user, isActive) => {
        const password = users.get(user.username)?.password ?? null
        users.set(user.username, { user: { ...user, isActive }, password })
      },
      async *all() {
        for (const { user } of users.values()) yield user
      },
    },
    tokens: {
      find: async (key) => tokens.get(key) ?? null,
      getOrCreate: async (user) => tokenOf(user) ?? addToken(user),
      regenerate: async (user) => {
        const token = tokenOf(user)
        if (token !== undefined) tokens.delete(token.key)
        return addToken(user)
      },
    },
  }
}

function remoteUsersOf(backends: readonly string[]): ScenarioAccounts['remoteUsers'] {
  if (backends.includes('RemoteUserBackend')) return 'create'
  return backends.includes('RemoteUserBackendNoCreate') ? 'find' : 'ignore'
}
