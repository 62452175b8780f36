import { spawn } from 'node:child_process'
import { openRedis, type Redis } from '@turnpike/redis'
import { onTestFinished } from 'vitest'
import { programs } from './programs.ts'
import { plainClient, type RedisServer, redisServer } from './redis-server.ts'

export { redisServer }

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
  const child = spawn(programs.redisServer, ['--version'], { stdio: 'ignore' })
  const isThere = await new Promise((resolve) => {
    child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0))
  })
  return isThere ? null : skipped('There is no redis-server (TEST_REDIS_SERVER).')
}

function skipped(reason: string): string {
  if (process.env.TURNPIKE_NO_SKIPS) throw new Error(reason)
  console.warn(`Skipping tests: ${reason}`)
  return reason
}

/** A unique prefix; its keys are deleted when the test is over. */
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

/** A started server that ends with the test. */
export async function ownRedisServer(...options: string[]): Promise<RedisServer> {
  const server = await redisServer(...options)
  onTestFinished(() => server.remove())
  await server.start()
  return server
}

/** Waits until something is so. The test runs into its time-out when it never is. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10))
}
