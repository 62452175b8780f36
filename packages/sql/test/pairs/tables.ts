import { sql } from 'kysely'
import { isSqlite } from '../../src/kysely/database.ts'
import { type AnyDatabase, identity, migrate } from '../../src/kysely/index.ts'

/** The tables of the suites. Those that refer to others come first. */
export const tableNames = ['loan', 'reader', 'book', 'note_tag', 'thing', 'entry'] as const

export type TableName = (typeof tableNames)[number]

/** The fields of the keys other than `id`. */
export const keyOf = (table: TableName): readonly string[] | undefined =>
  table === 'note_tag' ? ['note_id', 'tag_id'] : undefined

/** Makes the tables of the suites and those of the accounts. The ORMs only describe them. */
export async function makeTables(db: AnyDatabase): Promise<void> {
  await migrate(db)
  const { schema } = db
  await schema
    .createTable('book')
    .addColumn('id', 'integer', identity(db))
    .addColumn('title', 'text', (title) => title.notNull())
    .addColumn('rating', 'integer')
    .execute()
  await schema
    .createTable('note_tag')
    .addColumn('note_id', 'integer', (id) => id.notNull())
    .addColumn('tag_id', 'integer', (id) => id.notNull())
    .addColumn('weight', 'integer')
    .addPrimaryKeyConstraint('note_tag_key', ['note_id', 'tag_id'])
    .execute()
  await schema
    .createTable('thing')
    .addColumn('id', 'integer', identity(db))
    .addColumn('at', isSqlite(db) ? 'timestamptz' : 'timestamptz(6)')
    .addColumn('big', 'bigint')
    .addColumn('price', 'numeric(20, 6)')
    .addColumn('rank', 'integer')
    .addColumn('done', 'boolean')
    .addColumn('name', 'text')
    .execute()
  await schema
    .createTable('reader')
    .addColumn('id', 'integer', identity(db))
    .addColumn('name', 'text', (name) => name.notNull())
    .execute()
  await schema
    .createTable('loan')
    .addColumn('id', 'integer', identity(db))
    .addColumn('code', 'varchar(8)', (code) => code.notNull().unique())
    .addColumn('reader_id', 'integer', (id) => id.notNull().references('reader.id'))
    .addColumn('shelf', 'integer')
    .addColumn('place', 'integer')
    .addColumn('copies', 'integer', (copies) => copies.check(sql`copies >= 0`))
    .addUniqueConstraint('loan_place', ['shelf', 'place'])
    .execute()
  await schema
    .createTable('entry')
    .addColumn('id', 'integer', identity(db))
    .addColumn('owner', 'integer')
    .addColumn('title', 'text', (title) => title.notNull())
    .execute()
}

/** Removes all rows, so that the next case finds the tables empty. */
export async function emptyTables(db: AnyDatabase): Promise<void> {
  if (isSqlite(db)) {
    await db.transaction().execute(async (db) => {
      for (const table of [...tableNames, 'turnpike_user']) await db.deleteFrom(table).execute()
    })
    return
  }
  const all = [...tableNames, 'turnpike_user'].map((table) => `delete from ${table};`).join('')
  await sql.raw(`do $$ begin ${all} end $$`).execute(db)
}
