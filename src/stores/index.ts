/** For custom stores: their interfaces, rules and helpers. @module */

// Users

export {
  type Account,
  type Accounts,
  InvalidUser,
  isUsername,
  LastAdmin,
  maxEmailLength,
  maxUsernameLength,
  type NewUser,
  requireEmail,
  requireNewUser,
  type User,
  type UserChangeOptions,
  type UserChanges,
  type UserDirectory,
  type UserFilter,
  UserNotFound,
  UsernameTaken,
  type UserStore,
  type Verified,
} from '../accounts/index.ts'

// Passwords

export {
  type KnownPassword,
  maxPasswordBytes,
  type PasswordHasher,
  requirePassword,
  verifyPassword,
} from '../accounts/index.ts'

// Tokens

export {
  generateTokenKey,
  isTokenKey,
  SignInOutdated,
  type Token,
  type TokenOptions,
  type TokenStore,
  TokenUnreadable,
} from '../accounts/index.ts'

// API keys

export {
  type ApiKey,
  type ApiKeyFilter,
  type ApiKeyOptions,
  type ApiKeyStore,
  InvalidApiKey,
  type IssuedApiKey,
  isAllowedFrom,
  isApiKeyText,
  type NewApiKey,
  requireNewApiKey,
} from '../accounts/index.ts'

// Sessions

export type {
  Session,
  SessionLifetime,
  SessionStart,
  SessionStore,
  SessionUsers,
} from '../accounts/index.ts'

// Refresh tokens and signing keys

export type {
  NewRefreshFamily,
  RefreshFamily,
  RefreshToken,
  RefreshTokenStore,
} from '../accounts/pairs/refresh-token-store.ts'
export type { SigningKeyStore, StoredSigningKey } from '../accounts/pairs/signing-key-store.ts'

// Tokens against cross-site request forgery

export type { CsrfComparison, CsrfTokens } from '../authentication/csrf/csrf-tokens.ts'

// Throttles

export {
  parseRate,
  type Rate,
  type ThrottleDecision,
  type ThrottleStore,
} from '../throttling/index.ts'

// Replays

export type { ReplayStore } from '../http/replays/replay-store.ts'

// Items

export {
  type ItemKey,
  type ItemSet,
  type ItemStore,
  type Keyset,
  type KeysetWindow,
  type Ordering,
  type OrderingTerm,
  orderingTerm,
  type PlacedItem,
  type Position,
  type TransactionalStore,
} from '../items/index.ts'

// Transactions

export type { Transactions } from '../items/item-store.ts'
