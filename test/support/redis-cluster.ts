import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { until, withClient } from './redis.ts'
import { credentials, type GroupOptions, isIn, startedWith } from './redis-groups.ts'
import type { RedisServer } from './redis-server.ts'

/** Three nodes of a cluster, each with a replica. */
export interface Cluster {
  readonly url: string
  readonly nodes: readonly RedisServer[]
  /** Those of `nodes` that have slots now. */
  primaries(): Promise<RedisServer[]>
  /** Makes the replica of a primary the primary, with the help of both. */
  swap(primary: RedisServer): Promise<void>
  /** Moves the slot of a key, with all its keys, to another node, and some moments pass. */
  moveSlot(key: string): Promise<void>
  remove(): Promise<void>
}

export async function redisCluster({
  password = '',
  downAfterMs = 3000,
}: GroupOptions = {}): Promise<Cluster> {
  const nodes = await Promise.all(
    Array.from({ length: 6 }, async () =>
      startedWith(
        password,
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

  async function primaries(): Promise<RedisServer[]> {
    const found: RedisServer[] = []
    for (const node of nodes) {
      if (await isIn(node, 'role:master').catch(() => false)) found.push(node)
    }
    return found
  }

  return {
    url: `redis+cluster://${credentials(password)}${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}`,
    nodes,
    primaries,
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
    async moveSlot(key) {
      const slot = String(await send(first, 'CLUSTER', 'KEYSLOT', key))
      const nextOf = async (node: RedisServer): Promise<string | undefined> => {
        const keys = await send(node, 'CLUSTER', 'GETKEYSINSLOT', slot, '1')
        return Array.isArray(keys) && keys.length > 0 ? String(keys[0]) : undefined
      }
      const all = await primaries()
      const nexts = await Promise.all(all.map(nextOf))
      const source = all.find((_, index) => nexts[index] !== undefined)
      const target = all.find((node) => node !== source)
      if (source === undefined || target === undefined) throw new Error('The slot has no keys.')

      await send(target, 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', await idOf(source))
      await send(source, 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', await idOf(target))
      for (;;) {
        const next = await nextOf(source)
        if (next === undefined) break
        await send(source, 'MIGRATE', '127.0.0.1', String(target.port), next, '0', '5000')
        await sleep(20)
      }
      // Both have the slot for some moments: what is not at the source is asked of the target.
      await sleep(200)
      for (const node of [target, source]) {
        await send(node, 'CLUSTER', 'SETSLOT', slot, 'NODE', await idOf(target))
      }
    },
    async remove() {
      for (const node of nodes) await node.remove()
    },
  }
}

/** The port at which a node talks with the others. */
const busPortOf = async ({ url }: RedisServer): Promise<string> =>
  withClient(url, async (client) => (await client.configGet('cluster-port'))['cluster-port'] ?? '')
