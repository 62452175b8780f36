import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import ClosingCount from './test/support/closing-count.ts'

/** Their tests start processes, change what a process has only once, or read the whole project. */
const apart = [
  'test/*.test.ts',
  'test/{architecture,browser,clients,differences,examples,faults}/**/*.test.ts',
  'test/{guides,moving,packaging,runtimes,security,site,tutorial}/**/*.test.ts',
  'packages/service/test/**/*.test.ts',
  'packages/django/test/adopt/**/*.test.ts',
  'packages/create-turnpike/test/**/*.test.ts',
]

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    setupFiles: 'test/support/skip-whole-groups.ts',
    projects: [
      // Files of one worker share the modules of the packages: to load them takes longer than most tests.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: [...apart, '**/node_modules/**'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
    ],
    // Processes and browsers take their time to start, above all where others work beside them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // Many tests wait for processes, browsers and servers: one file for each core leaves cores idle.
    maxWorkers: availableParallelism() + 2,
    reporters: ['default', new ClosingCount()],
  },
})
