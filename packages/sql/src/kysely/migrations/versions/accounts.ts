import type { Migration } from 'kysely/migration'
import { type AnyDatabase, isSqlite } from '../../database.ts'
import { apiKeyMigration } from './api-keys.ts'
import { idempotencyMigration } from './idempotency.ts'
import { replayMigration } from './replays.ts'
import { sealTokenTable } from './seal-token-table.ts'
import { periodCountMigration, throttleMigration } from './throttles.ts'
import { tokenPairMigration } from './token-pairs.ts'

/**
 * The migrations of the account tables. `migrate` runs them before the application's own and knows
 * the secrets. Without secrets they reject a database that has token keys in clear text.
 */
export const accountMigrations: Readonly<Record<string, Migration>> = accountMigrationsWith([])

/** @param secrets to seal token keys that are still in clear text. */
export function accountMigrationsWith(
  secrets: readonly string[],
): Readonly<Record<string, Migration>> {
  return {
    turnpike_0001_accounts: { up: createAccountTables },
    turnpike_0002_sessions: { up: createSessionTable },
    turnpike_0003_throttle: throttleMigration,
    turnpike_0004_deactivations: { up: addDeactivations },
    turnpike_0005_sealed_tokens: { up: (db: AnyDatabase) => sealTokenTable(db, secrets) },
    turnpike_0006_api_keys: apiKeyMigration,
    turnpike_0007_refresh_tokens: tokenPairMigration,
    turnpike_0008_replays: replayMigration,
    turnpike_0009_sessions_by_creation: { up: indexSessionsByCreation },
    turnpike_0010_period_counts: periodCountMigration,
    turnpike_0011_idempotency: idempotencyMigration,
  }
}

async function createAccountTables(db: AnyDatabase): Promise<void> {
  const sqlite = isSqlite(db)
  const moment = sqlite ? 'text' : 'timestamptz'

  await db.schema
    .createTable('turnpike_user')
    // Never reused, or a new user would own what a deleted one left behind.
    .addColumn('id', 'integer', (id) =>
      sqlite ? id.primaryKey().autoIncrement() : id.primaryKey().generatedByDefaultAsIdentity(),
    )
    .addColumn('username', 'text', (username) => username.notNull().unique())
    .addColumn('email', 'text', (email) => email.notNull())
    .addColumn('password', 'text')
    .addColumn('is_active', 'boolean', (isActive) => isActive.notNull())
    .addColumn('is_staff', 'boolean', (isStaff) => isStaff.notNull())
    .addColumn('created', moment, (created) => created.notNull())
    .execute()

  await db.schema
    .createTable('turnpike_token')
    .addColumn('key', 'text', (key) => key.primaryKey())
    .addColumn('user_id', 'integer', (userId) =>
      userId.notNull().unique().references('turnpike_user.id').onDelete('cascade'),
    )
    .addColumn('created', moment, (created) => created.notNull())
    .execute()
}

async function createSessionTable(db: AnyDatabase): Promise<void> {
  const moment = isSqlite(db) ? 'text' : 'timestamptz'

  await db.schema
    .createTable('turnpike_session')
    .addColumn('digest', 'text', (digest) => digest.primaryKey())
    .addColumn('user_id', 'integer', (userId) =>
      userId.notNull().references('turnpike_user.id').onDelete('cascade'),
    )
    .addColumn('password_stamp', 'text', (stamp) => stamp.notNull())
    .addColumn('created', moment, (created) => created.notNull())
    .addColumn('expires', moment, (expires) => expires.notNull())
    .addColumn('idle_seconds', 'integer')
    .addColumn('last_used', moment, (lastUsed) => lastUsed.notNull())
    .execute()

  for (const column of ['user_id', 'expires']) {
    await db.schema
      .createIndex(`turnpike_session_${column}`)
      .on('turnpike_session')
      .column(column)
      .execute()
  }
}

/** Changes permanently when a user is made inactive, for sessions stored elsewhere. */
async function addDeactivations(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('turnpike_user')
    .addColumn('deactivations', 'integer', (count) => count.notNull().defaultTo(0))
    .execute()
}

/** The admin lists the newest sessions first, of which a service may have hundreds of thousands. */
async function indexSessionsByCreation(db: AnyDatabase): Promise<void> {
  await db.schema
    .createIndex('turnpike_session_created')
    .on('turnpike_session')
    .column('created')
    .execute()
}
