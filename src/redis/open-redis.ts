import { setTimeout as sleep } from 'node:timers/promises'
import { knownOptions } from '../errors/known-options.ts'
import { withoutPassword } from '../errors/url-without-password.ts'
import { consoleLogger, type Logger } from '../http/logger.ts'
import { type RedisClient, redisClient, requireRedisUrl } from './client.ts'
import { within } from './patience.ts'
import { type Redis, RedisUnavailable } from './redis.ts'
import { runScript, script } from './script.ts'

export interface OpenRedisOptions {
  /** What every key begins with. Default `turnpike:`. */
  prefix?: string
  /** Milliseconds that Redis has to answer a command. Default 100. */
  timeoutMs?: number
  /** Where the loss of Redis and its return are told, one line each. Default the console. */
  logger?: Logger
  /** Makes a client, for clusters and sentinels. Default one for the URL. */
  createClient?: () => RedisClient
}

export const openRedisOptions = knownOptions<OpenRedisOptions>('openRedis()', {
  prefix: 'optional',
  timeoutMs: 'optional',
  logger: 'optional',
  createClient: 'optional',
})

/**
 * Opens a connection to Redis, in the background: the program starts without Redis, too.
 *
 * Once a command is not answered in time or the connection is lost, commands fail at once, until
 * Redis has answered a new connection, which is tried twice a second. No command is sent again.
 *
 * @param url `redis://localhost:6379`, `rediss://user:password@host/0`, `unix:///run/redis.sock`.
 * @throws ConfigurationError when the URL or an option is none.
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
  /** The client that has answered last; null while there is none. */
  let client: RedisClient | null = null
  let cause: unknown = new Error('There is no connection yet.')
  let downSince: number | null = null
  const attempted = Promise.withResolvers<void>()

  function lose(lost: RedisClient, error: unknown): void {
    if (client !== lost) return
    client = null
    void discard(lost)
    tellDown(error)
    void connect()
  }

  function tellDown(error: unknown): void {
    cause = error
    if (downSince !== null || closing.signal.aborted) return
    downSince = performance.now()
    logger.warn({ redis, err: error }, 'Redis does not answer.')
  }

  function tellUp(): void {
    if (downSince === null) return
    const downMs = Math.round(performance.now() - downSince)
    downSince = null
    logger.info({ redis, downMs }, 'Redis answers again.')
  }

  async function connect(): Promise<void> {
    while (!closing.signal.aborted) {
      const candidate = createClient()
      // Without a listener an error would end the process.
      candidate.on('error', (error) => lose(candidate, error))
      try {
        await within(connectMs, ready(candidate, `${prefix}probe`))
        if (closing.signal.aborted) return discard(candidate)
        client = candidate
        tellUp()
        return attempted.resolve()
      } catch (error) {
        void discard(candidate)
        tellDown(error)
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

/** Milliseconds between two attempts to connect, and those that one may take. */
const retryMs = 500
const connectMs = 2000

/**
 * A Redis that greets may still be loading its data, be a replica, or be full: so it is written to.
 */
async function ready(client: RedisClient, key: string): Promise<void> {
  await client.connect()
  await runScript(client, probe, key, [])
}

const probe = script("return redis.call('SET', KEYS[1], '1', 'PX', 1000)")

/**
 * Whether Redis is well and has refused this one command. Before Redis 7 a script hides the reason.
 */
const isAboutCommand = (error: unknown): boolean =>
  error instanceof Error &&
  /^(ERR|WRONGTYPE) /.test(error.message) &&
  !/-(OOM|READONLY|MISCONF|LOADING|MASTERDOWN|NOREPLICAS)\b/.test(error.message)

/** One that was never connected may say so. */
async function discard(client: RedisClient): Promise<void> {
  try {
    await client.destroy()
  } catch {}
}
