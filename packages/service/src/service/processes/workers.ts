import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'turnpike'
import type { WorkerMetrics } from '../telemetry/worker-metrics.ts'
import type { StartingServer } from './start-server.ts'
import { startWorker, WorkerFailed, type WorkerProcess } from './worker-process.ts'

export interface WorkersOptions {
  count: number
  /** Called once before the first worker is started. */
  prepare(): Promise<void>
  /** Additional environment variables of the workers. */
  env: Readonly<Record<string, string>>
  /** Seconds after which a worker that should end is killed. */
  patienceSeconds: number
  logger: Logger
  /** Collects the numbers of the workers. Null: nothing does. */
  metrics: WorkerMetrics | null
  /** Called when no worker is left and none can be started. */
  onGivenUp(): void
}

/** The workers of a service. A worker that dies is replaced. */
export interface Workers extends StartingServer {
  /**
   * Replaces the workers one by one, once all of them listen. Each new one listens before the old
   * one stops accepting requests.
   */
  restart(): Promise<void>
  /** Ends all of them, including those that are starting. Rejects when one had to be killed. */
  close(): Promise<void>
}

/** Consecutive failures after which it is reported that no worker can be started. */
const maxFailures = 10
/** Milliseconds before the first restart; each further failure doubles them. */
const firstDelay = 100
const longestDelay = 30_000
/** Milliseconds after which a worker counts as started successfully. */
const wellStarted = 10_000

/**
 * Starts the workers, the first one alone: whatever stops it would stop all of them, and is then
 * reported once. `ready` rejects with WorkerFailed when one cannot start; the others are then
 * ended.
 */
export function startWorkers({
  count,
  prepare,
  env,
  patienceSeconds,
  logger,
  metrics,
  onGivenUp,
}: WorkersOptions): Workers {
  /** By number; a retiring worker is only in `all`. */
  const current = new Map<number, WorkerProcess>()
  const all = new Set<WorkerProcess>()
  let isClosing = false
  let failures = 0
  const prepared = prepare()
  const ready = prepared.then(startAll)

  async function startAll() {
    try {
      const address = await start(1)
      await Promise.all(Array.from({ length: count - 1 }, (_, index) => start(index + 2)))
      if (!isClosing) return address
    } catch (error) {
      if (!isClosing) {
        await close().catch(() => {})
        throw error
      }
    }
    // The process is about to end.
    return new Promise<never>(() => {})
  }

  /** Starts a worker and waits until it listens. It then has the number. */
  async function start(number: number) {
    if (isClosing) throw new WorkerFailed('The service is stopping.')
    const worker = startWorker(number, env, metrics)
    all.add(worker)
    void worker.ended.then(() => all.delete(worker))
    const { url, port } = await worker.ready
    current.set(number, worker)

    const well = setTimeout(() => {
      failures = 0
    }, wellStarted).unref()
    void worker.ended.then((how) => {
      clearTimeout(well)
      if (isClosing || current.get(number) !== worker) return
      current.delete(number)
      logger.error({ worker: number, pid: worker.pid }, `A worker ended with ${how}.`)
      void replace(number)
    })
    return { url, port }
  }

  /** Starts a worker in place of a dead one, retrying until it succeeds. */
  async function replace(number: number): Promise<void> {
    while (!isClosing) {
      await sleep(Math.min(firstDelay * 2 ** failures, longestDelay), undefined, { ref: false })
      if (isClosing) return
      failures++
      try {
        await start(number)
        logger.info({ worker: number, pid: current.get(number)?.pid }, 'A new worker serves.')
        return
      } catch (error) {
        if (isClosing) return
        logger.error({ worker: number, err: error }, 'A worker could not be started.')
        if (failures >= maxFailures && current.size === 0) {
          onGivenUp()
          return
        }
      }
    }
  }

  async function close(): Promise<void> {
    isClosing = true
    await prepared
    const ends = [...all].map((worker) => worker.end('stop', patienceSeconds))
    const killed = (await Promise.all(ends)).filter((isEnded) => !isEnded).length
    if (killed > 0) throw new Error(`${killed} workers did not end in time and were killed.`)
  }

  async function restart(): Promise<void> {
    await ready
    for (const [number, old] of [...current]) {
      // A worker that died meanwhile has already been replaced.
      if (isClosing || current.get(number) !== old) continue
      try {
        await start(number)
      } catch (error) {
        // A close also ends those that are starting.
        if (isClosing) return
        throw error
      }
      logger.info({ worker: number, pid: current.get(number)?.pid }, 'A new worker serves.')
      await old.end('retire', patienceSeconds)
    }
  }

  return { ready, restart, close }
}
