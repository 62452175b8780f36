import * as postgres from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'

const forSqlite = {
  ...sqlite,
  table: sqlite.sqliteTable,
  bytes: () => sqlite.blob({ mode: 'buffer' }),
}
const bytea = postgres.customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const forPostgres = { ...postgres, table: postgres.pgTable, bytes: bytea }

/** The tables. Both databases have columns with these names, types and options. */
export function tablesFor(isSqlite: boolean) {
  const { table, integer, text, bytes } = isSqlite
    ? forSqlite
    : (forPostgres as unknown as typeof forSqlite)

  const ticket = table('ticket', {
    id: integer().primaryKey(),
    owner: integer().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    priority: integer().notNull(),
    status: text({ enum: ['open', 'waiting', 'closed'] }).notNull(),
    resolution: text(),
    duplicateOf: integer('duplicate_of'),
    created: text().notNull(),
  })
  const comment = table('comment', {
    id: integer().primaryKey(),
    ticket: integer().notNull(),
    author: integer().notNull(),
    text: text().notNull(),
    created: text().notNull(),
  })
  const attachment = table('attachment', {
    ticket: integer().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    content: bytes().notNull(),
  })
  const integration = table('integration', {
    digest: text().primaryKey(),
    name: text().notNull(),
    owner: integer().notNull(),
  })
  const mail = table('mail', { id: text().primaryKey() })
  return { ticket, comment, attachment, integration, mail }
}
