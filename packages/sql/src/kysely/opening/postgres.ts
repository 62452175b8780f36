import { sql } from 'kysely'
import type { ClientConfig } from 'pg'
import { importedPackage, withoutPassword } from 'turnpike/kit'
import { migrate } from '../migrations/migrate.ts'
import type { PostgresClientClass } from '../postgres/client.ts'
import { postgresDatabase } from '../postgres/database.ts'
import { PostgresPool } from '../postgres/pool.ts'
import { postgresTypes } from '../postgres/types.ts'
import type { Database, OpenDatabaseOptions } from './database.ts'

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
  server: URL,
  url: string,
  {
    poolSize = 10,
    patient = false,
    connectionTimeoutMillis = 2000,
    preparedStatements = 100,
  }: OpenDatabaseOptions,
): Database {
  const given = new URL(server)
  // The pool has this limit, not the connection.
  const queryTimeout = Number(given.searchParams.get('query_timeout') ?? (patient ? 0 : 12_000))
  given.searchParams.delete('query_timeout')
  const connectionTimeout = patient ? 0 : connectionTimeoutMillis
  const open = (config: ClientConfig, max: number) =>
    postgresDatabase(async () => {
      // Loaded on first use: it is not needed with SQLite.
      const { Client, types } = await importedPackage(import('pg'), 'pg@8', 'PostgreSQL')
      return new PostgresPool(Client as unknown as PostgresClientClass, {
        client: { ...config, connectionString: given.href, types: postgresTypes(types) },
        max,
        connectionTimeout,
        queryTimeout,
        maxPrepared: preparedStatements,
      })
    })
  const db = open(
    patient ? common : { ...limits, connectionTimeoutMillis: connectionTimeout },
    poolSize,
  )

  return {
    db,
    url,
    async ping() {
      await sql`select 1`.execute(db)
    },
    async migrate(migrations, options) {
      const unhurried = open(common, 2)
      return migrate(unhurried, migrations, options).finally(() => unhurried.destroy())
    },
    close: () => db.destroy(),
  }
}

const common: ClientConfig = {
  application_name: 'turnpike',
  /** Detects a lost peer while nothing is sent. */
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

/** In milliseconds. */
const limits: ClientConfig = {
  ...common,
  /** The server's own limit. */
  statement_timeout: 10_000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 30_000,
}
