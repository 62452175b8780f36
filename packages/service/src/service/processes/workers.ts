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
  /** Collects the numbers of the workers. Null if nothing does. */
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
export function startWorkers(options: WorkersOptions): Workers {
  const pool = new WorkerPool(options)
  return { ready: pool.ready, restart: () => pool.restart(), close: () => pool.close() }
}

class WorkerPool {
  readonly ready: Workers['ready']
  readonly #options: WorkersOptions
  /** By number; a retiring worker is only in `#all`. */
  readonly #current = new Map<number, WorkerProcess>()
  readonly #all = new Set<WorkerProcess>()
  readonly #prepared: Promise<void>
  /** The number of the worker that a restart is starting. */
  #restarting: number | null = null
  #isClosing = false
  #failures = 0

  constructor(options: WorkersOptions) {
    this.#options = options
    this.#prepared = options.prepare()
    this.ready = this.#prepared.then(() => this.#startAll())
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#prepared
    const ends = [...this.#all].map((worker) => worker.end('stop', this.#options.patienceSeconds))
    const killed = (await Promise.all(ends)).filter((isEnded) => !isEnded).length
    if (killed > 0) throw new Error(`${killed} workers did not end in time and were killed.`)
  }

  async restart(): Promise<void> {
    await this.ready
    for (const [number, old] of [...this.#current]) {
      // A worker that died meanwhile has already been replaced.
      if (this.#isClosing || this.#current.get(number) !== old) continue
      this.#restarting = number
      try {
        await this.#start(number)
      } catch (error) {
        // A close also ends those that are starting.
        if (this.#isClosing) return
        // The old one has died meanwhile.
        if (!this.#current.has(number)) void this.#replace(number)
        throw error
      } finally {
        this.#restarting = null
      }
      this.#reportNew(number)
      await old.end('retire', this.#options.patienceSeconds)
    }
  }

  async #startAll() {
    const others = Array.from({ length: this.#options.count - 1 }, (_, index) => index + 2)
    try {
      const address = await this.#start(1)
      await Promise.all(others.map((number) => this.#start(number)))
      if (!this.#isClosing) return address
    } catch (error) {
      if (!this.#isClosing) {
        await this.close().catch(() => {})
        throw error
      }
    }
    // The process is about to end.
    return new Promise<never>(() => {})
  }

  /** Starts a worker and waits until it listens. It then has the number. */
  async #start(number: number) {
    if (this.#isClosing) throw new WorkerFailed('The service is stopping.')
    const worker = startWorker(number, this.#options.env, this.#options.metrics)
    this.#all.add(worker)
    void worker.ended.then(() => this.#all.delete(worker))
    const { url, port } = await worker.ready
    this.#current.set(number, worker)
    this.#watch(number, worker)
    return { url, port }
  }

  /** Replaces the worker if it dies. */
  #watch(number: number, worker: WorkerProcess): void {
    const well = setTimeout(() => {
      this.#failures = 0
    }, wellStarted).unref()
    void worker.ended.then((how) => {
      clearTimeout(well)
      if (this.#isClosing || this.#current.get(number) !== worker) return
      this.#current.delete(number)
      const { logger } = this.#options
      logger.error({ worker: number, pid: worker.pid }, `A worker ended with ${how}.`)
      // A second successor would make `#current` forget the first, which nothing would end then.
      if (this.#restarting !== number) void this.#replace(number)
    })
  }

  /** Starts a worker in place of a dead one, retrying until it succeeds. */
  async #replace(number: number): Promise<void> {
    while (!this.#isClosing) {
      const delay = Math.min(firstDelay * 2 ** this.#failures, longestDelay)
      await sleep(delay, undefined, { ref: false })
      if (this.#isClosing) return
      this.#failures++
      try {
        await this.#start(number)
        this.#reportNew(number)
        return
      } catch (error) {
        if (this.#isClosing) return
        const { logger, onGivenUp } = this.#options
        logger.error({ worker: number, err: error }, 'A worker could not be started.')
        if (this.#failures >= maxFailures && this.#current.size === 0) {
          onGivenUp()
          return
        }
      }
    }
  }

  #reportNew(number: number): void {
    const pid = this.#current.get(number)?.pid
    this.#options.logger.info({ worker: number, pid }, 'A new worker serves.')
  }
}
