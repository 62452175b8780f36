import type { Migration } from 'kysely/migration'
import { isSqlite } from '../../database.ts'

/** The tables of refresh tokens, one row for each sign-in, and of the keys that sign. */
export const tokenPairMigration: Migration = {
  async up(db) {
    const moment = isSqlite(db) ? 'text' : 'timestamptz'

    await db.schema
      .createTable('turnpike_refresh_family')
      .addColumn('id', 'text', (id) => id.primaryKey())
      .addColumn('user_id', 'integer', (userId) =>
        userId.notNull().references('turnpike_user.id').onDelete('cascade'),
      )
      .addColumn('password_stamp', 'text', (stamp) => stamp.notNull())
      .addColumn('scopes', 'text')
      .addColumn('created', moment, (created) => created.notNull())
      .addColumn('ends', moment, (ends) => ends.notNull())
      .addColumn('digest', 'text', (digest) => digest.notNull())
      .addColumn('previous', 'text')
      .addColumn('salt', 'text', (salt) => salt.notNull())
      .addColumn('issued', moment, (issued) => issued.notNull())
      .addColumn('expires', moment, (expires) => expires.notNull())
      .execute()
    for (const column of ['user_id', 'expires']) {
      await db.schema
        .createIndex(`turnpike_refresh_family_${column}`)
        .on('turnpike_refresh_family')
        .column(column)
        .execute()
    }

    await db.schema
      .createTable('turnpike_signing_key')
      .addColumn('id', 'text', (id) => id.primaryKey())
      // Unique, so that one of several processes adds the next key. Empty for the first.
      .addColumn('follows', 'text', (follows) => follows.notNull().unique())
      .addColumn('algorithm', 'text', (algorithm) => algorithm.notNull())
      .addColumn('sealed', 'text', (sealed) => sealed.notNull())
      .addColumn('secret_id', 'text', (secretId) => secretId.notNull())
      .addColumn('created', moment, (created) => created.notNull())
      .addColumn('signs_from', moment, (signsFrom) => signsFrom.notNull())
      .execute()
  },
}
