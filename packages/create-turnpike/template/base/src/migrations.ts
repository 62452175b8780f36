import { identity, type Migrations } from '@turnpike/sql'

/** Run in the order of their names, once, after those of the accounts. */
export const migrations: Migrations = {
  '0001_note': {
    async up(db) {
      await db.schema
        .createTable('note')
        .addColumn('id', 'integer', identity(db))
        .addColumn('owner', 'integer', (owner) =>
          owner.notNull().references('turnpike_user.id').onDelete('cascade'),
        )
        .addColumn('title', 'varchar(100)', (title) => title.notNull())
        .addColumn('body', 'text', (body) => body.notNull())
        .addColumn('created', 'varchar(30)', (created) => created.notNull())
        .execute()
      await db.schema.createIndex('note_owner').on('note').columns(['owner', 'id']).execute()
    },
  },
}
