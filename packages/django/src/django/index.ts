/** The accounts of a Django service, in its own tables. @module */

// Accounts

export {
  type DjangoAccounts,
  type DjangoAccountsOptions,
  djangoAccounts,
} from './accounts/accounts.ts'
export { KnoxLimitReached, type KnoxToken } from './accounts/knox/issuing.ts'
export type { DjangoKnox } from './accounts/knox/knox.ts'
export type { DjangoKnoxOptions } from './accounts/knox/options.ts'
export type { DjangoUser } from './accounts/users/rows.ts'
export type { DjangoUserTable, PkType } from './accounts/users/table.ts'
export type { DjangoUsers } from './accounts/users/users.ts'

// Passwords

export type { DjangoPasswordFormat } from './passwords/formats.ts'
export {
  type DjangoPasswordsOptions,
  djangoPasswords,
  type NewPasswordFormat,
} from './passwords/passwords.ts'

// Sessions

export { djangoCsrfTokens } from './csrf-tokens.ts'
export type { DjangoSessions, DjangoSessionsOptions } from './sessions/index.ts'

// Tokens of simplejwt

export type {
  DjangoJwt,
  DjangoJwtAlgorithm,
  DjangoJwtAuth,
  DjangoJwtOptions,
  DjangoJwtViewsOptions,
} from './jwt/index.ts'

// Permissions

export {
  type DjangoModelPermissionsOptions,
  type DjangoPermissions,
  type DjangoPermissionsOptions,
  djangoModelPermissions,
  type MethodPermissions,
} from './permissions/index.ts'
