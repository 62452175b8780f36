import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'
import type { AnyDatabase } from '../../src/kysely/index.ts'

/** Where the tests look for PostgreSQL. */
const url = process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Why tests of PostgreSQL are skipped, or null when it answers. */
export const postgresMissing: string | null = await whyMissing()

async function whyMissing(): Promise<string | null> {
  const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await pool.query('select 1')
    return null
  } catch (error) {
    const reason = `PostgreSQL does not answer on ${url} (TEST_POSTGRES_URL): ${String(error)}`
    if (process.env.TURNPIKE_NO_SKIPS) throw new Error(reason)
    console.warn(`Skipping tests: ${reason}`)
    return reason
  } finally {
    await pool.end()
  }
}

export interface OwnDatabase {
  db: AnyDatabase
  url: string
  close(): Promise<void>
}

/** An empty database of its own, so that tests beside it cannot disturb it; dropped by `close`. */
export async function openPostgres(): Promise<OwnDatabase> {
  const name = `turnpike_test_${crypto.randomUUID().replaceAll('-', '')}`
  // Nothing here outlives a crash of the server, so no commit needs to wait for the disk.
  await administer(`create database ${name}`, `alter database ${name} set synchronous_commit = off`)
  const own = new URL(url)
  own.pathname = name
  const pool = new Pool({ connectionString: own.href, max: 5 })
  // Dropping the database may cut connections that are just being closed.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) })

  return {
    db,
    url: own.href,
    async close() {
      await db.destroy()
      await administer(`drop database ${name} with (force)`)
    },
  }
}

async function administer(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
