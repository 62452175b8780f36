import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { inSlices } from '../../../src/node/sockets/in-slices.ts'

describe('work in slices', () => {
  it('deferred work is done for so many values in each turn of the event loop, in their order', async () => {
    const done: number[] = []
    const add = inSlices<number>(3, (value) => done.push(value))
    for (let value = 1; value <= 7; value++) add(value)

    expect(done).toEqual([])
    await nextTurn()
    expect(done).toEqual([1, 2, 3])
    await nextTurn()
    expect(done).toEqual([1, 2, 3, 4, 5, 6])
    await nextTurn()
    expect(done).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('deferred work that adds more continues with it in later turns', async () => {
    const done: number[] = []
    const add = inSlices<number>(2, (value) => {
      done.push(value)
      if (value < 3) add(value + 1)
    })
    add(1)

    await nextTurn()
    expect(done).toEqual([1])
    await nextTurn()
    expect(done).toEqual([1, 2])
    await nextTurn()
    expect(done).toEqual([1, 2, 3])
  })

  it('deferred work starts again after a pause', async () => {
    const done: number[] = []
    const add = inSlices<number>(2, (value) => done.push(value))
    add(1)
    await nextTurn()
    add(2)
    await nextTurn()
    expect(done).toEqual([1, 2])
  })
})
