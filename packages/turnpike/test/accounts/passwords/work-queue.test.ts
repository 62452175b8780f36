import { describe, expect, it } from 'vitest'
import { workQueue } from '../../../src/accounts/passwords/work-queue.ts'
import { ServiceUnavailable } from '../../../src/index.ts'

describe('a work queue', () => {
  it('runs as much at the same time as it may, the rest in the order of asking', async () => {
    const inTurn = workQueue({ maxConcurrent: 2, maxQueued: 10 })
    const started: number[] = []
    let running = 0
    let most = 0

    const results = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((number) =>
        inTurn(async () => {
          started.push(number)
          most = Math.max(most, ++running)
          await pause()
          running--
          return number * 10
        }),
      ),
    )

    expect(results).toEqual([0, 10, 20, 30, 40, 50])
    expect(started).toEqual([0, 1, 2, 3, 4, 5])
    expect(most).toBe(2)
  })

  it('refuses with 503 what would have to wait behind too many', async () => {
    const inTurn = workQueue({ maxConcurrent: 1, maxQueued: 2 })

    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => inTurn(pause)))

    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(outcomes[4]).toMatchObject({ reason: expect.any(ServiceUnavailable) })
    await inTurn(pause)
  })

  it('refuses with 503 what has waited too long, and never does it', async () => {
    const inTurn = workQueue({ maxConcurrent: 1, maxQueued: 10, maxWaitSeconds: 1 })
    const slow = Promise.withResolvers<string>()
    const done: number[] = []
    const first = inTurn(() => slow.promise)

    const waiting = await Promise.allSettled(
      [1, 2].map((number) => inTurn(async () => done.push(number))),
    )
    expect(waiting).toMatchObject([
      { status: 'rejected', reason: expect.any(ServiceUnavailable) },
      { status: 'rejected', reason: expect.any(ServiceUnavailable) },
    ])

    const last = inTurn(async () => 'last')
    slow.resolve('first')
    expect(await Promise.all([first, last])).toEqual(['first', 'last'])
    expect(done).toEqual([])
  })

  it('a work queue continues after work that failed', async () => {
    const inTurn = workQueue({ maxConcurrent: 1, maxQueued: 2 })
    const failing = inTurn(() => Promise.reject(new Error('No luck.')))
    const waiting = inTurn(async () => 'done')

    await expect(failing).rejects.toThrow('No luck.')
    expect(await waiting).toBe('done')
    expect(await inTurn(async () => 'again')).toBe('again')
  })

  it('a wait in the queue that is longer than a timer can be is refused', () => {
    const queue = { maxConcurrent: 1, maxQueued: 1, maxWaitSeconds: 3_000_000 }

    expect(() => workQueue(queue)).toThrow('maxWaitSeconds must be a whole number of seconds from')
  })

  it('refuses limits with which nothing would ever run', () => {
    expect(() => workQueue({ maxConcurrent: 0, maxQueued: 2 })).toThrow(
      'maxConcurrent must be a whole number of at least 1, not 0.',
    )
    expect(() => workQueue({ maxConcurrent: 1, maxQueued: -1 })).toThrow('maxQueued')
    expect(() => workQueue({ maxConcurrent: 1, maxQueued: 1, maxWaitSeconds: 0 })).toThrow(
      'maxWaitSeconds must be a whole number of seconds from 1 to 2147483, not 0.',
    )
  })
})

const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
