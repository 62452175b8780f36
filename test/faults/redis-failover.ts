/** The primary of Redis is lost under load, and its replica takes over. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { redisServerMissing, until, withClient } from '../support/redis.ts'
import { redisCluster } from '../support/redis-cluster.ts'
import { sentinelGroup } from '../support/redis-groups.ts'
import { makeDatabase } from './databases.ts'
import { migrate } from './redis-service.ts'
import { atMost, exactly, type Finding, figure, report } from './report.ts'
import { secretsLogged } from './secrets-in-logs.ts'
import { startService, stopService } from './service.ts'
import { sessionLoad } from './session-load.ts'

/** What happens to the primary. `planned`: the operator asks for another one. */
export const losses = [
  'killed',
  'hangs',
  'planned',
  'planned, writes paused',
  'killed in a cluster',
  'planned in a cluster',
] as const

const losesNothing: readonly Loss[] = ['planned, writes paused', 'planned in a cluster']

export type Loss = (typeof losses)[number]

/** Replication is asynchronous, so some of the last writes may be lost: how many, is a figure. */
export async function failOverRedis(loss: Loss): Promise<Finding[]> {
  await using disposables = new AsyncDisposableStack()
  const group = disposables.adopt(await start(loss), ({ remove }) => remove())
  const database = disposables.adopt(await makeDatabase('sqlite'), ({ drop }) => drop())
  await migrate(database.url)
  const services = await Promise.all(
    [1, 2].map(() =>
      startService({
        databaseUrl: database.url,
        env: { THROTTLE_STORE_URL: group.url, SESSION_STORE_URL: group.url },
        module: join(import.meta.dirname, 'redis-service.ts'),
      }),
    ),
  )
  for (const service of services) disposables.defer(async () => void (await stopService(service)))
  const load = sessionLoad(services)

  await load.works()
  await sleep(1000)
  await group.lose()
  const begin = performance.now()
  await load.works()
  const recovery = performance.now() - begin
  await sleep(500)
  group.goOn()
  await sleep(1000)

  const { unavailable, lost, findings } = await load.end()
  return [
    ...findings,
    loss === 'planned in a cluster'
      ? exactly('answers 503', unavailable, 0)
      : figure('answers 503', unavailable),
    ...(losesNothing.includes(loss) ? [exactly('of both', lost, 0)] : []),
    atMost('first sign-in after the promotion', recovery, 3000, 'ms'),
    secretsLogged(),
  ]
}

interface Group {
  readonly url: string
  /** Settles when the replica is the primary. */
  lose(): Promise<void>
  /** Lets a primary go on that hangs. */
  goOn(): void
  remove(): Promise<void>
}

const start = (loss: Loss): Promise<Group> =>
  loss.endsWith('in a cluster') ? startCluster(loss) : startSentinels(loss)

async function startCluster(loss: Loss): Promise<Group> {
  const cluster = await redisCluster()
  return {
    ...cluster,
    async lose() {
      const [primary] = await cluster.primaries()
      if (primary === undefined) throw new Error('The cluster has no primary.')
      if (loss === 'planned in a cluster') return cluster.swap(primary)
      await primary.stop()
      await until(async () => (await cluster.primaries()).length === 3)
    },
    goOn() {},
  }
}

async function startSentinels(loss: Loss): Promise<Group> {
  const group = await sentinelGroup()
  const [sentinel] = group.sentinels
  return {
    ...group,
    async lose() {
      if (loss === 'killed') await group.primary.stop()
      else if (loss === 'hangs') group.primary.hang()
      else if (sentinel !== undefined) {
        if (loss === 'planned, writes paused') {
          await withClient(group.primary.url, (client) => client.clientPause(10_000, 'WRITE'))
        }
        await withClient(sentinel.url, (client) =>
          client.sendCommand(['SENTINEL', 'FAILOVER', 'mymaster']),
        )
      }
      await until(group.isPromoted)
    },
    goOn: () => group.primary.goOn(),
  }
}

if (import.meta.main) {
  if (redisServerMissing !== null) console.warn(`Left out: ${redisServerMissing}`)
  else {
    for (const loss of losses) report(`The primary of Redis: ${loss}`, await failOverRedis(loss))
  }
}
