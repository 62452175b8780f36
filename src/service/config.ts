import { z } from 'zod'
import type { TokenOptions } from '../accounts/token-rules.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Settings } from '../settings/settings.ts'
import {
  addressRanges,
  hostNames,
  oneOf,
  origins,
  orNone,
  rates,
  secrets,
  text,
  tokenKeyPrefix,
  truth,
  variable,
  wholeNumber,
  wholeUrl,
  workerCount,
} from './variables.ts'

/** What the deployer has set in the environment, checked. */
export interface Config {
  /** Where the service listens: `HOST`, default `127.0.0.1`, and `PORT`, default 8000. */
  readonly host: string
  readonly port: number
  /**
   * `DATABASE_URL`, default `sqlite:turnpike.db`: a file in the working directory; or
   * `postgres://…`.
   */
  readonly databaseUrl: string
  /** `DATABASE_POOL_SIZE`, default 10: most connections of this process to PostgreSQL. */
  readonly databasePoolSize: number
  /** `DATABASE_CONNECTION_TIMEOUT_MS`, default 2000: milliseconds to wait for a connection. */
  readonly databaseConnectionTimeoutMs: number
  /**
   * `THROTTLE_STORE_URL`, default `memory`: where throttles count; `database`, or that of a Redis.
   */
  readonly throttleStoreUrl: string
  /** `THROTTLE_STORE_ON_FAILURE`, default `open`: what throttles do while their Redis is away. */
  readonly throttleStoreOnFailure: 'open' | 'closed'
  /** `SESSION_STORE_URL`, default `database`: where sessions are kept, or that of a Redis. */
  readonly sessionStoreUrl: string
  /** `REDIS_TIMEOUT_MS`, default 100: milliseconds that Redis has to answer a command. */
  readonly redisTimeoutMs: number
  /** `LOG_LEVEL`, default `info`: the least important lines that are logged. */
  readonly logLevel: LogLevel
  /** `DRAIN_DELAY_SECONDS`. Null: what fits the place where the service runs. */
  readonly drainDelaySeconds: number | null
  /** `GRACE_PERIOD_SECONDS`, default 10. */
  readonly gracePeriodSeconds: number
  /**
   * `WORKERS`: how many processes serve, `auto` for one a core. Null: this one, without workers.
   */
  readonly workers: number | null
  /** `PASSWORD_HASHER`, default `argon2id`; `pbkdf2` for runtimes that lack it. */
  readonly passwordHasher: 'argon2id' | 'pbkdf2'
  /** `TOKEN_KEY_PREFIX`, `TOKEN_MAX_AGE` and `TOKEN_IDLE_AGE`, those that are set. */
  readonly tokens: TokenOptions
  /** The settings of the API that are set in the environment, and no others. */
  readonly settings: EnvironmentSettings
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The settings that are plain values, so that the environment can hold them. */
export type EnvironmentSettings = Pick<Settings, keyof typeof settingVariables>

const settingVariables = {
  PAGE_SIZE: variable(orNone(wholeNumber(1))),
  NON_FIELD_ERRORS_KEY: variable(text),
  LIST_SERIALIZER_ERRORS_AS_DICT: variable(truth),
  ALLOWED_HOSTS: variable(hostNames),
  BASE_URL: variable(orNone(wholeUrl)),
  DATA_UPLOAD_MAX_MEMORY_SIZE: variable(wholeNumber(1)),
  DATA_UPLOAD_MAX_NUMBER_FIELDS: variable(wholeNumber(1)),
  DATA_UPLOAD_MAX_NUMBER_ITEMS: variable(wholeNumber(1)),
  URL_FORMAT_OVERRIDE: variable(orNone(text)),
  ORDERING_PARAM: variable(text),
  DEFAULT_THROTTLE_RATES: variable(rates),
  TRUSTED_PROXIES: variable(addressRanges),
  SECRET_KEYS: variable(secrets),
  SESSION_COOKIE_AGE: variable(wholeNumber(1)),
  SESSION_IDLE_AGE: variable(orNone(wholeNumber(120))),
  SESSIONS_PER_USER: variable(orNone(wholeNumber(1))),
  CSRF_TRUSTED_ORIGINS: variable(origins),
  CORS_ALLOWED_ORIGINS: variable(origins),
  CORS_ALLOW_CREDENTIALS: variable(truth),
}

const variables = z.object({
  HOST: variable(text),
  PORT: variable(wholeNumber(0, 65_535)),
  DATABASE_URL: variable(text),
  DATABASE_POOL_SIZE: variable(wholeNumber(1, 1000)),
  DATABASE_CONNECTION_TIMEOUT_MS: variable(wholeNumber(1, 60_000)),
  THROTTLE_STORE_URL: variable(text),
  THROTTLE_STORE_ON_FAILURE: variable(oneOf(['open', 'closed'])),
  SESSION_STORE_URL: variable(text),
  REDIS_TIMEOUT_MS: variable(wholeNumber(1, 60_000)),
  LOG_LEVEL: variable(oneOf(logLevels)),
  DRAIN_DELAY_SECONDS: variable(wholeNumber(0, 3600)),
  GRACE_PERIOD_SECONDS: variable(wholeNumber(0, 3600)),
  WORKERS: variable(orNone(workerCount)),
  PASSWORD_HASHER: variable(oneOf(['argon2id', 'pbkdf2'])),
  TOKEN_KEY_PREFIX: variable(orNone(tokenKeyPrefix)),
  TOKEN_MAX_AGE: variable(orNone(wholeNumber(1))),
  TOKEN_IDLE_AGE: variable(orNone(wholeNumber(120))),
  ...settingVariables,
})

/**
 * Reads the configuration from environment variables. Unknown variables are left alone, and an
 * empty one counts as not set.
 *
 * @throws ConfigurationError that names every variable that cannot be used.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(env).filter(([, value]) => value !== '')
  const { data, error } = variables.safeParse(Object.fromEntries(given))
  if (error !== undefined) throw new ConfigurationError(describe(error, env))

  return {
    host: data.HOST ?? '127.0.0.1',
    port: data.PORT ?? 8000,
    databaseUrl: data.DATABASE_URL ?? 'sqlite:turnpike.db',
    databasePoolSize: data.DATABASE_POOL_SIZE ?? 10,
    databaseConnectionTimeoutMs: data.DATABASE_CONNECTION_TIMEOUT_MS ?? 2000,
    throttleStoreUrl: data.THROTTLE_STORE_URL ?? 'memory',
    throttleStoreOnFailure: data.THROTTLE_STORE_ON_FAILURE ?? 'open',
    sessionStoreUrl: data.SESSION_STORE_URL ?? 'database',
    redisTimeoutMs: data.REDIS_TIMEOUT_MS ?? 100,
    logLevel: data.LOG_LEVEL ?? 'info',
    drainDelaySeconds: data.DRAIN_DELAY_SECONDS ?? null,
    gracePeriodSeconds: data.GRACE_PERIOD_SECONDS ?? 10,
    workers: data.WORKERS ?? null,
    passwordHasher: data.PASSWORD_HASHER ?? 'argon2id',
    tokens: tokenOptionsOf(data),
    settings: settingsOf(data),
  }
}

const tokenOptionsOf = ({
  TOKEN_KEY_PREFIX,
  TOKEN_MAX_AGE,
  TOKEN_IDLE_AGE,
}: z.infer<typeof variables>): TokenOptions => ({
  ...(TOKEN_KEY_PREFIX && { keyPrefix: TOKEN_KEY_PREFIX }),
  ...(TOKEN_MAX_AGE && { maxAgeSeconds: TOKEN_MAX_AGE }),
  ...(TOKEN_IDLE_AGE && { idleSeconds: TOKEN_IDLE_AGE }),
})

/** An absent key leaves the application's own value; an undefined one would, too, but shows. */
function settingsOf(data: z.infer<typeof variables>): EnvironmentSettings {
  const isSetting = (name: string) => Object.hasOwn(settingVariables, name)
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => isSetting(name) && value !== undefined),
  )
}

function describe(error: z.ZodError, env: Readonly<Record<string, string | undefined>>): string {
  const lines = error.issues.map(({ path, message }) => {
    const name = String(path[0])
    const value = mayHoldSecrets(name) ? 'set' : JSON.stringify(env[name])
    return `  ${name} is ${value}; it must be ${message}.`
  })
  return ['These environment variables cannot be used:', ...lines].join('\n')
}

/** A secret that is too short may still be one, and the URL of a store has a password in it. */
const mayHoldSecrets = (name: string) =>
  ['SECRET_KEYS', 'DATABASE_URL', 'THROTTLE_STORE_URL', 'SESSION_STORE_URL'].includes(name)
