import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isSqlite } from '../../database.ts'

/** The table of `kyselyReplayStore`: one row for each id that was used recently. */
export const replayMigration: Migration = {
  async up(db) {
    const table = db.schema.createTable('turnpike_replay')

    // A crash of the server forgets a few minutes of ids; in return no request waits for the disk.
    await (isSqlite(db) ? table : table.modifyFront(sql`unlogged`))
      .addColumn('digest', 'text', (digest) => digest.primaryKey())
      // Milliseconds since 1970.
      .addColumn('expires', 'bigint', (expires) => expires.notNull())
      .execute()
    await db.schema
      .createIndex('turnpike_replay_expires')
      .on('turnpike_replay')
      .column('expires')
      .execute()
  },
}
