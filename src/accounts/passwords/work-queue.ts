import { asWritten } from '../../errors/configuration-error.ts'
import { ServiceUnavailable } from '../../errors/exceptions.ts'

export interface WorkQueueOptions {
  /** Most pieces of work that run at the same time. */
  maxConcurrent: number
  /** Most pieces of work that wait for their turn. */
  maxQueued: number
  /**
   * Seconds that a piece of work waits for its turn at most; then it is refused, not done. Default
   * 10.
   */
  maxWaitSeconds?: number
}

/**
 * Runs the work now or in its turn: first come, first served.
 *
 * @throws ServiceUnavailable when too many are waiting already, or the wait was too long.
 */
export type WorkQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * A queue that keeps work that takes a processor for long, such as hashing passwords, from taking
 * all of them: a flood of sign-ins is refused before it can hold up every other request. How long
 * the wait is depends on the machine, so it is bounded as such: work that would wait longer
 * is refused, and that of clients that have gone away is dropped.
 *
 * @throws Error when `maxConcurrent` or `maxWaitSeconds` is not a whole number of at least 1, or
 *   `maxQueued` of at least 0.
 */
export function workQueue({
  maxConcurrent,
  maxQueued,
  maxWaitSeconds = 10,
}: WorkQueueOptions): WorkQueue {
  requireWhole({ maxConcurrent }, 1)
  requireWhole({ maxQueued }, 0)
  requireWhole({ maxWaitSeconds }, 1)
  /** What starts each piece of work that waits, in the order of asking. */
  const waiting = new Set<() => void>()
  let running = 0

  /** Settles when it is this one's turn. */
  function turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const start = () => {
      clearTimeout(timer)
      waiting.delete(start)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.delete(start)
      reject(new ServiceUnavailable())
    }, maxWaitSeconds * 1000)
    waiting.add(start)
    return promise
  }

  return async (work) => {
    if (running < maxConcurrent) {
      running++
    } else {
      if (waiting.size >= maxQueued) throw new ServiceUnavailable()
      // Whoever finishes hands its place over, so `running` stays as it is.
      await turn()
    }

    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next === undefined) running--
      else next()
    }
  }
}

function requireWhole(option: Record<string, number>, least: number): void {
  for (const [name, value] of Object.entries(option)) {
    if (Number.isInteger(value) && value >= least) continue
    throw new Error(`${name} is a whole number of at least ${least}, not ${asWritten(value)}.`)
  }
}
