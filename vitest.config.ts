import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import ClosingCount from './test/support/closing-count.ts'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['test/**/*.test.ts'],
    // Processes and browsers take their time to start, above all where others work beside them.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Many tests wait for processes, browsers and servers: one file at a time leaves a small machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ['default', new ClosingCount()],
  },
})
