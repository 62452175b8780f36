import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import ClosingCount from './test/support/closing-count.ts'

/**
 * What needs more than the packages: browsers, other runtimes, packed installs, Django, the site, and
 * the libraries of the guides. `npm run test:world` runs them.
 */
const world = [
  'test/{browser,clients,guides,moving,packaging,runtimes,site,tutorial}/**/*.test.ts',
  'packages/{create-turnpike,django}/test/**/*.test.ts',
]

/** Their tests start processes, change what a process has only once, or read the whole project. */
const apart = [
  'test/*.test.ts',
  'test/{architecture,differences,examples,faults,security}/**/*.test.ts',
  'packages/service/test/**/*.test.ts',
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
          exclude: [...apart, ...world, '**/node_modules/**'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: apart } },
      { extends: true, test: { name: 'world', include: world } },
    ],
    // Processes and browsers take their time to start, above all where others work beside them. A limit
    // only ends what hangs: no test has a shorter one of its own.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // Many tests wait for processes, browsers and servers: one file for each core leaves cores idle.
    maxWorkers: availableParallelism() + 2,
    reporters: ['default', new ClosingCount()],
  },
})
