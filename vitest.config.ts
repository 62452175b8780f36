import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import ClosingCount from './test/support/closing-count.ts'

/** Their tests start processes, change what a process has only once, or read the whole project. */
const apart = [
  'test/*.test.ts',
  'test/{architecture,browser,cli,clients,differences,examples,faults}/**/*.test.ts',
  'test/{packaging,runtimes,security,service}/**/*.test.ts',
]

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    projects: [
      // Files of one worker share the modules of `src`: to load them takes longer than most tests.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...apart, '**/node_modules/**'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
    ],
    // Processes and browsers take their time to start, above all where others work beside them.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Many tests wait for processes, browsers and servers: one file at a time leaves a small machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ['default', new ClosingCount()],
  },
})
