import type { SessionDirectory } from '../../accounts/session-directory.ts'
import type { SessionStore } from '../../accounts/session-store.ts'
import type { TokenStore } from '../../accounts/token-store.ts'
import type { User } from '../../accounts/user.ts'
import type { UserDirectory } from '../../accounts/user-directory.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { View } from '../../views/view.ts'
import type { AdminKeys } from './keys/admin-keys.ts'

/** The stores and options that every page of the admin needs. */
export interface Admin<U extends User = User> {
  readonly users: UserDirectory<U>
  readonly tokens: TokenStore<U>
  readonly sessions: SessionStore<U>
  /** The same store, if it can list its sessions. */
  readonly directory: SessionDirectory<U> | null
  /** Null if the service has no API keys. */
  readonly keys: AdminKeys<U> | null
  readonly urls: AdminUrls
  /** The word before a key in the Authorization header. */
  readonly tokenKeyword: string
}

/** A request to a page of the admin. */
export interface Visit<U extends User = User> {
  readonly admin: Admin<U>
  readonly request: ApiRequest
  readonly view: View
  /** Its sender, who is active and staff. */
  readonly actor: U
}

/** A request to a page about one user. */
export interface UserVisit<U extends User = User> extends Visit<U> {
  readonly subject: U
}

/** Paths of the admin's pages. */
export interface AdminUrls {
  readonly overview: string
  readonly users: string
  readonly addUser: string
  readonly sessions: string
  readonly tokens: string
  readonly keys: string
  /** The list of the sessions of a user. */
  sessionsOf(user: Pick<User, 'pk'>): string
  /** The list of the API keys of a user. */
  keysOf(user: Pick<User, 'pk'>): string
  /** The page of a user, or one below it: `token/reveal/`. */
  user(user: Pick<User, 'pk'>, below?: string): string
}

/** @param path the path of the admin, with a slash at both ends. */
export const adminUrls = (path: string): AdminUrls => ({
  overview: path,
  users: `${path}users/`,
  addUser: `${path}users/add/`,
  sessions: `${path}sessions/`,
  tokens: `${path}tokens/`,
  keys: `${path}keys/`,
  sessionsOf: ({ pk }) => `${path}sessions/?user=${encodeURIComponent(pk)}`,
  keysOf: ({ pk }) => `${path}keys/?user=${encodeURIComponent(pk)}`,
  user: ({ pk }, below = '') => `${path}users/${encodeURIComponent(pk)}/${below}`,
})

/** Whether the page is about its own viewer. */
export const isSelf = ({ actor, subject }: UserVisit): boolean => actor.pk === subject.pk
