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
 * The URL of a PostgreSQL database, with the safe reading of `sslmode`, or null when it is of
 * another one.
 *
 * @throws Error when it cannot be read.
 */
export function postgresUrl(text: string): URL | null {
  if (!/^postgres(ql)?:\/\//.test(text)) return null

  const url = URL.parse(text)
  if (url === null) {
    throw new Error(
      `The database URL ${withoutPassword(text)} cannot be read. Write ` +
        'postgres://user:password@host:5432/notes, with special characters percent-encoded: ' +
        '%2F for /, %40 for @.',
    )
  }
  // They check the certificate today and will not in pg 9: what is safe shall stay so.
  const mode = url.searchParams.get('sslmode') ?? ''
  if (/^(prefer|require|verify-ca)$/.test(mode) && !url.searchParams.has('uselibpqcompat')) {
    url.searchParams.set('sslmode', 'verify-full')
  }
  return url
}

/**
 * A pool of connections that are made when they are needed. Everything has a limit in time, so that
 * a server that hangs is told from one that is slow; parameters of the URL go before these limits.
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
  /** A peer that is gone without a word is found out while nothing is sent. */
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** In milliseconds. */
const limits: PoolConfig = {
  ...common,
  /** What the server allows. */
  statement_timeout: 10_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 30_000,
  /** Where the server says nothing at all; later than its own limit. */
  query_timeout: 12_000,
}

/** The library is loaded when the database is first used: those who use SQLite do without it. */
const lazyPool = (config: PoolConfig) => async (): Promise<PostgresPool> => {
  const { Pool, types } = await importedPackage(import('pg'), 'pg@8', 'PostgreSQL')
  const pool = new Pool({
    ...config,
    types: postgresTypes(types),
  })
  // Without a listener the process would die of a connection that the server closed. Nothing is
  // lost: whoever needs one next gets a new one, or an error of their own.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return discarding(pool)
}

/**
 * A role or a database may be set to give numbers rounded and moments in the style of a country,
 * which cannot be read again as what they were. Cursors travel as the server's text.
 */
const exactTexts = "set extra_float_digits = 3; set datestyle = 'ISO'"

/**
 * The pool, which does not get back what would only fail again: a connection to a server that is a
 * standby now, or one whose answer is still awaited. Look-ups stay prepared on each connection.
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
 * Sends a statement, under its name where it is to stay prepared. A pooler that gives each
 * transaction another connection may not know what was prepared; then nothing is prepared from now
 * on.
 *
 * @param spoil is called when other statements of this connection may be out of date, too.
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
    // Nothing was done yet. In a transaction, which is lost, it fails once more.
    return client.query(text, values).catch(() => Promise.reject(error))
  })
}

/** There is no prepared statement of that name, or another one. */
const isNotPrepared = (error: unknown): boolean => /^(26000|42P05)$/.test(driverCode(error) ?? '')

/** A migration has changed what the statement gives since it was prepared. */
const hasOtherColumns = (error: unknown): boolean =>
  driverCode(error) === '0A000' && /cached plan/.test(`${error}`)

const spoils = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'Query read timeout' || ('code' in error && error.code === '25006'))
