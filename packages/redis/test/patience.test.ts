import { describe, expect, it } from 'vitest'
import { within } from '../src/patience.ts'
import { block } from './block.ts'

const answerIn = (milliseconds: number) =>
  new Promise<string>((resolve) => setTimeout(resolve, milliseconds, 'answer'))

describe('patience', () => {
  it('gives the answer or its error when there is one in time', async () => {
    expect(await within(5000, answerIn(5))).toBe('answer')
    await expect(within(5000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })

  it('patience ends with an error when there is no answer, and ignores a later one', async () => {
    const late = answerIn(400).then(() => {
      throw new Error('late')
    })

    await expect(within(50, late)).rejects.toThrow('No answer within 50 ms.')
    await expect(late).rejects.toThrow('late')
  })

  it('patience waits once more when the process was held up before it had asked', async () => {
    const asked = new Promise<string>((resolve) =>
      setImmediate(() => setTimeout(resolve, 30, 'answer')),
    )
    const answer = within(200, asked)
    block(400)

    expect(await answer).toBe('answer')
  })
})
