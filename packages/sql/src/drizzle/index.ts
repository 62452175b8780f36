/** Items of a Drizzle schema, over the connections of a Kysely. @module */

// The database

export { type DrizzleDatabase, kyselyOf } from './kysely-of.ts'
export {
  type DrizzleProxy,
  type DrizzleSqlite,
  type DrizzleSqliteResult,
  drizzleSqlite,
} from './sqlite/drizzle-sqlite.ts'

// Items

export { type DrizzleItemsOptions, drizzleItems } from './items.ts'
export type { DrizzleQuery } from './queries/select-query.ts'
export { type DrizzleStoreOptions, drizzleStore, type SchemaTable } from './store/store.ts'

// Accounts

export {
  type DrizzleAccounts,
  type DrizzleAccountsOptions,
  drizzleAccounts,
} from './accounts/accounts.ts'
export type { DrizzleUser } from './accounts/fields.ts'
export type { DrizzleUsers } from './accounts/users.ts'
