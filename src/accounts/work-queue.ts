import { ServiceUnavailable } from '../errors/exceptions.ts'

export interface WorkQueueOptions {
  /** Most pieces of work that run at the same time. */
  maxConcurrent: number
  /** Most pieces of work that wait for their turn. */
  maxQueued: number
}

/**
 * Runs the work now or in its turn: first come, first served.
 *
 * @throws ServiceUnavailable when too many are waiting already.
 */
export type WorkQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * A queue that keeps work that takes a processor for long, such as hashing passwords, from taking all of them: a
 * flood of sign-ins is refused before it can hold up every other request.
 *
 * @throws Error when `maxConcurrent` is not a whole number of at least 1, or `maxQueued` of at least 0.
 */
export function workQueue({ maxConcurrent, maxQueued }: WorkQueueOptions): WorkQueue {
  requireWhole({ maxConcurrent }, 1)
  requireWhole({ maxQueued }, 0)
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < maxConcurrent) {
      running++
    } else {
      if (waiting.length >= maxQueued) throw new ServiceUnavailable()
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }

    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

function requireWhole(option: Record<string, number>, least: number): void {
  for (const [name, value] of Object.entries(option)) {
    if (Number.isInteger(value) && value >= least) continue
    throw new Error(`${name} is a whole number of at least ${least}, not ${value}.`)
  }
}
