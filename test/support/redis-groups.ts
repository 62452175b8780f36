import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

export interface GroupOptions {
  /** Of the servers. Default none. */
  readonly password?: string
  /** Of the sentinels. Default none. */
  readonly sentinelPassword?: string
  /**
   * Milliseconds after which sentinels and nodes of a cluster give a server up. Default 1000, and
   * 3000 for a cluster: where nothing is to fail, a busy machine needs more.
   */
  readonly downAfterMs?: number
}

export async function sentinelGroup(options: GroupOptions = {}): Promise<SentinelGroup> {
  const { password = '', sentinelPassword = '' } = options
  const primary = await startedWith(password)
  const replica = await startedWith(password, '--replicaof', '127.0.0.1', String(primary.port))
  await until(() => isIn(replica, 'master_link_status:up'))
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-sentinels-'))
  const sentinels = await Promise.all(
    [1, 2, 3].map((number) => startedSentinel(join(folder, `${number}.conf`), primary, options)),
  )
  await until(async () => {
    const known = await Promise.all(
      sentinels.map((sentinel) => isIn(sentinel, 'slaves=1,sentinels=3')),
    )
    return known.every(Boolean)
  })
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`)
  return {
    url: `redis+sentinel://${credentials(password)}${hosts.join()}?name=mymaster${
      sentinelPassword && `&sentinel_password=${sentinelPassword}`
    }`,
    primary,
    replica,
    sentinels,
    // It closes its connections when it is promoted.
    isPromoted: () => isIn(replica, 'role:master').catch(() => false),
    async remove() {
      for (const server of [...sentinels, replica, primary]) await server.remove()
      await rm(folder, { recursive: true })
    },
  }
}

/** A sentinel that watches a server under the name mymaster. It writes its state to the path. */
export async function startedSentinel(
  path: string,
  { port }: RedisServer,
  { password = '', sentinelPassword = '', downAfterMs = 1000 }: GroupOptions = {},
): Promise<RedisServer> {
  const secured = [`requirepass ${sentinelPassword}`, `sentinel sentinel-pass ${sentinelPassword}`]
  const lines = [
    `monitor mymaster 127.0.0.1 ${port} 2`,
    `down-after-milliseconds mymaster ${downAfterMs}`,
    'failover-timeout mymaster 2000',
    ...(password === '' ? [] : [`auth-pass mymaster ${password}`]),
  ]
  const all = lines.map((line) => `sentinel ${line}`)
  if (sentinelPassword !== '') all.push(...secured)
  await writeFile(path, `${all.join('\n')}\n`)
  const sentinel = await started(path, '--sentinel')
  return { ...sentinel, url: sentinel.url.replace('//', `//${credentials(sentinelPassword)}`) }
}

/** As a URL has them. */
export const credentials = (password: string) => (password === '' ? '' : `:${password}@`)

/**
 * A server whose URL has the password. A replica of it begins at once, rather than after five
 * seconds in which others may come.
 */
export async function startedWith(password: string, ...options: string[]): Promise<RedisServer> {
  const secured = password === '' ? [] : ['--requirepass', password, '--masterauth', password]
  const server = await started(...options, '--repl-diskless-sync-delay', '0', ...secured)
  return { ...server, url: server.url.replace('//', `//${credentials(password)}`) }
}

async function started(...options: string[]): Promise<RedisServer> {
  const server = await redisServer(...options)
  await server.start()
  return server
}

/** Whether the text is in what a server says of itself. */
export const isIn = ({ url }: RedisServer, text: string): Promise<boolean> =>
  withClient(url, async (client) => (await client.info()).includes(text))
