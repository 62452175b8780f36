import { type AnyDatabase, isSqlite, type Replicated } from '@turnpike/sql'
import { ConfigurationError, type Logger } from 'turnpike'
import { importedPackage, type PositionStore } from 'turnpike/kit'
import type { Config } from '../config.ts'
import type { RedisConnections } from '../stores/redis-connections.ts'
import { openConfiguredDatabase } from './open.ts'

/** The replicas of a service's database. */
export interface OpenReplicas {
  readonly replicated: Replicated<unknown>
  /** By the host of their URLs. */
  readonly databases: Readonly<Record<string, AnyDatabase>>
  close(): Promise<void>
}

/**
 * Milliseconds to wait for a connection to a replica. Its statements can go to the primary instead.
 */
const connectionTimeoutMillis = 1000

/**
 * The replicas of `DATABASE_REPLICA_URLS`; null if there are none. They are connected to on first
 * use, and the service starts without them.
 *
 * @throws ConfigurationError when a URL is not supported, or the database is not PostgreSQL.
 */
export async function openReplicas(
  config: Config,
  db: AnyDatabase,
  connections: RedisConnections,
  logger: Logger,
): Promise<OpenReplicas | null> {
  const { databaseReplicaUrls: urls, databaseReplicaMaxLag: maxLagSeconds } = config
  if (urls.length === 0) return null
  if (isSqlite(db)) throw new ConfigurationError(needsPostgres)

  const positions = await positionsOf(config.databaseReplicaPositions, connections)
  const { replicas } = await import('@turnpike/sql')
  const opened = urls.map((url) => {
    const databaseUrl = ofAnyRole(url)
    const { db } = openConfiguredDatabase({ ...config, databaseUrl }, { connectionTimeoutMillis })
    return [hostOf(url), db] as const
  })
  const databases = Object.fromEntries(opened)
  if (Object.keys(databases).length < urls.length) throw new ConfigurationError(namedTwice)
  const replicated = replicas(db, { databases, maxLagSeconds, positions, logger })
  return {
    replicated,
    databases,
    async close() {
      replicated.close()
      for (const database of Object.values(databases)) await database.destroy()
    },
  }
}

async function positionsOf(
  positions: string,
  connections: RedisConnections,
): Promise<'memory' | 'header' | PositionStore> {
  if (positions === 'memory' || positions === 'header') return positions
  const redis = await connections.open(positions)
  const imported = import('@turnpike/redis')
  const { redisPositionStore } = await importedPackage(imported, '@turnpike/redis@0.1', 'Redis')
  return redisPositionStore(redis)
}

/** By default, of several hosts only one that takes writes is used, which no replica does. */
const ofAnyRole = (url: string): string =>
  /[?&]target_session_attrs=/.test(url)
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}target_session_attrs=any`

/** `db2:5432` */
const hostOf = (url: string): string =>
  url.replace(/^postgres(ql)?:\/\/([^/?#]*@)?/, '').replace(/[/?#].*$/s, '')

const needsPostgres =
  'DATABASE_REPLICA_URLS is set, but DATABASE_URL is a SQLite database, which has no replicas: ' +
  'leave DATABASE_REPLICA_URLS out.'

const namedTwice = 'DATABASE_REPLICA_URLS has a host twice: name each replica once.'
