import * as operators from 'drizzle-orm'
import * as sqlite from 'drizzle-orm/better-sqlite3'
import * as postgres from 'drizzle-orm/node-postgres'
import * as pgCore from 'drizzle-orm/pg-core'
import * as sqliteCore from 'drizzle-orm/sqlite-core'
import * as proxy from 'drizzle-orm/sqlite-proxy'
import * as nextOperators from 'drizzle-orm-next'
import * as nextSqlite from 'drizzle-orm-next/better-sqlite3'
import * as nextPostgres from 'drizzle-orm-next/node-postgres'
import * as nextPgCore from 'drizzle-orm-next/pg-core'
import * as nextSqliteCore from 'drizzle-orm-next/sqlite-core'
import * as nextProxy from 'drizzle-orm-next/sqlite-proxy'
import * as oldestOperators from 'drizzle-orm-oldest'
import * as oldestSqlite from 'drizzle-orm-oldest/better-sqlite3'
import * as oldestPostgres from 'drizzle-orm-oldest/node-postgres'
import * as oldestPgCore from 'drizzle-orm-oldest/pg-core'
import * as oldestSqliteCore from 'drizzle-orm-oldest/sqlite-core'
import * as oldestProxy from 'drizzle-orm-oldest/sqlite-proxy'
import { installed } from '../kysely/pairs.ts'

/** What the pairs use of Drizzle. */
export interface DrizzleVersion {
  readonly version: string
  readonly operators: Pick<typeof operators, 'desc' | 'eq'>
  readonly sqlite: typeof sqlite
  readonly proxy: typeof proxy
  readonly postgres: typeof postgres
  readonly sqliteCore: typeof sqliteCore
  readonly pgCore: typeof pgCore
}

export const newest: DrizzleVersion = {
  version: installed('drizzle-orm'),
  ...{ operators, sqlite, proxy, postgres, sqliteCore, pgCore },
}

/** The classes of two versions have private fields, by which the compiler distinguishes them. */
export const oldest = {
  version: installed('drizzle-orm-oldest'),
  operators: oldestOperators,
  ...{ sqlite: oldestSqlite, proxy: oldestProxy, postgres: oldestPostgres },
  ...{ sqliteCore: oldestSqliteCore, pgCore: oldestPgCore },
} as unknown as DrizzleVersion

export const next = {
  version: installed('drizzle-orm-next'),
  operators: nextOperators,
  ...{ sqlite: nextSqlite, proxy: nextProxy, postgres: nextPostgres },
  ...{ sqliteCore: nextSqliteCore, pgCore: nextPgCore },
} as unknown as DrizzleVersion

/** Both ends of the range of the peer dependency, and the release candidate of 1.0. */
export const versions: readonly DrizzleVersion[] = [oldest, newest, next]
