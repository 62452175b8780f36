import { setTimeout as sleep } from 'node:timers/promises'
import { consoleLogger, type Logger } from 'turnpike'
import { knownOptions, numberOf, withoutPassword } from 'turnpike/kit'
import { type RedisClient, redisClient, requireRedisUrl } from './client.ts'
import { within } from './patience.ts'
import { type Redis, RedisUnavailable } from './redis.ts'
import { runScript } from './run-script.ts'

export interface OpenRedisOptions {
  /** What every key begins with. Default `turnpike:`. */
  prefix?: string
  /** Milliseconds to wait for the reply to a command. Default 100. */
  timeoutMs?: number
  /** Where an outage of Redis and its end are logged, one line each. Default the console. */
  logger?: Logger
  /** Creates a client, for clusters and sentinels. Default a client for the URL. */
  createClient?: () => RedisClient
}

export const openRedisOptions = knownOptions<OpenRedisOptions>('openRedis()', {
  prefix: 'optional',
  timeoutMs: numberOf('milliseconds', 1),
  logger: 'optional',
  createClient: 'optional',
})

/**
 * Opens a connection to Redis in the background: the program also starts without Redis.
 *
 * When a command times out or the connection is lost, commands fail at once until Redis answers a
 * new connection, which is tried twice a second. No command is sent twice.
 *
 * @param url `redis://localhost:6379`, `rediss://user:password@host/0`, `unix:///run/redis.sock`.
 * @throws ConfigurationError when the URL or an option is invalid.
 */
export function openRedis(url: string, options: OpenRedisOptions = {}): Redis {
  openRedisOptions.require(options)
  const {
    prefix = 'turnpike:',
    timeoutMs = 100,
    logger = consoleLogger,
    createClient = () => redisClient(url),
  } = options
  if (options.createClient === undefined) requireRedisUrl(url)

  const redis = withoutPassword(url)
  const closing = new AbortController()
  /** The client in use; null while there is none. */
  let client: RedisClient | null = null
  let cause: unknown = new Error('Not connected yet.')
  let downSince: number | null = null
  const attempted = Promise.withResolvers<void>()

  function lose(lost: RedisClient, error: unknown): void {
    if (client !== lost) return
    client = null
    void discard(lost)
    logDown(error)
    void connect()
  }

  function logDown(error: unknown): void {
    cause = error
    if (downSince !== null || closing.signal.aborted) return
    downSince = performance.now()
    logger.warn({ redis, err: error }, 'Redis does not answer.')
  }

  function logUp(): void {
    if (downSince === null) return
    const downMs = Math.round(performance.now() - downSince)
    downSince = null
    logger.info({ redis, downMs }, 'Redis answers again.')
  }

  async function connect(): Promise<void> {
    while (!closing.signal.aborted) {
      const candidate = createClient()
      // Without a listener, an error would end the process.
      candidate.on('error', (error) => lose(candidate, error))
      try {
        await within(connectMs, ready(candidate, `${prefix}probe`))
        if (closing.signal.aborted) return discard(candidate)
        client = candidate
        logUp()
        return attempted.resolve()
      } catch (error) {
        void discard(candidate)
        logDown(error)
        attempted.resolve()
        await sleep(retryMs, null, { ref: false, signal: closing.signal }).catch(() => {})
      }
    }
  }

  void connect()

  return {
    attempted: attempted.promise,

    get isUp() {
      return client !== null
    },

    async run(script, key, args) {
      const current = client
      if (current === null) throw new RedisUnavailable({ cause })
      try {
        return await within(timeoutMs, runScript(current, script, prefix + key, args))
      } catch (error) {
        if (isAboutCommand(error)) throw error
        lose(current, error)
        throw new RedisUnavailable({ cause: error })
      }
    },

    close() {
      closing.abort()
      attempted.resolve()
      if (client !== null) void discard(client)
      client = null
    },
  }
}

/** Milliseconds between two attempts to connect, and the timeout of an attempt. */
const retryMs = 500
const connectMs = 2000

/**
 * A Redis that accepts a connection may still be loading, read-only or out of memory, so the probe
 * writes.
 */
async function ready(client: RedisClient, key: string): Promise<void> {
  await client.connect()
  await runScript(client, probe, key, [])
}

const probe = "return redis.call('SET', KEYS[1], '1', 'PX', 1000)"

/**
 * Whether Redis is well and rejected only this command. Before Redis 7 a script hides the reason.
 */
const isAboutCommand = (error: unknown): boolean =>
  error instanceof Error &&
  /^(ERR|WRONGTYPE) /.test(error.message) &&
  !/-(OOM|READONLY|MISCONF|LOADING|MASTERDOWN|NOREPLICAS)\b/.test(error.message)

/** `destroy` may throw when the client was never connected. */
async function discard(client: RedisClient): Promise<void> {
  try {
    await client.destroy()
  } catch {}
}
