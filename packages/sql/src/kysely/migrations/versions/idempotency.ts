import type { Migration } from 'kysely/migration'

/** The table of `kyselyIdempotencyStore`: one row for each key whose work was done recently. */
export const idempotencyMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable('turnpike_idempotency')
      .addColumn('key', 'text', (key) => key.primaryKey())
      .addColumn('fingerprint', 'text', (fingerprint) => fingerprint.notNull())
      // Null if it was not kept.
      .addColumn('answer', 'text')
      // Milliseconds since 1970.
      .addColumn('expires', 'bigint', (expires) => expires.notNull())
      .execute()
    await db.schema
      .createIndex('turnpike_idempotency_expires')
      .on('turnpike_idempotency')
      .column('expires')
      .execute()
  },
}
