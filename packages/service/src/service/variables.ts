import { availableParallelism } from 'node:os'
import {
  apiKeyAgeSeconds,
  oneOf,
  orNull,
  type Setting,
  setting,
  type TextRule,
  text,
  textWhere,
  tokenIdleSeconds,
  tokenKeyPrefix,
  tokenMaxAgeSeconds,
  trueOrFalse,
  wholeNumber,
} from 'turnpike/internal/kit/variable-rules'
import type { Variable } from 'turnpike/internal/settings/environment'
import { databaseUrl, replicaUrls, storeUrl } from './stores/url-rules.ts'

/**
 * A variable that the service itself reads. Its documentation is the doc comment above it. Those
 * that are settings of an API are not listed here: they follow from
 * packages/turnpike/src/settings/setting.ts.
 */
export interface ServiceVariable<Value = unknown>
  extends Setting<Value, TextRule<Value>>,
    Variable {
  readonly rule: TextRule<Value>
}

const variable = <Value, const Default extends Value>(
  name: string,
  rule: TextRule<Value>,
  byDefault: () => Default,
): ServiceVariable<Value> => ({ name, ...setting(rule, byDefault) })

const hostOrAddress = textWhere('a host name or address', text.accepts)
const milliseconds = wholeNumber({ least: 1, most: 60_000, of: 'milliseconds' })
const seconds = wholeNumber({ least: 0, most: 3600, of: 'seconds' })

const anyWorkerCount = wholeNumber({ least: 1, most: 1024 })
const workerCount: TextRule<number> = {
  ...anyWorkerCount,
  text: {
    expected: `${anyWorkerCount.expected}, or auto`,
    parse: (value) =>
      value === 'auto' ? availableParallelism() : anyWorkerCount.text.parse(value),
  },
}

/** The variables of the service itself, under their names in the configuration. */
export const serviceVariables = {
  /** Address to listen on; `0.0.0.0` for all addresses of the machine. Default `127.0.0.1`. */
  host: variable('HOST', hostOrAddress, () => '127.0.0.1'),

  /** Port to listen on; 0 for any free one. Default 8000. */
  port: variable('PORT', wholeNumber({ least: 0, most: 65_535 }), () => 8000),

  /**
   * Port for `GET /metrics`, which Prometheus reads; 0 for any free one. With workers it has the
   * sum of all. Null means that there is no such port. Default null.
   *
   * @see docs/observability.md#metrics
   */
  metricsPort: variable(
    'METRICS_PORT',
    orNull(wholeNumber({ least: 0, most: 65_535 })),
    () => null,
  ),

  /**
   * Address that `METRICS_PORT` listens on. Everyone who reaches it can read the metrics. Default
   * `127.0.0.1`.
   *
   * @see docs/observability.md#metrics
   */
  metricsHost: variable('METRICS_HOST', hostOrAddress, () => '127.0.0.1'),

  /**
   * The database: `sqlite:notes.db`, a file in the working directory, or
   * `postgres://user:password@host:5432/notes`. Default `sqlite:turnpike.db`.
   *
   * @see docs/databases.md
   */
  databaseUrl: variable('DATABASE_URL', databaseUrl, () => 'sqlite:turnpike.db'),

  /**
   * Maximum number of connections of one process to PostgreSQL. Default 10.
   *
   * @see docs/databases.md#postgresql
   */
  databasePoolSize: variable('DATABASE_POOL_SIZE', wholeNumber({ least: 1, most: 1000 }), () => 10),

  /**
   * Milliseconds that a statement waits for a connection to PostgreSQL, or for the writing
   * connection of SQLite, before the answer is a 503. Default 2,000.
   *
   * @see docs/databases.md
   */
  databaseConnectionTimeoutMs: variable('DATABASE_CONNECTION_TIMEOUT_MS', milliseconds, () => 2000),

  /**
   * Servers that replay the log of the PostgreSQL of `DATABASE_URL`, and from which safe requests
   * read. Default none.
   *
   * @see docs/replicas.md
   */
  databaseReplicaUrls: variable('DATABASE_REPLICA_URLS', replicaUrls, () => []),

  /**
   * Seconds by which a replica may be behind; beyond them it is passed over. Default 10.
   *
   * @see docs/replicas.md#what-a-client-sees
   */
  databaseReplicaMaxLag: variable(
    'DATABASE_REPLICA_MAX_LAG',
    wholeNumber({ least: 3, most: 3600, of: 'seconds' }),
    () => 10,
  ),

  /**
   * Where processes learn how far a client's writes have come: `memory`, each by itself; `header`,
   * from the client; or the URL of a Redis. Default `memory`.
   *
   * @see docs/replicas.md#several-processes
   */
  databaseReplicaPositions: variable(
    'DATABASE_REPLICA_POSITIONS',
    storeUrl('memory', 'header'),
    () => 'memory',
  ),

  /**
   * Whether values read from a SQLite database are cached until it changes. Default true.
   *
   * @see docs/caching.md#what-is-read-of-sqlite
   */
  databaseCache: variable('DATABASE_CACHE', trueOrFalse, () => true),

  /**
   * Maximum number of statements that each connection to PostgreSQL keeps prepared; 0 for none.
   * Default 100.
   *
   * @see docs/databases.md#prepared-statements
   */
  databasePreparedStatements: variable(
    'DATABASE_PREPARED_STATEMENTS',
    wholeNumber({ least: 0, most: 10_000 }),
    () => 100,
  ),

  /**
   * Whether single writes to a SQLite database that arrive together share one commit on the disk.
   * Default true.
   *
   * @see docs/databases.md#writes-that-arrive-together
   */
  databaseGroupCommit: variable('DATABASE_GROUP_COMMIT', trueOrFalse, () => true),

  /**
   * Where throttles count: `memory`, `database`, or the URL of a Redis. Default `memory`.
   *
   * @see docs/throttling.md#one-count-for-several-processes
   */
  throttleStoreUrl: variable('THROTTLE_STORE_URL', storeUrl('memory', 'database'), () => 'memory'),

  /**
   * The behaviour of throttles while their Redis is away: let requests through (`open`) or refuse
   * them (`closed`). Default `open`.
   *
   * @see docs/redis.md#when-redis-is-away
   */
  throttleStoreOnFailure: variable(
    'THROTTLE_STORE_ON_FAILURE',
    oneOf(['open', 'closed']),
    () => 'open' as const,
  ),

  /**
   * Where sessions are stored: `database`, or the URL of a Redis. Default `database`.
   *
   * @see docs/sessions.md#where-sessions-are-kept
   */
  sessionStoreUrl: variable('SESSION_STORE_URL', storeUrl('database'), () => 'database'),

  /**
   * Milliseconds that Redis has to answer a command. Default 100.
   *
   * @see docs/redis.md#when-redis-is-away
   */
  redisTimeoutMs: variable('REDIS_TIMEOUT_MS', milliseconds, () => 100),

  /**
   * Minimum level of the lines that are logged. Default `info`.
   *
   * @see docs/service.md#the-log
   */
  logLevel: variable(
    'LOG_LEVEL',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    () => 'info' as const,
  ),

  /**
   * Hasher of new passwords; on runtimes without argon2 install `hash-wasm`, or use `pbkdf2`.
   * Default `argon2id`.
   *
   * @see docs/accounts.md#passwords
   */
  passwordHasher: variable(
    'PASSWORD_HASHER',
    oneOf(['argon2id', 'pbkdf2']),
    () => 'argon2id' as const,
  ),

  /**
   * Prefix of new token keys: `acme_`. Null means no prefix. Default null.
   *
   * @see docs/accounts.md#tokens
   */
  tokenKeyPrefix: variable('TOKEN_KEY_PREFIX', orNull(tokenKeyPrefix), () => null),

  /** Lifetime of a token from its creation, in seconds. Null means unlimited. Default null. */
  tokenMaxAge: variable('TOKEN_MAX_AGE', orNull(tokenMaxAgeSeconds), () => null),

  /** Lifetime of a token from its last use, in seconds. Null means unlimited. Default null. */
  tokenIdleAge: variable('TOKEN_IDLE_AGE', orNull(tokenIdleSeconds), () => null),

  /**
   * Prefix of new API keys. Keys with another prefix stay valid. Default `tk_`.
   *
   * @see docs/api-keys.md#form-and-lifetime
   */
  apiKeyPrefix: variable('API_KEY_PREFIX', tokenKeyPrefix, () => 'tk_'),

  /**
   * Lifetime of a new API key whose creator does not set one, in seconds. Null means as long as
   * `API_KEY_MAX_AGE` allows. Default null.
   *
   * @see docs/api-keys.md#form-and-lifetime
   */
  apiKeyDefaultAge: variable('API_KEY_DEFAULT_AGE', orNull(apiKeyAgeSeconds), () => null),

  /**
   * Longest lifetime that a new API key may have, in seconds. Null means unlimited. Default null.
   *
   * @see docs/api-keys.md#form-and-lifetime
   */
  apiKeyMaxAge: variable('API_KEY_MAX_AGE', orNull(apiKeyAgeSeconds), () => null),

  /**
   * Seconds for which a stopping service still accepts requests. Null means 1, or 0 at a terminal.
   * Default null.
   *
   * @see docs/service.md#stopping
   */
  drainDelaySeconds: variable('DRAIN_DELAY_SECONDS', orNull(seconds), () => null),

  /**
   * Seconds for requests in progress to complete when the service stops. Default 10.
   *
   * @see docs/service.md#stopping
   */
  gracePeriodSeconds: variable('GRACE_PERIOD_SECONDS', seconds, () => 10),

  /**
   * Number of worker processes; `auto` for one for each core. Null means a single process without
   * workers. Default null.
   *
   * @see docs/service.md#workers
   */
  workers: variable('WORKERS', orNull(workerCount), () => null),
}
