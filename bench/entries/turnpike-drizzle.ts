/** The same with the notes of Drizzle, over the connections of the service. */

import { runService } from '@turnpike/service'
import { kyselyStore, postgresPool } from '@turnpike/sql'
import { drizzleItems, drizzleSqlite } from '@turnpike/sql/drizzle'
import { drizzle as nodePostgres } from 'drizzle-orm/node-postgres'
import { integer as pgInteger, pgTable, text as pgText } from 'drizzle-orm/pg-core'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { drizzle as sqliteProxy } from 'drizzle-orm/sqlite-proxy'
import type { Kysely } from 'kysely'
import { Pool } from 'pg'
import { tokenAuthentication } from 'turnpike'
import { benchService, type Notes, type Tables } from './turnpike.ts'

const onSqlite = sqliteTable('note', {
  id: integer().primaryKey(),
  title: text().notNull(),
  priority: integer().notNull(),
  created: text().notNull(),
})

const onPostgres = pgTable('note', {
  id: pgInteger().primaryKey(),
  title: pgText().notNull(),
  priority: pgInteger().notNull(),
  created: pgText().notNull(),
})

function itemsIn(db: Kysely<Tables>): Notes['items'] {
  if (process.env.DATABASE_URL?.startsWith('sqlite:')) {
    const orm = drizzleSqlite(db, sqliteProxy)
    return drizzleItems(orm, orm.select().from(onSqlite))
  }
  const orm = nodePostgres(postgresPool(db, Pool))
  return drizzleItems(orm, orm.select().from(onPostgres))
}

await runService(
  benchService(
    ({ tokens }) => tokenAuthentication({ tokens }),
    (db) => ({ items: itemsIn(db), create: kyselyStore(db, 'note').create }),
  ),
)
