import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInFile } from '@turnpike/test-support/sqlite.ts'
import { type Generated, Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { describe, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  identity,
  migrate,
  outageAwareDialect,
} from '../../../src/kysely/index.ts'

export interface Tables {
  note: { id: Generated<number>; title: string; rank: Generated<number> }
  /** Its reference is checked by the commit. */
  tag: { id: Generated<number>; note_id: number }
}

export interface OpenedNotes {
  db: Kysely<Tables>
  /** The titles that others see, in order. */
  titles(): Promise<string[]>
}

/** The size of the pool of PostgreSQL. */
export const connections = 8

/** Describes the same for a SQLite file and a PostgreSQL database, as the service opens them. */
export function onBothDatabases(
  name: string,
  tests: (open: () => Promise<OpenedNotes>, database: 'SQLite' | 'PostgreSQL') => void,
): void {
  describe(`${name} on SQLite`, () => {
    tests(async () => {
      const { db, close } = await openInFile()
      onTestFinished(close)
      return withNotes(db)
    }, 'SQLite')
  })
  describe.skipIf(postgresMissing !== null)(`${name} on PostgreSQL`, () => {
    tests(async () => {
      const { url, close } = await openPostgres()
      const pool = new Pool({
        connectionString: url,
        max: connections,
        connectionTimeoutMillis: 2000,
      })
      pool.on('error', () => {})
      pool.on('connect', (client) => client.on('error', () => {}))
      const db: AnyDatabase = new Kysely({
        dialect: outageAwareDialect(new PostgresDialect({ pool })),
      })
      onTestFinished(async () => {
        await db.destroy()
        await close()
      })
      await migrate(db)
      return withNotes(db)
    }, 'PostgreSQL')
  })
}

async function withNotes(db: AnyDatabase): Promise<OpenedNotes> {
  await db.schema
    .createTable('note')
    .addColumn('id', 'integer', identity(db))
    .addColumn('title', 'text', (column) => column.notNull().unique())
    .addColumn('rank', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create table tag (
    id integer primary key,
    note_id integer references note (id) deferrable initially deferred)`.execute(db)
  return {
    db,
    async titles() {
      const rows = await db.selectFrom('note').select('title').orderBy('title').execute()
      return rows.map(({ title }) => title)
    },
  }
}
