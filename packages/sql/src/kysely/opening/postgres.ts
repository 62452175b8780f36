import { sql } from 'kysely'
import type { ClientConfig } from 'pg'
import { importedPackage, longestTimer, requireValid, wholeNumber } from 'turnpike/kit'
import { migrate } from '../migrations/migrate.ts'
import type { PostgresClientClass } from '../postgres/client.ts'
import { postgresDatabase } from '../postgres/database.ts'
import { PostgresPool } from '../postgres/pool.ts'
import { postgresTypes } from '../postgres/types.ts'
import type { Database, OpenDatabaseOptions } from './database.ts'
import type { PostgresPlace } from './postgres-url.ts'

/**
 * A pool of connections that are opened on demand. Every wait has a time limit, so that a hanging
 * server is distinguished from a slow one. Parameters of the URL override these limits.
 *
 * @throws ConfigurationError when the `query_timeout` of the URL is invalid.
 */
export function openPostgres(
  { urls, role }: PostgresPlace,
  url: string,
  {
    poolSize = 10,
    patient = false,
    connectionTimeoutMillis = 2000,
    preparedStatements = 100,
  }: OpenDatabaseOptions,
): Database {
  const servers = urls.map((server) => new URL(server))
  const given = servers[0]?.searchParams.get('query_timeout') ?? null
  const queryTimeout = given === null ? null : queryTimeoutOf(given)
  // The pool has this limit, not the connection.
  for (const { searchParams } of servers) searchParams.delete('query_timeout')
  const connectionTimeout = patient ? 0 : connectionTimeoutMillis
  const open = (config: ClientConfig, max: number, isPatient: boolean) =>
    postgresDatabase(async () => {
      // Loaded on first use: it is not needed with SQLite.
      const { Client, types } = await importedPackage(import('pg'), 'pg@8', 'PostgreSQL')
      return new PostgresPool(Client as unknown as PostgresClientClass, {
        servers: servers.map(({ href, host }) => ({
          host,
          client: { ...config, connectionString: href, types: postgresTypes(types) },
        })),
        role,
        max,
        connectionTimeout,
        queryTimeout: queryTimeout ?? (isPatient ? 0 : 12_000),
        maxPrepared: preparedStatements,
      })
    })
  // A server that is gone is passed over, also where nothing else has a limit.
  const unhurried = urls.length > 1 ? { ...common, connectionTimeoutMillis } : common
  const db = open(patient ? unhurried : { ...limits, connectionTimeoutMillis }, poolSize, patient)

  return {
    db,
    url,
    async ping() {
      await sql`select 1`.execute(db)
    },
    async migrate(migrations, options) {
      const migrating = open(unhurried, 2, true)
      return migrate(migrating, migrations, options).finally(() => migrating.destroy())
    },
    close: () => db.destroy(),
  }
}

const milliseconds = wholeNumber({ least: 0, most: longestTimer.milliseconds, of: 'milliseconds' })

function queryTimeoutOf(given: string): number {
  const parsed = milliseconds.text.parse(given) ?? given
  requireValid('query_timeout of the database URL', milliseconds, parsed)
  return parsed
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
