import type { Migration } from 'kysely/migration'
import { isSqlite } from '../../database.ts'

/** The table of API keys. */
export const apiKeyMigration: Migration = {
  async up(db) {
    const moment = isSqlite(db) ? 'text' : 'timestamptz'
    await db.schema
      .createTable('turnpike_api_key')
      .addColumn('id', 'text', (id) => id.primaryKey())
      .addColumn('user_id', 'integer', (userId) =>
        userId.notNull().references('turnpike_user.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (name) => name.notNull())
      .addColumn('prefix', 'text', (prefix) => prefix.notNull())
      .addColumn('digest', 'text', (digest) => digest.notNull().unique())
      .addColumn('sealed', 'text', (sealed) => sealed.notNull())
      .addColumn('secret_id', 'text', (secretId) => secretId.notNull())
      .addColumn('scopes', 'text', (scopes) => scopes.notNull())
      .addColumn('allowed_addresses', 'text')
      .addColumn('created', moment, (created) => created.notNull())
      .addColumn('expires', moment)
      .addColumn('last_used', moment)
      .execute()

    // The keys of a user in order of creation, without a sort.
    await db.schema
      .createIndex('turnpike_api_key_user_id')
      .on('turnpike_api_key')
      .columns(['user_id', 'created', 'id'])
      .execute()
    await db.schema
      .createIndex('turnpike_api_key_secret_id')
      .on('turnpike_api_key')
      .columns(['secret_id', 'id'])
      .execute()
  },
}
