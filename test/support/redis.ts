import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { onTestFinished } from 'vitest'
import { openRedis, type Redis } from '../../src/redis/index.ts'

/** Where the tests look for Redis. */
export const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

/** Why tests of Redis are skipped, or null when it answers. */
export const redisMissing: string | null = await whyMissing()

async function whyMissing(): Promise<string | null> {
  const client = plainClient(redisUrl)
  try {
    await client.connect()
    return null
  } catch (error) {
    return skipped(`Redis does not answer on ${redisUrl} (TEST_REDIS_URL): ${String(error)}`)
  } finally {
    client.destroy()
  }
}

/** Why tests that stop and start a Redis of their own are skipped, or null when there is one. */
export const redisServerMissing: string | null = await whyNoServer()

async function whyNoServer(): Promise<string | null> {
  const child = spawn('redis-server', ['--version'], { stdio: 'ignore' })
  const isThere = await new Promise((resolve) => {
    child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0))
  })
  return isThere ? null : skipped('There is no redis-server.')
}

function skipped(reason: string): string {
  if (process.env.TURNPIKE_NO_SKIPS) throw new Error(reason)
  console.warn(`Skipping tests: ${reason}`)
  return reason
}

/** A prefix that nobody else has; its keys are gone when the test is over. */
export function ownPrefix(url = redisUrl): string {
  const prefix = `turnpike-test-${crypto.randomUUID()}:`
  onTestFinished(async () => {
    const keys = await keysOf(prefix, url)
    if (keys.length > 0) await withClient(url, (client) => client.del(keys))
  })
  return prefix
}

export const keysOf = (prefix: string, url = redisUrl): Promise<string[]> =>
  withClient(url, async (client) => {
    const keys: string[] = []
    for await (const found of client.scanIterator({ MATCH: `${prefix}*`, COUNT: 1000 })) {
      keys.push(...found)
    }
    return keys
  })

function plainClient(url: string) {
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  client.on('error', () => {})
  return client
}

/** Asks Redis beside what is tested. */
export async function withClient<Result>(
  url: string,
  use: (client: ReturnType<typeof plainClient>) => Promise<Result>,
): Promise<Result> {
  const client = plainClient(url)
  await client.connect()
  try {
    return await use(client)
  } finally {
    client.destroy()
  }
}

/** A connection with keys of its own, ready, until the test is over. */
export async function connectedRedis(url = redisUrl, prefix = ownPrefix(url)): Promise<Redis> {
  const redis = openRedis(url, { prefix, timeoutMs: 2000 })
  onTestFinished(() => redis.close())
  await redis.attempted
  return redis
}

/** A Redis server of one's own, to be stopped, held up and started again. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  start(): Promise<void>
  stop(): Promise<void>
  /** It lives and does not answer any more. */
  hang(): void
  goOn(): void
  /** Ends it for good. */
  remove(): Promise<void>
}

export async function redisServer(...options: string[]): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | null = null

  async function stop(): Promise<void> {
    if (child === null) return
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    child = null
  }

  return {
    url,
    port,
    async start() {
      const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
      const volatile = ['--save', '', '--appendonly', 'no']
      child = spawn('redis-server', [...where, ...volatile, ...options], { stdio: 'ignore' })
      while (!(await answers(url))) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    stop,
    hang: () => child?.kill('SIGSTOP'),
    goOn: () => child?.kill('SIGCONT'),
    async remove() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** A started server that ends with the test. */
export async function ownRedisServer(...options: string[]): Promise<RedisServer> {
  const server = await redisServer(...options)
  onTestFinished(() => server.remove())
  await server.start()
  return server
}

async function answers(url: string): Promise<boolean> {
  const client = plainClient(url)
  try {
    await client.connect()
    return true
  } catch (error) {
    // One that wants a password is up.
    return String(error).includes('NOAUTH')
  } finally {
    client.destroy()
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Waits until something is so. The test runs into its time-out when it never is. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10))
}
