import { ServiceUnavailable } from '../../errors/exceptions.ts'
import { longestTimer } from '../../rules/number.ts'
import { requireValid } from '../../rules/rule.ts'
import { wholeNumber } from '../../rules/whole-number.ts'
import { passwordHashes } from '../../telemetry/counts.ts'

export interface WorkQueueOptions {
  /** Maximum number of jobs that run at the same time. */
  maxConcurrent: number
  /** Maximum number of jobs that wait for their turn. */
  maxQueued: number
  /** Maximum seconds that a job waits for its turn; after that it is rejected. Default 10. */
  maxWaitSeconds?: number
}

/**
 * Runs the job now or in its turn: first come, first served.
 *
 * @throws ServiceUnavailable when too many jobs are waiting, or the wait was too long.
 */
export type WorkQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

const seconds = wholeNumber({ least: 1, most: longestTimer.seconds, of: 'seconds' })

/**
 * Limits CPU-bound work such as password hashing, so that a flood of sign-ins cannot starve other
 * requests. Throughput depends on the machine, so waiting is limited in seconds as well as in
 * number.
 *
 * @throws Error when `maxConcurrent` is not a whole number of at least 1, `maxQueued` of at least
 *   0, or `maxWaitSeconds` from 1 to 2,147,483.
 */
export function workQueue({
  maxConcurrent,
  maxQueued,
  maxWaitSeconds = 10,
}: WorkQueueOptions): WorkQueue {
  requireValid('maxConcurrent', wholeNumber({ least: 1 }), maxConcurrent)
  requireValid('maxQueued', wholeNumber({ least: 0 }), maxQueued)
  requireValid('maxWaitSeconds', seconds, maxWaitSeconds)
  /** Starts each waiting job, in order of arrival. */
  const waiting = new Set<() => void>()
  let running = 0

  /** Settles when it is this job's turn. */
  function turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      if (waiting.delete(start)) passwordHashes.waiting--
    }
    const start = () => {
      clearTimeout(timer)
      leave()
      resolve()
    }
    const timer = setTimeout(() => {
      leave()
      reject(new ServiceUnavailable())
    }, maxWaitSeconds * 1000)
    waiting.add(start)
    passwordHashes.waiting++
    return promise
  }

  return async (work) => {
    if (running < maxConcurrent) {
      running++
    } else {
      if (waiting.size >= maxQueued) throw new ServiceUnavailable()
      // A finished job passes its place on, so `running` does not change.
      await turn()
    }

    passwordHashes.running++
    try {
      return await work()
    } finally {
      passwordHashes.running--
      const [next] = waiting
      if (next === undefined) running--
      else next()
    }
  }
}
