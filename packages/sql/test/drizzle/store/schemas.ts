import { sql as newestSql } from 'drizzle-orm'
import * as newestPg from 'drizzle-orm/pg-core'
import * as newestSqlite from 'drizzle-orm/sqlite-core'
import { sql } from 'kysely'
import { isSqlite } from '../../../src/kysely/database.ts'
import { type AnyDatabase, identity } from '../../../src/kysely/index.ts'

/** Types of an application, which store something else than they show. */
const codes = {
  dataType: () => 'text',
  toDriver: (code: string) => `p_${code}`,
  fromDriver: (stored: string) => stored.slice(2),
}
const amounts = {
  dataType: () => 'integer',
  toDriver(amount: number) {
    if (typeof amount !== 'number') throw new TypeError('An amount is a number.')
    return Math.round(amount * 100)
  },
  fromDriver: (cents: number) => cents / 100,
}

/** The same tables for both databases, with other names in the database than in TypeScript. */
export const onSqlite = (sqlite = newestSqlite, drizzleSql = newestSql) => {
  const people = sqlite.sqliteTable('person', {
    id: sqlite.integer().primaryKey(),
    fullName: sqlite.text('full_name').notNull().unique(),
  })
  const notes = sqlite.sqliteTable('note', {
    id: sqlite.integer().primaryKey({ autoIncrement: true }),
    /** The name of another field's column. */
    title: sqlite.text('name').notNull(),
    name: sqlite.text('label').$defaultFn(() => 'made'),
    ownerId: sqlite.integer('owner_id').references(() => people.id),
    isDone: sqlite.integer('is_done', { mode: 'boolean' }).notNull().default(false),
    meta: sqlite.text({ mode: 'json' }).$type<{ tags: string[] }>(),
    writtenAt: sqlite.integer('written_at', { mode: 'timestamp_ms' }),
    changed: sqlite.integer('change_count').$onUpdateFn(() => drizzleSql`3 + 4`),
    big: sqlite.numeric({ mode: 'bigint' }),
    size: sqlite.integer(),
    length: sqlite.integer('length').generatedAlwaysAs(drizzleSql`length(name)`),
  })
  const tags = sqlite.sqliteTable(
    'note_tag',
    {
      noteId: sqlite.integer('note_id').notNull(),
      tagId: sqlite.integer('tag_id').notNull(),
      weight: sqlite.integer(),
    },
    (tag) => [sqlite.primaryKey({ columns: [tag.noteId, tag.tagId] })],
  )
  const countries = sqlite.sqliteTable('country', {
    code: sqlite.text().primaryKey(),
    words: sqlite.text('words'),
  })
  const loose = sqlite.sqliteTable('loose', { id: sqlite.integer().notNull(), a: sqlite.integer() })
  const prices = sqlite.sqliteTable('price', {
    code: sqlite.customType<{ data: string; driverData: string }>(codes)().primaryKey(),
    amount: sqlite.customType<{ data: number; driverData: number }>(amounts)(),
    paidAt: sqlite.integer('paid_at', { mode: 'timestamp' }),
  })
  return { people, notes, tags, countries, loose, prices }
}

export const onPostgres = (pg = newestPg, drizzleSql = newestSql) => {
  const people = pg.pgTable('person', {
    id: pg.integer().primaryKey().generatedByDefaultAsIdentity(),
    fullName: pg.text('full_name').notNull().unique(),
  })
  const notes = pg.pgTable('note', {
    id: pg.integer().primaryKey().generatedByDefaultAsIdentity(),
    title: pg.text('name').notNull(),
    name: pg.varchar('label', { length: 10 }).$defaultFn(() => 'made'),
    ownerId: pg.integer('owner_id').references(() => people.id),
    isDone: pg.boolean('is_done').notNull().default(false),
    meta: pg.jsonb().$type<{ tags: string[] }>(),
    writtenAt: pg.timestamp('written_at', { withTimezone: true }),
    changed: pg.integer('change_count').$onUpdateFn(() => drizzleSql`3 + 4`),
    big: pg.bigint({ mode: 'bigint' }),
    size: pg.integer(),
    length: pg.integer('length').generatedAlwaysAs(drizzleSql`length(name)`),
  })
  const tags = pg.pgTable(
    'note_tag',
    {
      noteId: pg.integer('note_id').notNull(),
      tagId: pg.integer('tag_id').notNull(),
      weight: pg.integer(),
    },
    (tag) => [pg.primaryKey({ columns: [tag.noteId, tag.tagId] })],
  )
  const countries = pg.pgTable('country', { code: pg.text().primaryKey(), words: pg.text('words') })
  const loose = pg.pgTable('loose', { id: pg.integer().notNull(), a: pg.integer() })
  const prices = pg.pgTable('price', {
    code: pg.customType<{ data: string; driverData: string }>(codes)().primaryKey(),
    amount: pg.customType<{ data: number; driverData: number }>(amounts)(),
    paidAt: pg.timestamp('paid_at', { withTimezone: true }),
  })
  return { people, notes, tags, countries, loose, prices }
}

export async function makeTables(db: AnyDatabase): Promise<void> {
  const onSqlite = isSqlite(db)
  await db.schema
    .createTable('person')
    .addColumn('id', 'integer', identity(db))
    .addColumn('full_name', 'text', (name) => name.notNull().unique())
    .execute()
  await db.schema
    .createTable('note')
    .addColumn('id', 'integer', identity(db))
    .addColumn('name', 'text', (name) => name.notNull())
    .addColumn('label', 'varchar(10)')
    .addColumn('owner_id', 'integer', (id) => id.references('person.id'))
    // On SQLite the schema of Drizzle has the only default.
    .addColumn('is_done', 'boolean', (done) =>
      onSqlite ? done.notNull() : done.notNull().defaultTo(false),
    )
    .addColumn('meta', 'jsonb')
    .addColumn('written_at', onSqlite ? 'integer' : 'timestamptz')
    .addColumn('change_count', 'integer')
    .addColumn('big', 'bigint')
    .addColumn('size', 'integer', (size) => size.check(sql`size >= 0`))
    .addColumn('length', 'integer', (length) =>
      length.generatedAlwaysAs(sql`length(name)`).stored(),
    )
    .addColumn('secret', 'text', (secret) => secret.defaultTo('not in the schema'))
    .addUniqueConstraint('note_place', ['label', 'size'])
    .execute()
  await db.schema
    .createTable('note_tag')
    .addColumn('note_id', 'integer', (id) => id.notNull())
    .addColumn('tag_id', 'integer', (id) => id.notNull())
    .addColumn('weight', 'integer')
    .addPrimaryKeyConstraint('note_tag_key', ['note_id', 'tag_id'])
    .execute()
  await db.schema
    .createTable('country')
    .addColumn('code', 'text', (code) => code.notNull().primaryKey())
    .addColumn('words', 'text')
    .execute()
  await db.schema
    .createTable('loose')
    .addColumn('id', 'integer', (id) => id.notNull())
    .addColumn('a', 'integer')
    .execute()
  await db.schema
    .createTable('price')
    .addColumn('code', 'text', (code) => code.notNull().primaryKey())
    .addColumn('amount', 'integer')
    .addColumn('paid_at', onSqlite ? 'integer' : 'timestamptz')
    .execute()
}
