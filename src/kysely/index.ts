/** Accounts and items in a SQL database, by Kysely. @module */

// Accounts

export type { AccountTables, TokenTable, UserTable } from './account-tables.ts'
export { type KyselyAccounts, type KyselyAccountsOptions, kyselyAccounts } from './accounts.ts'
export { type KyselySessionsOptions, kyselySessions, type SessionTable } from './sessions.ts'
export {
  type RotatedTokens,
  type RotateTokensOptions,
  requireTokenSecrets,
  rotateTokens,
} from './token-secrets.ts'
export type { KyselyUsers } from './users.ts'

// Items

export { type KyselyItemsOptions, kyselyItems } from './items.ts'
export { integerKey, type ReadKey, textKey, uuidKey } from './keys.ts'
export { type KyselyStoreOptions, kyselyStore } from './store.ts'
export { constraintViolation, type RefusedWrite } from './violations/constraint-violation.ts'

// Throttles

export { type KyselyThrottleStoreOptions, kyselyThrottleStore } from './throttle-store.ts'

// The database

export { accountMigrations } from './account-migrations.ts'
export type { AnyDatabase } from './database.ts'
export { identity } from './identity.ts'
export {
  DatabaseNotMigrated,
  DatabaseTooNew,
  type MigrateOptions,
  type MigrationState,
  type Migrations,
  migrate,
  migrationState,
  requireMigrated,
} from './migrations.ts'
export { outageAwareDialect } from './outage-dialect.ts'
export { DatabaseUnavailable, databaseOutage } from './outages.ts'
export { type PostgresTypeParsers, postgresTypes } from './postgres/types.ts'
export { type SqliteDialectOptions, sqliteDialect } from './sqlite/dialect.ts'
