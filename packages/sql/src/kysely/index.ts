/** Accounts and items in a SQL database, with Kysely. @module */

// Accounts

export {
  type KyselyAccounts,
  type KyselyAccountsOptions,
  kyselyAccounts,
} from './accounts/accounts.ts'
export { kyselyRefreshTokens } from './accounts/pairs/refresh-tokens.ts'
export { type KyselySigningKeysOptions, kyselySigningKeys } from './accounts/pairs/signing-keys.ts'
export type { RefreshFamilyTable, SigningKeyTable } from './accounts/pairs/tables.ts'
export type { SessionTable } from './accounts/sessions/session-row.ts'
export { type KyselySessionsOptions, kyselySessions } from './accounts/sessions/sessions.ts'
export type { AccountTables, ApiKeyTable, TokenTable, UserTable } from './accounts/tables.ts'
export {
  type RotatedTokens,
  type RotateTokensOptions,
  requireTokenSecrets,
  rotateTokens,
} from './accounts/token-secrets.ts'
export type { KyselyUsers } from './accounts/users.ts'

// Items

export { type KyselyItemsOptions, kyselyItems } from './items/items.ts'
export { integerKey, type ReadKey, textKey, uuidKey } from './items/keys.ts'
export { type KyselyStoreOptions, kyselyStore } from './items/store.ts'
export { constraintViolation, type RefusedWrite } from './violations/constraint-violation.ts'

// Counted tables

export { countedTable, dropCountedTable } from './counted/counted-table.ts'
export type { CountedTableOptions } from './counted/definition.ts'
export { type Folding, type FoldingOptions, startFolding } from './counted/folding.ts'
export {
  foldCounted,
  rebuildCounted,
  type VerifiedTable,
  verifyCounted,
} from './counted/maintenance.ts'

// Throttles, replays and idempotency keys

export {
  type KyselyIdempotencyStoreOptions,
  kyselyIdempotencyStore,
} from './idempotency/store.ts'
export { type KyselyReplayStoreOptions, kyselyReplayStore } from './replays/store.ts'
export { type KyselyThrottleStoreOptions, kyselyThrottleStore } from './throttles/store.ts'

// Transactions

export { currentTransaction, type KyselyTransactionsOptions, kyselyTransactions } from './atomic.ts'
export { outsideTransactions } from './transactions/scope.ts'

// Replicas

export {
  type ReplicaState,
  type ReplicasOptions,
  type Replicated,
  replicas,
} from './replicas/replicas.ts'

// The database

export { type AnyDatabase, isSqlite } from './database.ts'
export { databaseLoad } from './database-load.ts'
export { identity } from './identity.ts'
export { DatabaseNotMigrated, DatabaseTooNew } from './migrations/database-mismatch.ts'
export {
  type MigrateOptions,
  type MigrationState,
  migrate,
  migrationState,
  requireMigrated,
} from './migrations/migrate.ts'
export { MigrationFailed } from './migrations/migration-failed.ts'
export { MigrationRefused } from './migrations/migration-refused.ts'
export type { Migrations } from './migrations/migration-sets.ts'
export {
  type PreviewedMigration,
  type PreviewMigrationsOptions,
  previewMigrations,
} from './migrations/preview.ts'
export { type MigrationStatus, migrationStatus } from './migrations/status.ts'
export { type UndoMigrationsOptions, undoMigrations } from './migrations/undo.ts'
export { accountMigrations } from './migrations/versions/accounts.ts'
export { outageAwareDialect } from './outage-dialect.ts'
export { DatabaseUnavailable, databaseOutage } from './outages.ts'
export { type GivenClient, type GivenPool, postgresDialect } from './postgres/dialect.ts'
export { type PostgresPoolClass, postgresPool } from './postgres/sharing/postgres-pool.ts'
export { type PostgresTypeParsers, postgresTypes } from './postgres/types.ts'
export { type SqliteDialectOptions, sqliteDialect } from './sqlite/dialect.ts'
export { watchStatements } from './statements/watch-statements.ts'
