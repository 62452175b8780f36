import type { User } from '../user.ts'
import { type RevocationSubject, reportRevocation } from './report.ts'

/** The subject of a call, from its first argument. */
// biome-ignore lint/suspicious/noExplicitAny: the methods of stores have various arguments.
type SubjectOf = (given: any) => RevocationSubject

const ofUser: SubjectOf = (user: Pick<User, 'pk'>) => ({ user })

/** The same users. Their changes are reported. */
export const reportingUsers = <Store extends object>(users: Store): Store =>
  reporting(users, { setPassword: ofUser, setActive: ofUser, update: ofUser })

/** The same tokens. Those that end are reported. */
export const reportingTokens = <Store extends object>(tokens: Store): Store =>
  reporting(tokens, { regenerate: ofUser, revoke: ofUser })

/** The same sessions. Those that end are reported. */
export const reportingSessions = <Store extends object>(sessions: Store): Store =>
  reporting(sessions, {
    end: (sessionId: string) => ({ sessionId }),
    endAll: ofUser,
    endByDigest: (sessionDigest: string) => ({ sessionDigest }),
  })

/** The same API keys. Those that are revoked are reported. */
export const reportingKeys = <Store extends object>(keys: Store): Store =>
  reporting(keys, { revoke: (apiKey: { id: string }) => ({ apiKey }), revokeAll: ofUser })

/** The same store. The calls of these methods, of those that it has, are reported when done. */
function reporting<Store extends object>(
  store: Store,
  subjects: Readonly<Record<string, SubjectOf>>,
): Store {
  const methods = Object.entries(subjects).flatMap(([name, subjectOf]) => {
    const method: unknown = Reflect.get(store, name)
    if (typeof method !== 'function') return []
    const reported = async (...given: unknown[]): Promise<unknown> => {
      const result: unknown = await method.apply(store, given)
      reportRevocation(subjectOf(given[0]))
      return result
    }
    return [[name, reported]]
  })
  return { ...store, ...Object.fromEntries(methods) }
}
