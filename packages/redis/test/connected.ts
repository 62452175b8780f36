import { onTestFinished } from 'vitest'
import { openRedis } from '../src/index.ts'
import { keptLog } from './log.ts'

/** A connection, until the test is over, with what it logs. */
export async function connected(url: string) {
  const { logger, lines, everything } = keptLog()
  const redis = openRedis(url, { logger, timeoutMs: 5000 })
  onTestFinished(() => redis.close())
  await redis.attempted
  return { redis, lines, everything }
}
