import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '../database.ts'

/** The table of `kyselyThrottleStore`: one row for each recently counted client. */
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
