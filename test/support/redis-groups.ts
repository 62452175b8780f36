import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { until, withClient } from './redis.ts'
import { type RedisServer, redisServer } from './redis-server.ts'

/** A primary and its replica, watched by three sentinels. */
export interface SentinelGroup {
  /** Of all sentinels: `redis+sentinel://…?name=mymaster`. */
  readonly url: string
  readonly primary: RedisServer
  readonly replica: RedisServer
  readonly sentinels: readonly RedisServer[]
  /** Whether the replica has become the primary. */
  isPromoted(): Promise<boolean>
  remove(): Promise<void>
}

/** Milliseconds after which sentinels and nodes of a cluster give a server up. */
const downAfterMs = 500

export async function sentinelGroup(): Promise<SentinelGroup> {
  const primary = await started()
  const replica = await started('--replicaof', '127.0.0.1', String(primary.port))
  await until(() => isIn(replica, 'master_link_status:up'))
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-sentinels-'))
  const sentinels = await Promise.all(
    [1, 2, 3].map(async (number) => {
      const path = join(folder, `${number}.conf`)
      const lines = [
        `monitor mymaster 127.0.0.1 ${primary.port} 2`,
        `down-after-milliseconds mymaster ${downAfterMs}`,
        'failover-timeout mymaster 2000',
      ]
      await writeFile(path, lines.map((line) => `sentinel ${line}\n`).join(''))
      return started(path, '--sentinel')
    }),
  )
  await until(async () => {
    const known = await Promise.all(
      sentinels.map((sentinel) => isIn(sentinel, 'slaves=1,sentinels=3')),
    )
    return known.every(Boolean)
  })
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`)
  return {
    url: `redis+sentinel://${hosts.join()}?name=mymaster`,
    primary,
    replica,
    sentinels,
    isPromoted: () => isIn(replica, 'role:master'),
    async remove() {
      for (const server of [...sentinels, replica, primary]) await server.remove()
      await rm(folder, { recursive: true })
    },
  }
}

/** Three nodes of a cluster, each with a replica. */
export interface Cluster {
  readonly url: string
  readonly nodes: readonly RedisServer[]
  /** Those of `nodes` that have slots now. */
  primaries(): Promise<RedisServer[]>
  /** Makes the replica of a primary the primary, with the help of both. */
  swap(primary: RedisServer): Promise<void>
  remove(): Promise<void>
}

export async function redisCluster(): Promise<Cluster> {
  const nodes = await Promise.all(
    Array.from({ length: 6 }, async () =>
      started(
        ...['--cluster-enabled', 'yes', '--cluster-node-timeout', String(downAfterMs)],
        ...['--cluster-port', String(await freePort())],
      ),
    ),
  )
  const send = (node: RedisServer, ...command: string[]) =>
    withClient(node.url, (client) => client.sendCommand(command))
  const idOf = async (node: RedisServer) => String(await send(node, 'CLUSTER', 'MYID'))
  const [first] = nodes as [RedisServer]

  for (const [index, node] of nodes.entries()) {
    const bus = await busPortOf(node)
    await send(first, 'CLUSTER', 'MEET', '127.0.0.1', String(node.port), bus)
    if (index >= 3) continue
    const [from, to] = [index * 5462, Math.min((index + 1) * 5462 - 1, 16_383)]
    await send(node, 'CLUSTER', 'ADDSLOTSRANGE', String(from), String(to))
  }
  const knows = (node: RedisServer, text: string) =>
    withClient(node.url, async (client) => (await client.clusterInfo()).includes(text))
  for (const node of nodes) await until(() => knows(node, 'cluster_known_nodes:6'))
  for (const [index, node] of nodes.entries()) {
    if (index >= 3) await send(node, 'CLUSTER', 'REPLICATE', await idOf(nodes[index - 3] ?? node))
  }
  for (const node of nodes) await until(() => knows(node, 'cluster_state:ok'))
  for (const node of nodes.slice(3)) await until(() => isIn(node, 'master_link_status:up'))

  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}`,
    nodes,
    async primaries() {
      const found: RedisServer[] = []
      for (const node of nodes) {
        if (await isIn(node, 'role:master').catch(() => false)) found.push(node)
      }
      return found
    },
    async swap(primary) {
      const id = await idOf(primary)
      for (const node of nodes) {
        const own = String(await send(node, 'CLUSTER', 'NODES'))
        if (!own.split('\n').some((line) => line.includes('myself,slave') && line.includes(id))) {
          continue
        }
        await send(node, 'CLUSTER', 'FAILOVER')
        return until(() => isIn(node, 'role:master'))
      }
      throw new Error('The primary has no replica.')
    },
    async remove() {
      for (const node of nodes) await node.remove()
    },
  }
}

/** The port at which a node talks with the others. */
const busPortOf = async ({ url }: RedisServer): Promise<string> =>
  withClient(url, async (client) => (await client.configGet('cluster-port'))['cluster-port'] ?? '')

async function started(...options: string[]): Promise<RedisServer> {
  const server = await redisServer(...options)
  await server.start()
  return server
}

const isIn = ({ url }: RedisServer, text: string): Promise<boolean> =>
  withClient(url, async (client) => (await client.info()).includes(text))
