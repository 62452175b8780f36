import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInFile } from '@turnpike/test-support/sqlite.ts'
import Sqlite from 'better-sqlite3'
import { drizzle as betterDrizzle } from 'drizzle-orm/better-sqlite3'
import { drizzle as pgDrizzle } from 'drizzle-orm/node-postgres'
import { drizzle } from 'drizzle-orm/sqlite-proxy'
import { sql as nextSql } from 'drizzle-orm-next'
import { drizzle as nextBetterDrizzle } from 'drizzle-orm-next/better-sqlite3'
import { drizzle as nextPgDrizzle } from 'drizzle-orm-next/node-postgres'
import * as nextPg from 'drizzle-orm-next/pg-core'
import * as nextSqlite from 'drizzle-orm-next/sqlite-core'
import { drizzle as nextDrizzle } from 'drizzle-orm-next/sqlite-proxy'
import { drizzle as oldestBetterDrizzle } from 'drizzle-orm-oldest/better-sqlite3'
import { drizzle as oldestPgDrizzle } from 'drizzle-orm-oldest/node-postgres'
import { drizzle as oldestDrizzle } from 'drizzle-orm-oldest/sqlite-proxy'
import { Pool } from 'pg'
import { describe, onTestFinished } from 'vitest'
import { type DrizzleProxy, drizzleSqlite, kyselyOf } from '../../../src/drizzle/index.ts'
import { type AnyDatabase, migrate, postgresPool } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'
import { onPostgres, onSqlite } from './schemas.ts'

/** A database of Drizzle. The suites only use what both databases have. */
export interface Opened {
  orm: ReturnType<typeof drizzleSqlite>
  db: AnyDatabase
}

export type Schemas = ReturnType<typeof onSqlite>

export interface Driver {
  readonly name: string
  readonly schemas: Schemas
  /** Whether Drizzle's own statements join the transactions of Turnpike. */
  readonly joins: boolean
  open(): Promise<Opened>
}

const openedSqlite = (drizzle: DrizzleProxy) => async (): Promise<Opened> => {
  const { db, close } = await openInFile()
  onTestFinished(close)
  return { db, orm: drizzleSqlite(db, drizzle) }
}

const openedBetter = (drizzle: typeof betterDrizzle) => async (): Promise<Opened> => {
  const sqlite = new Sqlite(':memory:', { timeout: 0 })
  sqlite.pragma('foreign_keys = on')
  onTestFinished(() => void sqlite.close())
  const orm = drizzle({ client: sqlite }) as unknown as Opened['orm']
  return { orm, db: await migrated(kyselyOf(orm)) }
}

const openedPool = (drizzle: typeof pgDrizzle) => async (): Promise<Opened> => {
  const { url, close } = await openPostgres()
  const pool = new Pool({ connectionString: url, max: 5 })
  pool.on('error', () => {})
  onTestFinished(async () => {
    await pool.end()
    await close()
  })
  const orm = drizzle({ client: pool }) as unknown as Opened['orm']
  return { orm, db: await migrated(kyselyOf(orm)) }
}

/** Drizzle over the connections of a Kysely. */
const openedShared = (drizzle: typeof pgDrizzle) => async (): Promise<Opened> => {
  const { url, close } = await openPostgres()
  const { db, close: end } = openDatabase(url)
  onTestFinished(async () => {
    await end()
    await close()
  })
  const orm = drizzle({ client: postgresPool(db, Pool) }) as unknown as Opened['orm']
  return { orm, db: await migrated(db) }
}

async function migrated(db: AnyDatabase): Promise<AnyDatabase> {
  await migrate(db)
  return db
}

const sqlite = onSqlite()
const postgres = onPostgres() as unknown as Schemas
const nextSqliteSchemas = onSqlite(nextSqlite as never, nextSql as never)
const nextPostgresSchemas = onPostgres(nextPg as never, nextSql as never) as unknown as Schemas

const drivers: readonly Driver[] = [
  {
    name: 'drizzleSqlite',
    ...{ schemas: sqlite, joins: true, open: openedSqlite(drizzle) },
  },
  {
    name: 'drizzleSqlite of the oldest Drizzle',
    schemas: sqlite,
    joins: true,
    open: openedSqlite(oldestDrizzle as unknown as DrizzleProxy),
  },
  {
    name: 'an own better-sqlite3',
    ...{ schemas: sqlite, joins: false, open: openedBetter(betterDrizzle) },
  },
  {
    name: 'an own better-sqlite3 of the oldest Drizzle',
    schemas: sqlite,
    joins: false,
    open: openedBetter(oldestBetterDrizzle as unknown as typeof betterDrizzle),
  },
  {
    name: 'drizzleSqlite of the next Drizzle',
    schemas: nextSqliteSchemas,
    joins: true,
    open: openedSqlite(nextDrizzle as unknown as DrizzleProxy),
  },
  {
    name: 'an own better-sqlite3 of the next Drizzle',
    schemas: nextSqliteSchemas,
    joins: false,
    open: openedBetter(nextBetterDrizzle as unknown as typeof betterDrizzle),
  },
]

const postgresDrivers: readonly Driver[] = [
  {
    name: 'postgresPool',
    ...{ schemas: postgres, joins: true, open: openedShared(pgDrizzle) },
  },
  {
    name: 'postgresPool of the oldest Drizzle',
    schemas: postgres,
    joins: true,
    open: openedShared(oldestPgDrizzle as unknown as typeof pgDrizzle),
  },
  {
    name: 'an own pool',
    ...{ schemas: postgres, joins: false, open: openedPool(pgDrizzle) },
  },
  {
    name: 'an own pool of the oldest Drizzle',
    schemas: postgres,
    joins: false,
    open: openedPool(oldestPgDrizzle as unknown as typeof pgDrizzle),
  },
  {
    name: 'postgresPool of the next Drizzle',
    schemas: nextPostgresSchemas,
    joins: true,
    open: openedShared(nextPgDrizzle as unknown as typeof pgDrizzle),
  },
  {
    name: 'an own pool of the next Drizzle',
    schemas: nextPostgresSchemas,
    joins: false,
    open: openedPool(nextPgDrizzle as unknown as typeof pgDrizzle),
  },
]

/** Describes the same for each driver of Drizzle. */
export function onBothDatabases(what: string, tests: (driver: Driver) => void): void {
  for (const driver of drivers) describe(`${what} with ${driver.name}`, () => tests(driver))
  for (const driver of postgresDrivers) {
    describe.skipIf(postgresMissing !== null)(`${what} with ${driver.name}`, () => tests(driver))
  }
}
