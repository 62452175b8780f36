/** Accounts: users, their passwords, tokens and sessions, and the stores for these. @module */

export { isAllowedFrom } from './keys/allowed-addresses.ts'
export { type ApiKey, InvalidApiKey, type IssuedApiKey, type NewApiKey } from './keys/api-key.ts'
export type { ApiKeyOptions } from './keys/api-key-rules.ts'
export type { ApiKeyFilter, ApiKeyStore } from './keys/api-key-store.ts'
export { requireNewApiKey } from './keys/new-api-key.ts'
export {
  type MemoryAccounts,
  type MemoryAccountsOptions,
  memoryAccounts,
} from './memory/accounts.ts'
export { type MemorySessionsOptions, memorySessions } from './memory/sessions.ts'
export type { MemoryUsers } from './memory/users.ts'
export {
  isUsername,
  maxEmailLength,
  maxUsernameLength,
  requireEmail,
  requireNewUser,
} from './new-user.ts'
export type { KnownPassword } from './passwords/known-passwords.ts'
export type { PasswordHasher, PasswordWork } from './passwords/password-hasher.ts'
export {
  maxPasswordBytes,
  type Pbkdf2Options,
  pbkdf2,
  requirePassword,
  verifyPassword,
} from './passwords/passwords.ts'
export {
  type RefusalWork,
  type RefusalWorkOptions,
  refusalWork,
} from './passwords/refusal-work.ts'
export type { PasswordOwner, PasswordRules } from './passwords/rules/password-rules.ts'
export { type PasswordSettings, validatePassword } from './passwords/rules/validate-password.ts'
export type { SessionDirectory, SessionFilter, StoredSession } from './session-directory.ts'
export type {
  Session,
  SessionLifetime,
  SessionStart,
  SessionStore,
  SessionUsers,
} from './session-store.ts'
export { generateTokenKey, isApiKeyText, isTokenKey } from './token-key.ts'
export type { TokenOptions } from './token-rules.ts'
export { type Accounts, type Token, type TokenStore, TokenUnreadable } from './token-store.ts'
export { type Account, type AnonymousUser, anonymousUser, type NewUser, type User } from './user.ts'
export {
  LastAdmin,
  type UserChangeOptions,
  type UserChanges,
  type UserDirectory,
  type UserFilter,
} from './user-directory.ts'
export {
  InvalidUser,
  SignInOutdated,
  UserNotFound,
  UsernameTaken,
  type UserStore,
  type Verified,
} from './user-store.ts'
