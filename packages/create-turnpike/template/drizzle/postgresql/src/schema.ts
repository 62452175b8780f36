import { integer, pgTable, text, varchar } from 'drizzle-orm/pg-core'

/** The tables, as migrations.ts makes them. */
export const note = pgTable('note', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  owner: integer().notNull(),
  title: varchar({ length: 100 }).notNull(),
  body: text().notNull(),
  created: varchar({ length: 30 }).notNull(),
})
