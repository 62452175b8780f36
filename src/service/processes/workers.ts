import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../http/logger.ts'
import type { StartingServer } from './start-server.ts'
import { startWorker, WorkerFailed, type WorkerProcess } from './worker-process.ts'

export interface WorkersOptions {
  count: number
  /** What is done once before the first worker is started. */
  prepare(): Promise<void>
  /** Variables that the workers get beyond those of this process. */
  env: Readonly<Record<string, string>>
  /** Seconds that a worker has to end before it is killed. */
  patienceSeconds: number
  logger: Logger
  /** Called when no worker is left and none can be started. */
  onGivenUp(): void
}

/** The workers of a service, kept at their number. */
export interface Workers extends StartingServer {
  /**
   * Replaces one after the other, once all of them listen; each new one listens before the old one
   * takes no more requests.
   */
  restart(): Promise<void>
  /** Ends all of them, also those that are starting. Rejects when one had to be killed. */
  close(): Promise<void>
}

/** How often in a row a worker may fail before it is said that none can be started. */
const maxFailures = 10
/** Milliseconds before the first new start; each further failure doubles them. */
const firstDelay = 100
const longestDelay = 30_000
/** Milliseconds after which a worker counts as well started. */
const wellStarted = 10_000

/**
 * Starts the workers, the first one alone: what stops that one would stop all of them, and is said
 * once. `ready` rejects with WorkerFailed when one cannot start; the others are ended then.
 */
export function startWorkers({
  count,
  prepare,
  env,
  patienceSeconds,
  logger,
  onGivenUp,
}: WorkersOptions): Workers {
  /** By number; a worker that is retiring is in `all` only. */
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
    // What closes the workers ends the process then.
    return new Promise<never>(() => {})
  }

  /** Starts a worker and waits until it listens. From then on it has the number. */
  async function start(number: number) {
    if (isClosing) throw new WorkerFailed('The service is stopping.')
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
      if (isClosing || current.get(number) !== worker) return
      current.delete(number)
      logger.error({ worker: number, pid: worker.pid }, `A worker ended with ${how}.`)
      void replace(number)
    })
    return { url, port }
  }

  /** Starts a worker for one that has died, however often it takes. */
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
      // One that has died meanwhile has been replaced.
      if (isClosing || current.get(number) !== old) continue
      try {
        await start(number)
      } catch (error) {
        // A close ends those that are starting, too.
        if (isClosing) return
        throw error
      }
      logger.info({ worker: number, pid: current.get(number)?.pid }, 'A new worker serves.')
      await old.end('retire', patienceSeconds)
    }
  }

  return { ready, restart, close }
}
