import { expect, it, onTestFinished, vi } from 'vitest'
import { guardedLogger } from '../../src/node/guarded-logger.ts'

const levels = ['info', 'warn', 'error'] as const

/** What the console prints. */
function printing() {
  const lines: unknown[][] = []
  for (const level of levels) {
    const spy = vi.spyOn(console, level).mockImplementation((...line) => {
      lines.push([level, ...line])
    })
    onTestFinished(() => spy.mockRestore())
  }
  return lines
}

it.each(levels)('a guarded logger passes each line on: %s', (level) => {
  const lines: unknown[][] = []
  class Lines {
    readonly #lines = lines
    info = (...line: unknown[]) => void this.#lines.push(['info', ...line])
    warn(...line: unknown[]) {
      this.#lines.push(['warn', ...line])
    }
    error(...line: unknown[]) {
      this.#lines.push(['error', ...line])
    }
  }
  guardedLogger(new Lines())[level]({ worker: 1 }, 'A line.')
  expect(lines).toEqual([[level, { worker: 1 }, 'A line.']])
})

const full = new Error('The disk is full.')

it.each([
  [
    'throws',
    () => {
      throw full
    },
  ],
  ['is rejected', () => Promise.reject(full)],
])('a line of a logger that %s goes to the console, with the reason', async (_, fail) => {
  const printed = printing()
  const logger = guardedLogger({ info: fail, warn: fail, error: fail })
  for (const level of levels) {
    printed.length = 0
    logger[level]({ worker: 1 }, 'A line.')
    await new Promise((resolve) => setImmediate(resolve))
    expect(printed).toEqual([
      [level, 'A line.', { worker: 1 }],
      ['error', 'The logger failed.', { err: full }],
    ])
  }
})
