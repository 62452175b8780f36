import { readFileSync } from 'node:fs'
import { Kysely } from 'kysely'
import { Pool, types } from 'pg'
import type { AnyDatabase } from '../../../src/kysely/index.ts'
import {
  currentTransaction,
  kyselyItems,
  kyselyStore,
  postgresDialect,
  postgresTypes,
} from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/service/database/open.ts'
import type { Connected, Pair, Place } from '../pair.ts'
import { keyOf } from '../tables.ts'

export const installed = (name: string): string =>
  JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version

/** Items and stores of a database of Kysely. */
export const kyselyConnected = (db: AnyDatabase, close: () => Promise<void>): Connected => ({
  db,
  store: (table) => kyselyStore(db, table, optionsOf(table)),
  items: (table) => kyselyItems(db, db.selectFrom(table).selectAll(), optionsOf(table)),
  async insert(table, row) {
    await currentTransaction(db)
      .insertInto(table)
      .values({ ...row })
      .execute()
  },
  close,
})

const optionsOf = (table: Parameters<Connected['store']>[0]) => {
  const key = keyOf(table)
  return key === undefined ? {} : { key }
}

const kyselyPair = (
  database: string,
  kind: Place['kind'],
  open: (place: Place, patience?: number) => { db: AnyDatabase; close(): Promise<void> },
): Pair => ({
  orm: 'Kysely',
  version: installed('kysely'),
  database,
  kind,
  async connect(place, patience) {
    const { db, close } = open(place as Place, patience)
    return kyselyConnected(db, close)
  },
})

/** What the service opens. */
export const openOfService = (place: Place, patience?: number) =>
  openDatabase(place.kind === 'sqlite' ? `sqlite:${place.path}` : place.url, {
    ...(patience !== undefined && { connectionTimeoutMillis: patience }),
  })

export const kyselySqlitePairs: readonly Pair[] = [
  kyselyPair('SQLite, better-sqlite3', 'sqlite', openOfService),
]

/** A pool of the application's own. */
const openOwnPool = (place: Place) => {
  const connectionString = place.kind === 'postgres' ? place.url : ''
  const pool = new Pool({ connectionString, types: postgresTypes(types) })
  const db: AnyDatabase = new Kysely({ dialect: postgresDialect(pool) })
  return { db, close: () => db.destroy() }
}

export const kyselyPostgresPairs: readonly Pair[] = [
  kyselyPair('PostgreSQL, of the service', 'postgres', openOfService),
  kyselyPair('PostgreSQL, postgresDialect', 'postgres', openOwnPool),
]
