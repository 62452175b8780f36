import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import { mark } from '../../caching/mark.ts'
import { withoutPassword } from '../../errors/url-without-password.ts'
import type { AnyDatabase } from '../../kysely/database.ts'
import { migrate } from '../../kysely/migrations/migrate.ts'
import { outageAwareDialect } from '../../kysely/outage-dialect.ts'
import { driverCode } from '../../kysely/outages.ts'
import { postgresTypes } from '../../kysely/postgres/types.ts'
import { preparedName } from '../../kysely/statements/prepared.ts'
import type { Database, OpenDatabaseOptions } from './database.ts'
import { importedPackage } from './optional-package.ts'

/**
 * The URL of a PostgreSQL database, with a safe `sslmode`; null for other databases.
 *
 * @throws Error when it cannot be parsed.
 */
export function postgresUrl(text: string): URL | null {
  if (!/^postgres(ql)?:\/\//.test(text)) return null

  const url = URL.parse(text)
  if (url === null) {
    throw new Error(
      `The database URL ${withoutPassword(text)} cannot be parsed. Write ` +
        'postgres://user:password@host:5432/notes, with special characters percent-encoded: ' +
        '%2F for /, %40 for @.',
    )
  }
  // These check the certificate today but will not in pg 9: keep the safe meaning.
  const mode = url.searchParams.get('sslmode') ?? ''
  if (/^(prefer|require|verify-ca)$/.test(mode) && !url.searchParams.has('uselibpqcompat')) {
    url.searchParams.set('sslmode', 'verify-full')
  }
  return url
}

/**
 * A pool of connections that are opened on demand. Every wait has a time limit, so that a hanging
 * server is distinguished from a slow one. Parameters of the URL override these limits.
 */
export function openPostgres(
  { href }: URL,
  url: string,
  { poolSize = 10, patient = false, connectionTimeoutMillis = 2000 }: OpenDatabaseOptions,
): Database {
  const open = (config: PoolConfig) => databaseOver(lazyPool({ ...config, connectionString: href }))
  const db = open({ ...(patient ? common : { ...limits, connectionTimeoutMillis }), max: poolSize })

  return {
    db,
    url,
    async ping() {
      await sql`select 1`.execute(db)
    },
    async migrate(migrations, options) {
      const unhurried = open({ ...common, max: 2 })
      return migrate(unhurried, migrations, options).finally(() => unhurried.destroy())
    },
    close: () => db.destroy(),
  }
}

const databaseOver = (pool: () => Promise<PostgresPool>): AnyDatabase =>
  new Kysely({ dialect: outageAwareDialect(new PostgresDialect({ pool })) })

const common: PoolConfig = {
  application_name: 'turnpike',
  /** Detects a lost peer while nothing is sent. */
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** In milliseconds. */
const limits: PoolConfig = {
  ...common,
  /** The server's own limit. */
  statement_timeout: 10_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 30_000,
  /** For a server that does not answer at all; longer than its own limit. */
  query_timeout: 12_000,
}

/** The library is loaded on first use: it is not needed with SQLite. */
const lazyPool = (config: PoolConfig) => async (): Promise<PostgresPool> => {
  const { Pool, types } = await importedPackage(import('pg'), 'pg@8', 'PostgreSQL')
  const pool = new Pool({
    ...config,
    types: postgresTypes(types),
  })
  // Without a listener, a connection closed by the server would end the process. Nothing is lost:
  // the next user gets a new connection, or an error.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return discarding(pool)
}

/**
 * A role or a database may be configured to round numbers and to write dates in a national style,
 * which cannot be parsed exactly. Cursors contain the server's text.
 */
const exactTexts = "set extra_float_digits = 3; set datestyle = 'ISO'"

/**
 * The pool, without connections that would only fail again: to a server that is now a standby, or
 * with a reply still pending. Lookups stay prepared on each connection.
 */
function discarding(pool: Pool): PostgresPool {
  const preparing = { isPossible: true }
  const exact = mark<PoolClient>()

  async function connected(): Promise<PoolClient> {
    const client = await pool.connect()
    if (exact.get(client)) return client
    await client.query(exactTexts).catch((error: unknown) => {
      client.release(true)
      throw error
    })
    exact.set(client, true)
    return client
  }

  return {
    options: pool.options,
    async connect() {
      const client = await connected()
      let isSpoilt = false
      const query = async (text: string, parameters: readonly unknown[]) => {
        try {
          return await sendPrepared(client, preparing, text, [...parameters], () => {
            isSpoilt = true
          })
        } catch (error) {
          isSpoilt ||= spoils(error)
          throw error
        }
      }
      return {
        query: query as never,
        release: (destroy) => client.release(destroy || isSpoilt),
      }
    },
    end: () => pool.end(),
  }
}

/**
 * Sends a statement, under its name if it is to stay prepared. A pooler that changes the connection
 * with each transaction may not know the prepared statement; then nothing is prepared from now on.
 *
 * @param spoil called when other statements of this connection may be outdated, too.
 */
async function sendPrepared(
  client: PoolClient,
  preparing: { isPossible: boolean },
  text: string,
  values: unknown[],
  spoil: () => void,
): Promise<unknown> {
  const name = preparing.isPossible ? preparedName(text) : null
  if (name === null) return client.query(text, values)

  return client.query({ name, text, values }).catch((error: unknown) => {
    if (hasOtherColumns(error)) spoil()
    else if (isNotPrepared(error)) preparing.isPossible = false
    else throw error
    // Nothing has been done yet. In a transaction, which is lost, it fails again.
    return client.query(text, values).catch(() => Promise.reject(error))
  })
}

/** The prepared statement is missing, or another one has its name. */
const isNotPrepared = (error: unknown): boolean => /^(26000|42P05)$/.test(driverCode(error) ?? '')

/** A migration has changed the statement's result since it was prepared. */
const hasOtherColumns = (error: unknown): boolean =>
  driverCode(error) === '0A000' && /cached plan/.test(`${error}`)

const spoils = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'Query read timeout' || ('code' in error && error.code === '25006'))
