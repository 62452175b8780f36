import type { Worker } from 'node:cluster'
import { lasting, together } from '@turnpike/telemetry/internal/metrics/families'
import type { Family, Metrics } from '@turnpike/telemetry/metrics'
import type { Logger } from 'turnpike'

/** The primary process asks a worker for its numbers. */
const question = 'metrics'

interface Report {
  readonly state: 'metrics'
  readonly families: readonly Family[]
}

const isMetricsReport = (message: unknown): message is Report =>
  typeof message === 'object' &&
  message !== null &&
  'state' in message &&
  message.state === 'metrics'

/** Answers the primary process as a worker. */
export function answerMetrics(report: () => Promise<void>): void {
  process.on('message', (message) => {
    if (message === question) void report()
  })
}

/**
 * Reports the numbers to the primary process, also the last ones before a worker ends, so that no
 * count is lost. Logs an error if a metric of the application cannot be collected: then the earlier
 * numbers count.
 */
export async function reportMetrics(metrics: Metrics, logger: Logger): Promise<void> {
  let families: readonly Family[]
  try {
    families = await metrics.families()
  } catch (error) {
    logger.error({ err: error }, 'The metrics could not be collected.')
    return
  }
  const report: Report = { state: 'metrics', families }
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve()
    else process.send(report, undefined, undefined, () => resolve())
  })
}

/** Milliseconds for a worker to answer. Of one that is busy for longer the last numbers count. */
const patience = 1000

/** The numbers of all workers. What ended workers have counted stays: no counter ever falls. */
export class WorkerMetrics {
  readonly #latest = new Map<Worker, readonly Family[]>()
  readonly #asked = new Map<Worker, () => void>()
  #ended: readonly Family[] = []

  /** A worker was started. */
  add(worker: Worker): void {
    this.#latest.set(worker, [])
    worker.on('message', (message: unknown) => {
      if (!isMetricsReport(message) || !this.#latest.has(worker)) return
      this.#latest.set(worker, message.families)
      this.#asked.get(worker)?.()
    })
    worker.on('exit', () => {
      this.#ended = together([this.#ended, lasting(this.#latest.get(worker) ?? [])])
      this.#latest.delete(worker)
      this.#asked.get(worker)?.()
    })
  }

  /** The sum, after all workers have answered, or had the time to. */
  async collect(): Promise<readonly Family[]> {
    await Promise.all([...this.#latest.keys()].map((worker) => this.#ask(worker)))
    return together([this.#ended, ...this.#latest.values()])
  }

  #ask(worker: Worker): Promise<void> {
    if (!worker.isConnected()) return Promise.resolve()
    return new Promise((resolve) => {
      const earlier = this.#asked.get(worker)
      const done = () => {
        clearTimeout(timer)
        earlier?.()
        if (this.#asked.get(worker) === done) this.#asked.delete(worker)
        resolve()
      }
      const timer = setTimeout(done, patience)
      this.#asked.set(worker, done)
      worker.send(question, () => {})
    })
  }
}
