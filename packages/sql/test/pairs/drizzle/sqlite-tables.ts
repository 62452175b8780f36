import type { DrizzleVersion } from './versions.ts'

/** The tables of the suites, as a schema of Drizzle describes them on SQLite. */
export const sqliteTables = ({ sqliteCore }: DrizzleVersion) => {
  const { integer, numeric, primaryKey, real, sqliteTable, text } = sqliteCore
  return {
    book: sqliteTable('book', {
      id: integer().primaryKey({ autoIncrement: true }),
      title: text().notNull(),
      rating: integer(),
    }),
    note_tag: sqliteTable(
      'note_tag',
      { note_id: integer().notNull(), tag_id: integer().notNull(), weight: integer() },
      (table) => [primaryKey({ columns: [table.note_id, table.tag_id] })],
    ),
    thing: sqliteTable('thing', {
      id: integer().primaryKey({ autoIncrement: true }),
      at: text(),
      big: integer(),
      price: numeric(),
      rank: integer(),
      done: integer({ mode: 'boolean' }),
      name: text(),
    }),
    reader: sqliteTable('reader', {
      id: integer().primaryKey({ autoIncrement: true }),
      name: text().notNull(),
    }),
    loan: sqliteTable('loan', {
      id: integer().primaryKey({ autoIncrement: true }),
      code: text().notNull().unique(),
      reader_id: integer().notNull(),
      shelf: integer(),
      place: integer(),
      copies: integer(),
    }),
    entry: sqliteTable('entry', {
      id: integer().primaryKey({ autoIncrement: true }),
      owner: integer(),
      title: text().notNull(),
    }),
    record: sqliteTable('record', {
      id: integer().primaryKey(),
      madeAt: text('made_at'),
      big: integer(),
      price: numeric(),
      rank: integer(),
      weight: real(),
      done: integer({ mode: 'boolean' }),
      name: text(),
    }),
  }
}
