import * as newestPg from 'drizzle-orm/pg-core'
import * as newestSqlite from 'drizzle-orm/sqlite-core'
import { isSqlite } from '../../../src/kysely/database.ts'
import { type AnyDatabase, identity } from '../../../src/kysely/index.ts'

/** Users and tokens with names of the application's own. */
export const onSqlite = (sqlite = newestSqlite) => {
  const people = sqlite.sqliteTable('person', {
    id: sqlite.integer().primaryKey(),
    login: sqlite.text('login_name').notNull().unique(),
    passwordHash: sqlite.text('password_hash'),
    email: sqlite.text(),
    isActive: sqlite.integer('is_active', { mode: 'boolean' }).notNull(),
    isStaff: sqlite.integer('is_staff', { mode: 'boolean' }).notNull(),
    deactivations: sqlite.integer().notNull(),
    team: sqlite.text().notNull(),
  })
  const tokens = sqlite.sqliteTable('access_token', {
    digest: sqlite.text().primaryKey(),
    personId: sqlite.integer('person_id').notNull().unique(),
    sealed: sqlite.text().notNull(),
    secretId: sqlite.text('secret_id').notNull(),
    created: sqlite.integer({ mode: 'timestamp_ms' }).notNull(),
    lastUsed: sqlite.integer('last_used', { mode: 'timestamp_ms' }),
  })
  return { people, tokens }
}

export const onPostgres = (pg = newestPg) => {
  const people = pg.pgTable('person', {
    id: pg.integer().primaryKey().generatedByDefaultAsIdentity(),
    login: pg.text('login_name').notNull().unique(),
    passwordHash: pg.text('password_hash'),
    email: pg.text(),
    isActive: pg.boolean('is_active').notNull(),
    isStaff: pg.boolean('is_staff').notNull(),
    deactivations: pg.integer().notNull(),
    team: pg.text().notNull(),
  })
  const tokens = pg.pgTable('access_token', {
    digest: pg.text().primaryKey(),
    personId: pg.integer('person_id').notNull().unique(),
    sealed: pg.text().notNull(),
    secretId: pg.text('secret_id').notNull(),
    created: pg.timestamp({ withTimezone: true }).notNull(),
    lastUsed: pg.timestamp('last_used', { withTimezone: true }),
  })
  return { people, tokens }
}

export async function makeTables(db: AnyDatabase): Promise<void> {
  const moment = isSqlite(db) ? 'integer' : 'timestamptz'
  await db.schema
    .createTable('person')
    .addColumn('id', 'integer', identity(db))
    .addColumn('login_name', 'text', (name) => name.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('email', 'text')
    .addColumn('is_active', 'boolean', (is) => is.notNull())
    .addColumn('is_staff', 'boolean', (is) => is.notNull())
    .addColumn('deactivations', 'integer', (count) => count.notNull())
    .addColumn('team', 'text', (team) => team.notNull())
    .execute()
  await db.schema
    .createTable('access_token')
    .addColumn('digest', 'text', (digest) => digest.notNull().primaryKey())
    .addColumn('person_id', 'integer', (id) => id.notNull().unique())
    .addColumn('sealed', 'text', (sealed) => sealed.notNull())
    .addColumn('secret_id', 'text', (id) => id.notNull())
    .addColumn('created', moment, (created) => created.notNull())
    .addColumn('last_used', moment)
    .execute()
}
