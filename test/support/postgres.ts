import type { AnyDatabase } from '@turnpike/sql'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'

/** Where the tests look for PostgreSQL. */
export const postgresUrl: string =
  process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Why tests of PostgreSQL are skipped, or null when it answers. */
export const postgresMissing: string | null = await whyMissing()

async function whyMissing(): Promise<string | null> {
  const pool = new Pool({ connectionString: postgresUrl, connectionTimeoutMillis: 2000 })
  try {
    await pool.query('select 1')
    return null
  } catch (error) {
    const reason = `PostgreSQL does not answer on ${postgresUrl} (TEST_POSTGRES_URL): ${String(error)}`
    if (process.env.TURNPIKE_NO_SKIPS) throw new Error(reason)
    console.warn(`Skipping tests: ${reason}`)
    return reason
  } finally {
    await pool.end()
  }
}

export interface OwnDatabase {
  db: AnyDatabase
  pool: Pool
  url: string
  close(): Promise<void>
}

/**
 * An empty database of its own, so that tests beside it cannot disturb it. `close` gives it back: to
 * create and to drop a database takes longer than most tests, so the next test empties it.
 */
export async function openPostgres(): Promise<OwnDatabase> {
  const admin = new Client({ connectionString: postgresUrl })
  await admin.connect()
  // Nothing here outlives a crash of the server, so no commit needs to wait for the disk.
  await admin.query('set synchronous_commit = off')
  const name = await free(admin)
  const own = new URL(postgresUrl)
  own.pathname = name
  await empty(admin, name, own.href)
  const pool = new Pool({ connectionString: own.href, max: 5 })
  // The next test cuts connections that are just being closed.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) })

  return {
    db,
    pool,
    url: own.href,
    async close() {
      await db.destroy()
      await admin.end()
    },
  }
}

/** The first database that no process uses: each holds a lock while it does. */
async function free(admin: Client): Promise<string> {
  for (let number = 0; ; number++) {
    const { rows } = await admin.query('select pg_try_advisory_lock(20261122, $1) as is_free', [
      number,
    ])
    if (rows[0].is_free) return `turnpike_test_${number}`
  }
}

/** Leaves a database as it would be created. */
async function empty(admin: Client, name: string, own: string): Promise<void> {
  const { rows } = await admin.query(
    'select pg_database_size(oid) as bytes from pg_database where datname = $1',
    [name],
  )
  // Its catalogue keeps the rows of all tables that were dropped, for some time.
  const isReusable = rows.length > 0 && Number(rows[0].bytes) < 50_000_000
  if (!isReusable) {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.query(`create database ${name}`)
  }
  await admin.query(`alter database ${name} reset all`)
  // Nor does that of its own connections.
  await admin.query(`alter database ${name} set synchronous_commit = off`)
  if (!isReusable) return

  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
  const client = new Client({ connectionString: own })
  await client.connect()
  try {
    const schemas = await client.query(
      "select quote_ident(nspname) as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'",
    )
    for (const schema of schemas.rows) await client.query(`drop schema ${schema.name} cascade`)
    await client.query('create schema public authorization pg_database_owner')
    await client.query('grant usage on schema public to public')
  } finally {
    await client.end()
  }
}
