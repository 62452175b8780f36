import { withoutPassword } from 'turnpike/kit'
import type { Config } from '../config.ts'
import { createLogger } from '../logging/logger.ts'
import { redisConnections } from '../stores/redis-connections.ts'
import { failureOf } from './failure.ts'
import type { Check, Finding } from './finding.ts'

/** `redis.unreachable` */
export const redisAnswers: Check = {
  isForDeploy: true,
  async find({ definition, config }) {
    const connections = redisConnections(definition.name, config, createLogger('silent'))
    /** Rejects with the error of the driver. */
    const ask = async (url: string) => {
      const redis = await connections.open(url)
      await redis.run('return 1', 'check', []).catch((error) => {
        throw error.cause ?? error
      })
    }
    try {
      const findings: Finding[] = []
      for (const [name, url] of storesInRedis(config)) {
        const failure = await failureOf(() => ask(url))
        if (failure !== null) {
          findings.push({
            id: 'redis.unreachable',
            severity: 'error',
            message: `The Redis of ${name}, ${withoutPassword(url)}, cannot be used: ${failure}`,
            remedy: `Correct ${name}, or start the server.`,
          })
        }
      }
      return findings
    } finally {
      connections.close()
    }
  },
}

/** The variables that name a Redis, with its URL. */
function storesInRedis(config: Config): [variable: string, url: string][] {
  const stores: [string, string][] = [
    ['SESSION_STORE_URL', config.sessionStoreUrl],
    ['THROTTLE_STORE_URL', config.throttleStoreUrl],
    ...(config.databaseReplicaUrls.length > 0
      ? [['DATABASE_REPLICA_POSITIONS', config.databaseReplicaPositions] as [string, string]]
      : []),
  ]
  // The other values are words, such as `memory`.
  return stores.filter(([, url]) => url.includes(':'))
}
