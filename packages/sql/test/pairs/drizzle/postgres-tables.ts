import type { DrizzleVersion } from './versions.ts'

/** The tables of the suites, as a schema of Drizzle describes them on PostgreSQL. */
export const postgresTables = ({ pgCore }: DrizzleVersion) => {
  const { bigint, boolean, doublePrecision, integer, numeric } = pgCore
  const { pgTable, primaryKey, text, timestamp, varchar } = pgCore
  const id = () => integer().primaryKey().generatedByDefaultAsIdentity()
  const moment = { withTimezone: true, precision: 6, mode: 'string' } as const
  return {
    book: pgTable('book', { id: id(), title: text().notNull(), rating: integer() }),
    note_tag: pgTable(
      'note_tag',
      { note_id: integer().notNull(), tag_id: integer().notNull(), weight: integer() },
      (table) => [primaryKey({ columns: [table.note_id, table.tag_id] })],
    ),
    thing: pgTable('thing', {
      id: id(),
      at: timestamp(moment),
      big: bigint({ mode: 'bigint' }),
      price: numeric({ precision: 20, scale: 6 }),
      rank: integer(),
      done: boolean(),
      name: text(),
    }),
    reader: pgTable('reader', { id: id(), name: text().notNull() }),
    loan: pgTable('loan', {
      id: id(),
      code: varchar({ length: 8 }).notNull().unique(),
      reader_id: integer().notNull(),
      shelf: integer(),
      place: integer(),
      copies: integer(),
    }),
    entry: pgTable('entry', { id: id(), owner: integer(), title: text().notNull() }),
    record: pgTable('record', {
      id: integer().primaryKey(),
      madeAt: timestamp('made_at', moment),
      big: bigint({ mode: 'bigint' }),
      price: numeric({ precision: 20, scale: 6 }),
      rank: integer(),
      weight: doublePrecision(),
      done: boolean(),
      name: text(),
    }),
  }
}
