import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { Pool, types } from 'pg'
import {
  type AnyDatabase,
  currentTransaction,
  kyselyItems,
  kyselyStore,
  outageAwareDialect,
  postgresDialect,
  postgresTypes,
  sqliteDialect,
} from '../../../src/kysely/index.ts'
import { openOfService } from '../open-of-service.ts'
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

/** A file that the application itself opens, with the library of Node. */
function openNodeSqlite(place: Place, patience?: number) {
  if (place.kind !== 'sqlite') throw new Error('This is not a file.')
  const file = new DatabaseSync(place.path, { timeout: 0 })
  file.exec('pragma journal_mode = wal; pragma foreign_keys = on')
  const dialect = sqliteDialect(file, {
    ...(patience !== undefined && { connectionTimeoutMillis: patience }),
  })
  const db: AnyDatabase = new Kysely({ dialect: outageAwareDialect(dialect) })
  return {
    db,
    async close() {
      await db.destroy()
      if (file.isOpen) file.close()
    },
  }
}

export const kyselySqlitePairs: readonly Pair[] = [
  kyselyPair('SQLite, better-sqlite3', 'sqlite', openOfService),
  { ...kyselyPair('SQLite, node:sqlite', 'sqlite', openNodeSqlite), openFile: openNodeSqlite },
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
