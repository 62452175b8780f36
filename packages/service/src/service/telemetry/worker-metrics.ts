import type { Worker } from 'node:cluster'
import { lasting, together } from '@turnpike/telemetry/internal/metrics/families'
import type { Family } from '@turnpike/telemetry/metrics'

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
export function answerMetrics(families: () => readonly Family[]): void {
  process.on('message', (message) => {
    if (message === question) void reportMetrics(families)
  })
}

/** Reports the last numbers before a worker ends, so that no count is lost. */
export function reportMetrics(families: () => readonly Family[]): Promise<void> {
  const report: Report = { state: 'metrics', families: families() }
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
