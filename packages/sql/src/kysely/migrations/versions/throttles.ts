import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '../../database.ts'

/** The table of sliding windows: one row for each client that was counted recently. */
export const throttleMigration: Migration = {
  async up(db) {
    const sqlite = isSqlite(db)
    const table = db.schema.createTable('turnpike_throttle')

    // A crash of the server loses a few minutes of counts; in return no commit waits for the disk.
    await (sqlite ? table : table.modifyFront(sql`unlogged`))
      .addColumn('key', 'text', (key) => key.primaryKey())
      // Microseconds since 1970, oldest first. SQLite has no arrays, so there it is JSON.
      .addColumn('moments', sqlite ? 'text' : sql`bigint[]`, (moments) => moments.notNull())
      .addColumn('longest', 'bigint', (longest) => longest.notNull())
      .addColumn('expires', 'bigint', (expires) => expires.notNull())
      .execute()
    await db.schema
      .createIndex('turnpike_throttle_expires')
      .on('turnpike_throttle')
      .column('expires')
      .execute()
  },
}

/** The table of calendar rates: one row for each client, with what it used of a period. */
export const periodCountMigration: Migration = {
  async up(db) {
    // A month is long: unlike those of sliding windows, these counts survive a crash of the server.
    await db.schema
      .createTable('turnpike_period_count')
      .addColumn('key', 'text', (key) => key.primaryKey())
      // When the period begins and ends, in microseconds since 1970.
      .addColumn('start', 'bigint', (start) => start.notNull())
      .addColumn('expires', 'bigint', (expires) => expires.notNull())
      .addColumn('used', 'bigint', (used) => used.notNull())
      .execute()
    await db.schema
      .createIndex('turnpike_period_count_expires')
      .on('turnpike_period_count')
      .column('expires')
      .execute()
  },
}
