import { relations } from 'drizzle-orm'
import {
  blob,
  integer,
  numeric,
  real,
  sqliteTable,
  text as textColumn,
} from 'drizzle-orm/sqlite-core'
import { sql } from 'kysely'
import type { AnyDatabase } from '../../../src/kysely/index.ts'

export const people = sqliteTable('person', {
  id: integer().primaryKey(),
  name: textColumn().notNull().unique(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
})

export const notes = sqliteTable('note', {
  id: integer().primaryKey(),
  title: textColumn().notNull(),
  ownerId: integer('owner_id')
    .notNull()
    .references(() => people.id),
  meta: textColumn({ mode: 'json' }).$type<{ tags: string[] }>(),
  written: integer({ mode: 'timestamp_ms' }),
  size: integer(),
  exact: numeric({ mode: 'bigint' }),
  weight: real(),
  bytes: blob({ mode: 'buffer' }),
})

export const noteRelations = relations(notes, ({ one }) => ({
  owner: one(people, { fields: [notes.ownerId], references: [people.id] }),
}))

export const peopleRelations = relations(people, ({ many }) => ({ notes: many(notes) }))

export const schema = { people, notes, noteRelations, peopleRelations }

export async function createTables(db: AnyDatabase): Promise<void> {
  await sql`create table person (
    id integer primary key, name text not null unique, is_active boolean not null default true)`.execute(
    db,
  )
  await sql`create table note (
    id integer primary key, title text not null,
    owner_id integer not null references person (id) deferrable initially deferred,
    meta json, written integer, size integer, exact integer, weight real, bytes blob)`.execute(db)
}
