import { availableParallelism } from 'node:os'
import { ConfigurationError } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { apiKeyOptionsOf, readConfig, tokenOptionsOf } from '../../src/service/config.ts'

describe('the configuration', () => {
  it('the configuration has a default for everything', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      metricsHost: '127.0.0.1',
      metricsPort: null,
      port: 8000,
      databaseUrl: 'sqlite:turnpike.db',
      databasePoolSize: 10,
      databaseReplicaUrls: [],
      databaseReplicaMaxLag: 10,
      databaseReplicaPositions: 'memory',
      databaseCache: true,
      databasePreparedStatements: 100,
      databaseGroupCommit: true,
      databaseConnectionTimeoutMs: 2000,
      throttleStoreUrl: 'memory',
      throttleStoreOnFailure: 'open',
      sessionStoreUrl: 'database',
      redisTimeoutMs: 100,
      logLevel: 'info',
      drainDelaySeconds: null,
      gracePeriodSeconds: 10,
      workers: null,
      passwordHasher: 'argon2id',
      tokenKeyPrefix: null,
      tokenMaxAge: null,
      tokenIdleAge: null,
      apiKeyPrefix: 'tk_',
      apiKeyDefaultAge: null,
      apiKeyMaxAge: null,
      settings: {},
    })
  })

  it('the configuration is read from the environment', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '80',
      DATABASE_URL: 'sqlite:/var/lib/notes.db',
      DATABASE_POOL_SIZE: '25',
      DATABASE_REPLICA_URLS: 'postgres://ann@db2/notes, postgres://db3,db4/notes',
      DATABASE_REPLICA_MAX_LAG: '30',
      DATABASE_REPLICA_POSITIONS: 'header',
      DATABASE_CACHE: 'false',
      DATABASE_PREPARED_STATEMENTS: '20',
      DATABASE_GROUP_COMMIT: 'false',
      DATABASE_CONNECTION_TIMEOUT_MS: '500',
      THROTTLE_STORE_URL: 'database',
      THROTTLE_STORE_ON_FAILURE: 'closed',
      SESSION_STORE_URL: 'redis://localhost:6379',
      REDIS_TIMEOUT_MS: '250',
      LOG_LEVEL: 'WARN',
      DRAIN_DELAY_SECONDS: '5',
      GRACE_PERIOD_SECONDS: '20',
      WORKERS: '4',
      PASSWORD_HASHER: 'pbkdf2',
    })

    expect(config).toEqual({
      host: '0.0.0.0',
      metricsHost: '127.0.0.1',
      metricsPort: null,
      port: 80,
      databaseUrl: 'sqlite:/var/lib/notes.db',
      databasePoolSize: 25,
      databaseReplicaUrls: ['postgres://ann@db2/notes', 'postgres://db3,db4/notes'],
      databaseReplicaMaxLag: 30,
      databaseReplicaPositions: 'header',
      databaseCache: false,
      databasePreparedStatements: 20,
      databaseGroupCommit: false,
      databaseConnectionTimeoutMs: 500,
      throttleStoreUrl: 'database',
      throttleStoreOnFailure: 'closed',
      sessionStoreUrl: 'redis://localhost:6379',
      redisTimeoutMs: 250,
      logLevel: 'warn',
      drainDelaySeconds: 5,
      gracePeriodSeconds: 20,
      workers: 4,
      passwordHasher: 'pbkdf2',
      tokenKeyPrefix: null,
      tokenMaxAge: null,
      tokenIdleAge: null,
      apiKeyPrefix: 'tk_',
      apiKeyDefaultAge: null,
      apiKeyMaxAge: null,
      settings: {},
    })
  })

  it('WORKERS=auto is one worker a core, and none is no workers', () => {
    expect(readConfig({ WORKERS: 'auto' }).workers).toBe(availableParallelism())
    expect(readConfig({ WORKERS: 'none' }).workers).toBe(null)
  })

  it('holds the settings that are set, and no others', () => {
    const { settings } = readConfig({
      PAGE_SIZE: '50',
      NON_FIELD_ERRORS_KEY: 'errors',
      LIST_SERIALIZER_ERRORS_AS_DICT: 'False',
      ALLOWED_HOSTS: 'api.example.com, .Example.org,*',
      BASE_URL: 'https://api.example.com',
      DATA_UPLOAD_MAX_MEMORY_SIZE: '1000000',
      DATA_UPLOAD_MAX_NUMBER_FIELDS: '10',
      DATA_UPLOAD_MAX_NUMBER_ITEMS: '20',
      URL_FORMAT_OVERRIDE: 'none',
      ORDERING_PARAM: 'sort',
      DEFAULT_PAGINATION_CLASS: 'no plain value',
      HOME: '/root',
    })

    expect(settings).toEqual({
      PAGE_SIZE: 50,
      NON_FIELD_ERRORS_KEY: 'errors',
      LIST_SERIALIZER_ERRORS_AS_DICT: false,
      ALLOWED_HOSTS: ['api.example.com', '.Example.org', '*'],
      BASE_URL: 'https://api.example.com',
      DATA_UPLOAD_MAX_MEMORY_SIZE: 1_000_000,
      DATA_UPLOAD_MAX_NUMBER_FIELDS: 10,
      DATA_UPLOAD_MAX_NUMBER_ITEMS: 20,
      URL_FORMAT_OVERRIDE: null,
      ORDERING_PARAM: 'sort',
    })
  })

  it('the configuration decides the form and lifetime of tokens', () => {
    const config = readConfig({
      TOKEN_KEY_PREFIX: 'acme_',
      TOKEN_MAX_AGE: '7776000',
      TOKEN_IDLE_AGE: '86400',
    })
    expect(tokenOptionsOf(config)).toEqual({
      keyPrefix: 'acme_',
      maxAgeSeconds: 7_776_000,
      idleSeconds: 86_400,
    })
    const none = readConfig({ TOKEN_MAX_AGE: 'none', TOKEN_KEY_PREFIX: 'none' })
    expect(tokenOptionsOf(none)).toEqual({ maxAgeSeconds: null, idleSeconds: null })
    for (const env of [
      { TOKEN_KEY_PREFIX: 'acme' },
      { TOKEN_MAX_AGE: '0' },
      { TOKEN_IDLE_AGE: '119' },
    ]) {
      expect(() => readConfig(env)).toThrow(Object.keys(env)[0])
    }
  })

  it('the configuration decides the form and lifetime of API keys', () => {
    const config = readConfig({
      API_KEY_PREFIX: 'acme_',
      API_KEY_DEFAULT_AGE: '86400',
      API_KEY_MAX_AGE: '7776000',
    })
    expect(apiKeyOptionsOf(config)).toEqual({
      keyPrefix: 'acme_',
      defaultAgeSeconds: 86_400,
      maxAgeSeconds: 7_776_000,
    })
    for (const env of [
      { API_KEY_PREFIX: 'none of them' },
      { API_KEY_DEFAULT_AGE: '0' },
      { API_KEY_MAX_AGE: '1.5' },
    ]) {
      expect(() => readConfig(env)).toThrow(Object.keys(env)[0])
    }
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', PAGE_SIZE: '' })).toEqual(readConfig({}))
  })

  it('names every variable that cannot be used, its value and what it must be', () => {
    const read = () => readConfig({ PORT: '80x', LOG_LEVEL: 'loud', PAGE_SIZE: '0' })

    expect(read).toThrow(ConfigurationError)
    expect(read).toThrow(
      [
        'These environment variables cannot be used:',
        '  PORT is "80x"; it must be a whole number from 0 to 65535.',
        '  LOG_LEVEL is "loud"; it must be one of trace, debug, info, warn, error, fatal, silent.',
        '  PAGE_SIZE is "0"; it must be a whole number of at least 1, or none.',
      ].join('\n'),
    )
  })

  it.each(['DATABASE_URL', 'THROTTLE_STORE_URL'])(
    'a configuration error does not show the password in %s',
    (name) => {
      expect(() => readConfig({ [name]: ' postgres://ada:secret@db/notes' })).toThrow(
        `  ${name} is …; it must be `,
      )
    },
  )

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['PORT', ' 80'],
    ['HOST', ' '],
    ['PAGE_SIZE', '1.5'],
    ['LIST_SERIALIZER_ERRORS_AS_DICT', 'constructor'],
    ['ALLOWED_HOSTS', 'https://api.example.com'],
    ['ALLOWED_HOSTS', 'a.example.com,,b.example.com'],
    ['BASE_URL', 'api.example.com'],
    ['BASE_URL', 'https://api.example.com/v1'],
    ['BASE_URL', 'https://[::1'],
  ])('the configuration refuses %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`  ${name} is "${value}"; it must be `)
  })

  it('the configuration refuses ALLOWED_HOSTS=none, and says how to allow all hosts', () => {
    expect(() => readConfig({ ALLOWED_HOSTS: 'none' })).toThrow(
      / {2}ALLOWED_HOSTS is "none"; it must be host names .* For all hosts, leave it out, or set it to \*\.$/,
    )
  })
})
