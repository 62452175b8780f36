/** One of several processes that see the same ids: prints how many of them it found new. */

import { openRedis, redisReplayStore } from '@turnpike/redis'
import { kyselyReplayStore } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'

const [, , kind = '', url = '', prefix = '', start = '0'] = process.argv
const { store, close } = await open()

// All processes begin at the same moment.
await new Promise((resolve) => setTimeout(resolve, Number(start) - Date.now()))
const answers = await Promise.all(
  Array.from({ length: 20 }, (_, index) => store.remember(`id ${index}`, 60)),
)
await close()
console.log(answers.filter(Boolean).length)

async function open() {
  if (kind === 'redis') {
    const redis = openRedis(url, { prefix, timeoutMs: 5000 })
    await redis.attempted
    return { store: redisReplayStore(redis), close: async () => redis.close() }
  }
  const { db, close } = openDatabase(url)
  return { store: kyselyReplayStore(db), close }
}
