import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInFile } from '@turnpike/test-support/sqlite.ts'
import * as newest from 'drizzle-orm'
import { drizzle as newestPostgres } from 'drizzle-orm/node-postgres'
import * as pg from 'drizzle-orm/pg-core'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { drizzle as newestSqlite } from 'drizzle-orm/sqlite-proxy'
import * as next from 'drizzle-orm-next'
import { drizzle as nextPostgres } from 'drizzle-orm-next/node-postgres'
import * as nextPg from 'drizzle-orm-next/pg-core'
import * as nextSqliteCore from 'drizzle-orm-next/sqlite-core'
import { drizzle as nextSqlite } from 'drizzle-orm-next/sqlite-proxy'
import * as oldest from 'drizzle-orm-oldest'
import { drizzle as oldestPostgres } from 'drizzle-orm-oldest/node-postgres'
import * as oldestPg from 'drizzle-orm-oldest/pg-core'
import * as oldestSqliteCore from 'drizzle-orm-oldest/sqlite-core'
import { drizzle as oldestSqlite } from 'drizzle-orm-oldest/sqlite-proxy'
import { Kysely, sql } from 'kysely'
import { Pool } from 'pg'
import { drizzleSqlite } from '../../../src/drizzle/index.ts'
import { type AnyDatabase, postgresDialect, postgresPool } from '../../../src/kysely/index.ts'

/** Tickets of people, of one version of Drizzle in one database. */
export interface OpenTickets {
  readonly db: AnyDatabase
  readonly orm: Orm
  readonly tables: Tables
  /** The functions of that version. */
  readonly operators: typeof newest
  close(): Promise<void>
}

/** The types are those of one version for PostgreSQL. */
type Orm = ReturnType<typeof newestPostgres>

type Tables = ReturnType<typeof pgTables>

const pgTables = ({ alias, boolean, integer, pgTable, pgView, text, timestamp }: typeof pg) => {
  const people = pgTable('person', { id: integer().primaryKey(), name: text().notNull() })
  const tickets = pgTable('ticket', {
    id: integer().primaryKey(),
    title: text().notNull(),
    ownerId: integer('owner_id'),
    isOpen: boolean('is_open').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }),
  })
  const view = pgView('open_ticket', { id: integer(), title: text() }).existing()
  return { people, tickets, view, owners: alias(people, 'owner') }
}

function sqliteTables({ alias, integer, sqliteTable, sqliteView, text }: typeof sqlite): Tables {
  const people = sqliteTable('person', { id: integer().primaryKey(), name: text().notNull() })
  const tickets = sqliteTable('ticket', {
    id: integer().primaryKey(),
    title: text().notNull(),
    ownerId: integer('owner_id'),
    isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at', { mode: 'timestamp_ms' }),
  })
  const view = sqliteView('open_ticket', { id: integer(), title: text() }).existing()
  return { people, tickets, view, owners: alias(people, 'owner') } as never
}

/** @param at a moment as SQL. */
async function fill(db: AnyDatabase, types: string, at: (second: number) => string) {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('create table person (id integer primary key, name text not null)')
  await run(`create table ticket (id integer primary key, title text not null, owner_id integer,
    ${types})`)
  await run('create view open_ticket as select id, title from ticket where is_open = true')
  await run("insert into person values (1, 'ann'), (2, 'bob'), (3, 'cy')")
  await run(`insert into ticket values (1, 'one', 1, true, ${at(3)}), (2, 'two', 2, false, ${at(3)}),
    (3, 'three', null, true, null), (4, 'four', 1, true, ${at(1)}), (5, 'two', 3, true, ${at(2)})`)
}

async function openOnSqlite(version: Version): Promise<OpenTickets> {
  const { db, close } = await openInFile()
  await fill(db, 'is_open boolean not null, created_at integer', (second) => `${second}000`)
  const orm = drizzleSqlite(db, version.sqlite) as never
  return { db, orm, tables: sqliteTables(version.sqliteCore), operators: version.operators, close }
}

async function openOnPostgres(version: Version): Promise<OpenTickets> {
  const { url, close } = await openPostgres()
  const db: AnyDatabase = new Kysely({
    dialect: postgresDialect(new Pool({ connectionString: url, max: 3 })),
  })
  const types = 'is_open boolean not null, created_at timestamptz'
  await fill(db, types, (second) => `'2026-01-02 03:04:0${second}.12345Z'`)
  return {
    db,
    orm: version.postgres({ client: postgresPool(db, Pool) }),
    tables: pgTables(version.pg),
    operators: version.operators,
    async close() {
      await db.destroy()
      await close()
    },
  }
}

interface Version {
  readonly operators: typeof newest
  readonly postgres: typeof newestPostgres
  readonly pg: typeof pg
  readonly sqlite: typeof newestSqlite
  readonly sqliteCore: typeof sqlite
}

const versions = {
  'the newest Drizzle': {
    ...{ operators: newest, postgres: newestPostgres, pg },
    ...{ sqlite: newestSqlite, sqliteCore: sqlite },
  },
  'the oldest Drizzle': {
    ...{ operators: oldest, postgres: oldestPostgres, pg: oldestPg },
    ...{ sqlite: oldestSqlite, sqliteCore: oldestSqliteCore },
  } as unknown as Version,
  'the next Drizzle': {
    ...{ operators: next, postgres: nextPostgres, pg: nextPg },
    ...{ sqlite: nextSqlite, sqliteCore: nextSqliteCore },
  } as unknown as Version,
} satisfies Record<string, Version>

/** Each version in each database, with its name. */
export const openTickets = Object.entries(versions).flatMap(([name, version]) => [
  [`${name} on SQLite`, () => openOnSqlite(version), 'sqlite'] as const,
  ...(postgresMissing === null
    ? [[`${name} on PostgreSQL`, () => openOnPostgres(version), 'postgres'] as const]
    : []),
])
