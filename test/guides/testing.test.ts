import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { shownAfter, writtenPage } from '../support/guide.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'
import { run } from '../support/run.ts'

const guide = writtenPage('docs/guides/testing.md')
afterAll(() => guide.remove())

/** Where `TEST_POSTGRES_URL` is not set, the tests of the guide run on SQLite. */
const tests = (environment: NodeJS.ProcessEnv) =>
  run(guide.folder, ['--test', '--test-reporter=spec', 'test/**/*.test.ts'], environment)

/** The names of the tests that passed, without their times. */
const passed = (output: string) =>
  [...output.matchAll(/^✔ .*?(?= \(\d)/gm)].map(([line]) => line).toSorted()
const shown = shownAfter(guide, 'node --test').split('\n').toSorted()

describe('the tests of the guide to testing', () => {
  it('the tests of the guide to testing pass with node:test', async () => {
    expect(passed(await tests({ TEST_POSTGRES_URL: undefined }))).toEqual(shown)
  })

  it.skipIf(postgresMissing !== null)(
    'the tests of the guide to testing pass on PostgreSQL',
    { timeout: 180_000 },
    async () => {
      const { url, close } = await openPostgres()
      expect(passed(await tests({ TEST_POSTGRES_URL: url }))).toEqual(shown)
      await close()
    },
  )

  it('the test of the guide to testing passes with vitest', async () => {
    const config = join(guide.folder, 'vitest.config.ts')
    const conditions = `{ conditions: ['source'] }`
    writeFileSync(
      config,
      `export default { resolve: ${conditions}, ssr: { resolve: ${conditions} } }\n`,
    )
    const root = resolve(import.meta.dirname, '../..')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', guide.folder, 'vitest'],
      { env: { ...process.env, TEST_POSTGRES_URL: undefined, VITEST: undefined, NO_COLOR: '1' } },
    )
    expect(stdout).toContain('1 passed')
  })
})
