import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '../database.ts'

/** The table of `kyselyThrottleStore`: one row for each client that was counted lately. */
export const throttleMigration: Migration = {
  async up(db) {
    const sqlite = isSqlite(db)
    const table = db.schema.createTable('turnpike_throttle')

    // What is lost when the server crashes is a few minutes of counting, and no commit waits for
    // the disk.
    await (sqlite ? table : table.modifyFront(sql`unlogged`))
      .addColumn('key', 'text', (key) => key.primaryKey())
      // Microseconds since 1970, oldest first. SQLite has no arrays: there it is the text of a JSON
      // one.
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
