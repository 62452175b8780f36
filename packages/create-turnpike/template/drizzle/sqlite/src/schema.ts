import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The tables, as migrations.ts makes them. */
export const note = sqliteTable('note', {
  id: integer().primaryKey(),
  owner: integer().notNull(),
  title: text({ length: 100 }).notNull(),
  body: text().notNull(),
  created: text().notNull(),
})
