import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logger.ts'
import { startWorker, type WorkerProcess } from './worker-process.ts'

export interface WorkersOptions {
  count: number
  /** Variables that the workers get beyond those of this process. */
  env: Readonly<Record<string, string>>
  /** Seconds that a worker has to end before it is killed. */
  patienceSeconds: number
  logger: Logger
  /** Called when no worker is left and none can be started. */
  onGivenUp(): void
}

/** The workers of a service, kept at their number. */
export interface Workers {
  readonly url: string
  readonly port: number
  /** Replaces one after the other; each new one listens before the old one takes no more requests. */
  restart(): Promise<void>
  /** Ends all of them. Rejects when one had to be killed. */
  stop(): Promise<void>
}

/** How often in a row a worker may fail before it is said that none can be started. */
const maxFailures = 10
/** Milliseconds before the first new start; each further failure doubles them. */
const firstDelay = 100
const longestDelay = 30_000
/** Milliseconds after which a worker counts as well started. */
const wellStarted = 10_000

/**
 * Starts the workers, the first one alone: what stops that one would stop all of them, and is said once.
 *
 * @throws WorkerFailed when one cannot start; the others are ended then.
 */
export async function startWorkers({
  count,
  env,
  patienceSeconds,
  logger,
  onGivenUp,
}: WorkersOptions): Promise<Workers> {
  /** By number; a worker that is retiring is in `all` only. */
  const current = new Map<number, WorkerProcess>()
  const all = new Set<WorkerProcess>()
  let isStopping = false
  let failures = 0

  /** Starts a worker and waits until it listens. From then on it has the number. */
  async function start(number: number) {
    const worker = startWorker(number, env)
    all.add(worker)
    void worker.ended.then(() => all.delete(worker))
    const { url, port } = await worker.ready
    current.set(number, worker)

    const well = setTimeout(() => {
      failures = 0
    }, wellStarted).unref()
    void worker.ended.then((how) => {
      clearTimeout(well)
      if (isStopping || current.get(number) !== worker) return
      current.delete(number)
      logger.error({ worker: number, pid: worker.pid }, `A worker ended with ${how}.`)
      void replace(number)
    })
    return { url, port }
  }

  /** Starts a worker for one that has died, however often it takes. */
  async function replace(number: number): Promise<void> {
    while (!isStopping) {
      await sleep(Math.min(firstDelay * 2 ** failures, longestDelay), undefined, { ref: false })
      if (isStopping) return
      failures++
      try {
        await start(number)
        logger.info({ worker: number, pid: current.get(number)?.pid }, 'A new worker serves.')
        return
      } catch (error) {
        if (isStopping) return
        logger.error({ worker: number, err: error }, 'A worker could not be started.')
        if (failures >= maxFailures && current.size === 0) {
          onGivenUp()
          return
        }
      }
    }
  }

  async function stop(): Promise<void> {
    isStopping = true
    const ends = [...all].map((worker) => worker.end('stop', patienceSeconds))
    const killed = (await Promise.all(ends)).filter((isEnded) => !isEnded).length
    if (killed > 0) throw new Error(`${killed} workers did not end in time and were killed.`)
  }

  async function restart(): Promise<void> {
    for (const [number, old] of [...current]) {
      // One that has died meanwhile has been replaced.
      if (isStopping || current.get(number) !== old) continue
      await start(number)
      logger.info({ worker: number, pid: current.get(number)?.pid }, 'A new worker serves.')
      await old.end('retire', patienceSeconds)
    }
  }

  try {
    const address = await start(1)
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => start(index + 2)))
    return { ...address, restart, stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}
