import { type OwnDatabase, openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { type Generated, Kysely, sql } from 'kysely'
import { Pool, types } from 'pg'
import { afterAll, describe, onTestFinished } from 'vitest'
import {
  identity,
  postgresDialect,
  postgresPool,
  postgresTypes,
} from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'

export interface Tables {
  note: { id: Generated<number>; title: string; rank: Generated<number> }
}

export interface SharedNotes {
  readonly db: Kysely<Tables>
  /** A pool of `pg` over the connections of `db`. */
  readonly pool: Pool
  /** The titles that others see, in order. */
  titles(): Promise<string[]>
  /** Ends the connections of `db` on the server. */
  terminate(): Promise<void>
}

export interface PoolLimits {
  max?: number
  connectionTimeoutMillis?: number
  /** Milliseconds of a statement. */
  queryTimeout?: number
}

/** Describes the same for the database of a service and for a `Pool` of one's own. */
export function onBothPools(
  name: string,
  tests: (open: (limits?: PoolLimits) => Promise<SharedNotes>) => void,
): void {
  describe.skipIf(postgresMissing !== null)(`${name} over the database of a service`, () => {
    tests(
      opening(({ url, max, connectionTimeoutMillis, queryTimeout }) => {
        const limited = new URL(url)
        limited.searchParams.set('query_timeout', `${queryTimeout}`)
        const options = { poolSize: max, connectionTimeoutMillis }
        return openDatabase(limited.href, options).db
      }),
    )
  })
  describe.skipIf(postgresMissing !== null)(`${name} over a Pool of pg`, () => {
    tests(
      opening(({ url, max, connectionTimeoutMillis, queryTimeout }) => {
        const pool = new Pool({
          connectionString: url,
          max,
          connectionTimeoutMillis,
          query_timeout: queryTimeout,
          application_name: 'turnpike',
          types: postgresTypes(types),
        })
        return new Kysely<Tables>({ dialect: postgresDialect(pool) })
      }),
    )
  })
}

/** Each test begins with empty tables. A second database of a test is another one. */
function opening(connect: (options: Required<PoolLimits> & { url: string }) => Kysely<Tables>) {
  const made: OwnDatabase[] = []
  let inUse = 0
  afterAll(async () => {
    for (const { close } of made) await close()
  })

  return async (limits: PoolLimits = {}): Promise<SharedNotes> => {
    const number = inUse++
    const own = made[number] ?? (await openNotes())
    made[number] = own
    const { db: others, url } = own
    await sql`truncate note restart identity`.execute(others)
    const db = connect({
      url,
      max: 8,
      connectionTimeoutMillis: 2000,
      queryTimeout: 12_000,
      ...limits,
    })
    onTestFinished(async () => {
      inUse = 0
      await db.destroy()
    })
    return {
      db,
      pool: postgresPool(db, Pool),
      async titles() {
        const rows = await others.selectFrom('note').select('title').orderBy('title').execute()
        return rows.map(({ title }) => title)
      },
      async terminate() {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'turnpike'`.execute(others)
      },
    }
  }
}

async function openNotes(): Promise<OwnDatabase> {
  const own = await openPostgres()
  await own.db.schema
    .createTable('note')
    .addColumn('id', 'integer', identity(own.db))
    .addColumn('title', 'text', (column) => column.notNull().unique())
    .addColumn('rank', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  return own
}

/** Connections that are in use. */
export const inUse = ({ totalCount, idleCount }: Pool) => totalCount - idleCount
