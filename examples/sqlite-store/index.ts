/** Stores for Turnpike in a SQLite database, by `node:sqlite` alone. */

export {
  type SqliteAccounts,
  type SqliteAccountsOptions,
  sqliteAccounts,
} from './accounts/accounts.ts'
export { type SqliteSessionsOptions, sqliteSessions } from './accounts/sessions.ts'
export type { SqliteUsers } from './accounts/users.ts'
export { sqliteReplayStore } from './counts/replays.ts'
export { type SqliteThrottleStoreOptions, sqliteThrottleStore } from './counts/throttles.ts'
export { openDatabase } from './database.ts'
export { type SqliteItemsOptions, sqliteItems } from './items/items.ts'
export { sqliteStore } from './items/store.ts'
