import Sqlite from 'better-sqlite3'
import { Pool } from 'pg'
import { type DrizzleDatabase, drizzleSqlite, kyselyOf } from '../../../src/drizzle/index.ts'
import { type AnyDatabase, postgresPool } from '../../../src/kysely/index.ts'
import { openOfService } from '../open-of-service.ts'
import type { Place, Row } from '../pair.ts'
import type { DrizzleVersion } from './versions.ts'

/** What the pairs use of a database of Drizzle, whatever its driver and its schema. */
export interface AnyDrizzle extends DrizzleDatabase {
  // biome-ignore lint/suspicious/noExplicitAny: the tables of both dialects
  select(...given: never[]): { from(table: any): any }
  // biome-ignore lint/suspicious/noExplicitAny: the tables of both dialects
  insert(table: any): { values(row: Row): PromiseLike<unknown> }
}

export interface OpenedDrizzle {
  readonly orm: AnyDrizzle
  readonly db: AnyDatabase
  close(): Promise<void>
}

/** How the connections of Drizzle are made. */
export interface DrizzleWay {
  readonly database: string
  /** Why its statements are apart from those of Turnpike. */
  readonly apart?: string
  open(drizzle: DrizzleVersion, place: Place, patience?: number): OpenedDrizzle
}

const ownConnections =
  'on its own connections Drizzle is in no transaction of Turnpike, and its outages are a 500'

const ownSqlite: DrizzleWay = {
  database: 'SQLite, better-sqlite3',
  apart: ownConnections,
  open({ sqlite }, place) {
    if (place.kind !== 'sqlite') throw new Error('This is not a file.')
    const file = new Sqlite(place.path, { timeout: 0 })
    for (const pragma of ['journal_mode = wal', 'foreign_keys = on']) file.pragma(pragma)
    const orm = sqlite.drizzle({ client: file }) as unknown as AnyDrizzle
    return { orm, db: kyselyOf(orm), close: async () => void file.close() }
  },
}

const sharedSqlite: DrizzleWay = {
  database: 'SQLite, drizzleSqlite',
  open({ proxy }, place, patience) {
    const { db, close } = openOfService(place, patience)
    return { orm: drizzleSqlite(db, proxy.drizzle) as unknown as AnyDrizzle, db, close }
  },
}

const ownPool: DrizzleWay = {
  database: 'PostgreSQL, pg Pool',
  apart: ownConnections,
  open({ postgres }, place) {
    if (place.kind !== 'postgres') throw new Error('This is not a server.')
    const pool = new Pool({ connectionString: place.url, connectionTimeoutMillis: 2000 })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    const orm = postgres.drizzle({ client: pool }) as unknown as AnyDrizzle
    return { orm, db: kyselyOf(orm), close: () => pool.end() }
  },
}

const sharedPool: DrizzleWay = {
  database: 'PostgreSQL, postgresPool',
  open({ postgres }, place) {
    const { db, close } = openOfService(place)
    const orm = postgres.drizzle({ client: postgresPool(db, Pool) }) as unknown as AnyDrizzle
    return { orm, db, close }
  },
}

/** First with connections of its own, then with those of Kysely. */
export const waysOf = (kind: Place['kind']): readonly DrizzleWay[] =>
  kind === 'sqlite' ? [ownSqlite, sharedSqlite] : [ownPool, sharedPool]
