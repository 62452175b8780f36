import { expect, it } from 'vitest'
import { createLogger } from '../../../src/service/logging/logger.ts'

/** The number of causes in the logged line of an error. */
function loggedCauses(error: Error): number {
  const lines: string[] = []
  createLogger('info', { write: (line: string) => lines.push(line) }).error({ err: error }, 'Oh.')
  return lines.join().split('"cause":').length - 1
}

it('an error that is its own cause is logged with ten causes', () => {
  const error = new Error('bang')
  error.cause = error

  expect(loggedCauses(error)).toBe(10)
})

it('two errors that are the cause of each other are logged with ten causes', () => {
  const outer = new Error('outer')
  outer.cause = new Error('inner', { cause: outer })

  expect(loggedCauses(outer)).toBe(10)
})

it('an error is logged with its causes and theirs', () => {
  const innermost = new Error('the disk is full')
  const inner = new Error('the write failed', { cause: innermost })

  expect(loggedCauses(new Error('the save failed', { cause: inner }))).toBe(2)
})
