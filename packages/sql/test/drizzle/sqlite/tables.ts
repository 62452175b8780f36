import { relations } from 'drizzle-orm'
import * as newest from 'drizzle-orm/sqlite-core'
import { defineRelations } from 'drizzle-orm-next'
import * as next from 'drizzle-orm-next/sqlite-core'
import { sql } from 'kysely'
import type { AnyDatabase } from '../../../src/kysely/index.ts'

const tablesOf = ({ blob, integer, numeric, real, sqliteTable, text }: typeof newest) => {
  const people = sqliteTable('person', {
    id: integer().primaryKey(),
    name: text().notNull().unique(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  })

  const notes = sqliteTable('note', {
    id: integer().primaryKey(),
    title: text().notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => people.id),
    meta: text({ mode: 'json' }).$type<{ tags: string[] }>(),
    written: integer({ mode: 'timestamp_ms' }),
    size: integer(),
    exact: numeric({ mode: 'bigint' }),
    weight: real(),
    bytes: blob({ mode: 'buffer' }),
  })
  return { people, notes }
}

/** Tables with the relations between them, for the configuration of Drizzle. */
export function schemaOf() {
  const { people, notes } = tablesOf(newest)
  const noteRelations = relations(notes, ({ one }) => ({
    owner: one(people, { fields: [notes.ownerId], references: [people.id] }),
  }))
  const peopleRelations = relations(people, ({ many }) => ({ notes: many(notes) }))
  return { people, notes, config: { schema: { people, notes, noteRelations, peopleRelations } } }
}

/** The same for Drizzle 1.0. */
export function nextSchema(): ReturnType<typeof schemaOf> {
  const tables = tablesOf(next as unknown as typeof newest)
  // biome-ignore lint/suspicious/noExplicitAny: the types of the tables are those of the newest
  const between = ({ one, many, people, notes }: any) => ({
    notes: { owner: one.people({ from: notes.ownerId, to: people.id }) },
    people: { notes: many.notes({ from: people.id, to: notes.ownerId }) },
  })
  return {
    ...tables,
    config: { relations: defineRelations(tables as never, between as never) },
  } as never
}

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
