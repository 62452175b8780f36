/** Clients read from two replicas that are late, killed and promoted, and must see what they wrote. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnPostgres, openOwnPostgres, ownPostgresMissing } from '../support/own-postgres.ts'
import { loadNumbers, prepareNumbers, SeenNumbers } from './number-clients.ts'
import { atLeast, exactly, type Finding, figure, isSo, report } from './report.ts'
import { secretsLogged } from './secrets-in-logs.ts'
import { startService, stopService } from './service.ts'

export interface ReplicasOptions {
  /** How many rows the clients read at least before the last fault. */
  readonly reads: number
  readonly positions: 'memory' | 'header' | { readonly redis: string }
  /** How many processes answer. */
  readonly processes: number
}

const clientCount = 16

/** Milliseconds until a server must have been read, however busy the machine is. */
const patience = 60_000

export async function readReplicas({
  reads,
  positions,
  processes,
}: ReplicasOptions): Promise<Finding[]> {
  await using servers = new AsyncDisposableStack()
  const keep = (server: OwnPostgres) => servers.adopt(server, ({ close }) => close())
  const primary = keep(await openOwnPostgres())
  const [late, other] = [keep(await primary.openStandby()), keep(await primary.openStandby())]
  await late.set('recovery_min_apply_delay', '50ms')
  const clients = await prepareNumbers(primary.url, clientCount)

  const env = {
    DATABASE_REPLICA_URLS: `${late.url},${other.url}`,
    DATABASE_REPLICA_POSITIONS: typeof positions === 'string' ? positions : positions.redis,
    LOG_LEVEL: 'warn',
  }
  const module = join(import.meta.dirname, 'replicated-service.ts')
  const services = await Promise.all(
    Array.from({ length: processes }, () =>
      startService({ databaseUrl: primary.url, module, env: { ...env, LOG_LEVEL: 'info' } }),
    ),
  )
  const seen = new SeenNumbers()
  let isOver = false
  const load = loadNumbers({
    urls: services.map(({ url }) => url),
    clients,
    seen,
    sendsPosition: positions === 'header',
    isOver: () => isOver,
  })
  /** Goes on until so many thirds of the rows are read, and some more of them from a server. */
  const phase = async (thirds: number, server: OwnPostgres) => {
    const before = readsAt(seen, server)
    const end = performance.now() + patience
    const isShort = () => seen.reads < (reads * thirds) / 3 || readsAt(seen, server) === before
    while (isShort() && (seen.reads === 0 || performance.now() < end)) await sleep(20)
    return readsAt(seen, server) - before
  }

  const before = await phase(1, other)
  await other.stop('immediate')
  await sleep(1000)
  const whileGone = await phase(2, late)
  await other.start()
  const afterwards = await phase(3, other)
  await late.promote()
  await sleep(2500)
  const atPromoted = readsAt(seen, late)
  await sleep(1000)
  isOver = true
  await load

  const stopped = await Promise.all(services.map(stopService))
  const { statuses, servers: byServer, reads: rows, writes, stale, goneBack, failed } = seen
  const atPrimary = byServer.get(portOf(primary)) ?? 0
  return [
    figure('rows read', rows),
    figure('writes', writes),
    figure('statuses', JSON.stringify(Object.fromEntries(statuses))),
    figure('of all rows, from the primary', atPrimary / rows),
    exactly('reads of an own number that were stale', stale, 0),
    // Over several processes, only its own writes are promised to a client.
    processes === 1
      ? exactly('reads that went back in time', goneBack, 0)
      : figure('reads that went back in time', goneBack),
    exactly('answers other than 200', failed, 0),
    atLeast('rows from a replica that was killed, before', before, 1),
    atLeast('rows from the late one meanwhile', whileGone, 1),
    atLeast('rows from the killed one, after it was started again', afterwards, 1),
    exactly('rows from a replica that was promoted', readsAt(seen, late) - atPromoted, 0),
    secretsLogged(),
    isSo(
      'the processes stop cleanly',
      stopped.every((code) => code === 0),
    ),
  ]
}

const portOf = ({ url }: OwnPostgres): number => Number(new URL(url).port)

const readsAt = (seen: SeenNumbers, server: OwnPostgres): number =>
  seen.servers.get(portOf(server)) ?? 0

if (import.meta.main) {
  const reads = Number(process.argv[2] ?? 1_000_000)
  if (ownPostgresMissing !== null) console.warn(`Left out: ${ownPostgresMissing}`)
  else {
    report('One process', await readReplicas({ reads, positions: 'memory', processes: 1 }))
    report('Two, by a header', await readReplicas({ reads, positions: 'header', processes: 2 }))
    const positions = { redis: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379' }
    report('Two, by Redis', await readReplicas({ reads, positions, processes: 2 }))
  }
}
