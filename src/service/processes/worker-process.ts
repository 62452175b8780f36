import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerVariable } from '../worker-number.ts'
import { isReport, type Order, type Report } from './messages.ts'

/** A worker cannot start. The message is what the worker itself says of it. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed'
}

/** A worker as the primary process sees it. */
export interface WorkerProcess {
  readonly pid: number | undefined
  /** Where it listens. Rejects with WorkerFailed when it does not come to that. */
  readonly ready: Promise<Extract<Report, { state: 'ready' }>>
  /** How it ended: `exit code 1`, `SIGKILL`. */
  readonly ended: Promise<string>
  /**
   * Orders it to finish what is under way, and waits for its end. One that is still starting ends
   * at once, if it does not listen yet.
   *
   * @returns false when it had to be killed.
   */
  end(order: Order, patienceSeconds: number): Promise<boolean>
}

/**
 * The workers take connections from the port themselves. By the other policy this process would
 * hand them out: that takes half of the new connections a second away, and one handed to a worker
 * that dies at that moment would hang for ever.
 */
cluster.schedulingPolicy = cluster.SCHED_NONE

/** Seconds that a worker has until it listens. */
const startSeconds = 60

/**
 * Starts a worker: a process that runs what this one was started with.
 *
 * @param number from 1; its log lines carry it.
 * @param env variables that it gets beyond those of this process.
 */
export function startWorker(number: number, env: Readonly<Record<string, string>>): WorkerProcess {
  const worker = cluster.fork({ ...env, [workerVariable]: String(number) })
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
  // Nobody may wait for it, because everything is stopping.
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
      // It may be far from reading orders.
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
