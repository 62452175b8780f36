import { identity, type Migrations } from '@turnpike/sql'
import { type Kysely, sql } from 'kysely'

/** Run in the order of their names, once, after those of the accounts. */
export const migrations: Migrations = {
  '0001_notes': { up: createNotes },
  '0002_orders': { up: createOrders },
  '0003_owners': { up: createOwnerIndex },
}

async function createNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('note')
    .addColumn('id', 'integer', identity(db))
    .addColumn('title', 'varchar(100)', (title) => title.notNull())
    .addColumn('body', 'text', (body) => body.notNull())
    .addColumn('priority', 'integer', (priority) => priority.notNull())
    .addColumn('rating', sql`numeric(3, 2)`, (rating) => rating.notNull())
    .addColumn('created', 'text', (created) => created.notNull())
    .addColumn('owner', 'integer', (owner) =>
      owner.notNull().references('turnpike_user.id').onDelete('cascade'),
    )
    .execute()

  // The order of the timeline, newest first.
  await db.schema.createIndex('note_created').on('note').columns(['created', 'id']).execute()
}

/** An index for each order that a client may choose: without one, each page sorts the whole list. */
async function createOrders(db: Kysely<unknown>): Promise<void> {
  for (const column of ['title', 'priority', 'rating']) {
    await db.schema.createIndex(`note_${column}`).on('note').columns([column, 'id']).execute()
  }
}

/** For `?owner=2`: without it, each page of one user's notes reads those of all. */
async function createOwnerIndex(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('note_owner').on('note').columns(['owner', 'id']).execute()
}
