import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerMetrics } from '../telemetry/worker-metrics.ts'
import { workerVariable } from '../worker-number.ts'
import { isReport, type Order, type Report } from './messages.ts'

/** A worker cannot start. The message is the worker's own. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed'
}

/** A worker as the primary process sees it. */
export interface WorkerProcess {
  readonly pid: number | undefined
  /** Where it listens. Rejects with WorkerFailed when it cannot. */
  readonly ready: Promise<Extract<Report, { state: 'ready' }>>
  /** How it ended: `exit code 1`, `SIGKILL`. */
  readonly ended: Promise<string>
  /**
   * Orders it to finish running requests and waits for its end. A worker that does not listen yet
   * ends at once.
   *
   * @returns false when it had to be killed.
   */
  end(order: Order, patienceSeconds: number): Promise<boolean>
}

/** Seconds within which a worker must listen. */
const startSeconds = 60

/**
 * Starts a worker: a process that runs the same program as this one.
 *
 * @param number from 1; part of its log lines.
 * @param env additional environment variables.
 * @param metrics collects the numbers of workers. Null if nothing does.
 */
export function startWorker(
  number: number,
  env: Readonly<Record<string, string>>,
  metrics: Pick<WorkerMetrics, 'add'> | null = null,
): WorkerProcess {
  // The workers accept connections themselves. With the other policy this process would distribute
  // them, which halves the rate of new connections, and a connection given to a worker that dies at
  // that moment would hang forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const worker = cluster.fork({ ...env, [workerVariable]: String(number) })
  metrics?.add(worker)
  const kill = () => void worker.process.kill('SIGKILL')

  const ended = once(worker, 'exit').then(([code, signal]: (number | string | null)[]) =>
    String(signal ?? `exit code ${code}`),
  )
  const reported = new Promise<Report>((resolve) =>
    worker.on('message', (message: unknown) => isReport(message) && resolve(message)),
  )
  const late = new AbortController()
  const ready = Promise.race([
    reported,
    ended.then((how) => failure(`A worker ended with ${how} before it was ready.`)),
    sleep(startSeconds * 1000, undefined, { signal: late.signal }).then(() =>
      failure(`A worker was not ready within ${startSeconds} seconds.`),
    ),
  ]).then((report) => {
    late.abort()
    if (report.state === 'ready') return report

    kill()
    throw new WorkerFailed(report.reason)
  })
  let isReady = false
  // Nobody may be waiting for it while everything is stopping.
  ready.then(
    () => {
      isReady = true
    },
    () => {},
  )

  return {
    pid: worker.process.pid,
    ready,
    ended,

    async end(order, patienceSeconds) {
      if (worker.isConnected()) worker.send(order, () => {})
      // It may not be reading orders yet.
      if (!isReady) worker.process.kill('SIGTERM')
      const patience = new AbortController()
      const isEnded = await Promise.race([
        ended.then(() => true),
        sleep(patienceSeconds * 1000, false, { signal: patience.signal }),
      ])
      patience.abort()
      if (!isEnded) kill()
      await ended
      return isEnded
    },
  }
}

const failure = (reason: string): Report => ({ state: 'failed', reason })
