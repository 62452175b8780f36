import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { shownAfter, writtenPage } from '../support/guide.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'
import { run } from '../support/run.ts'

const guide = writtenPage('docs/guides/testing.md')
afterAll(() => guide.remove())

/** Where `TEST_DATABASE_URL` is not set, the tests of the guide run on SQLite. */
const tests = (environment: NodeJS.ProcessEnv) =>
  run(guide.folder, ['--test', '--test-reporter=spec', 'test/**/*.test.ts'], environment)

/** The names of the tests that passed, without their times. */
const passed = (output: string) =>
  [...output.matchAll(/^✔ .*?(?= \(\d)/gm)].map(([line]) => line).toSorted()
const shown = shownAfter(guide, 'node --test').split('\n').toSorted()

describe('the tests of the guide to testing', () => {
  it('the tests of the guide to testing pass with node:test', async () => {
    expect(passed(await tests({ TEST_DATABASE_URL: undefined }))).toEqual(shown)
  })

  it.skipIf(postgresMissing !== null)(
    'the tests of the guide to testing pass on PostgreSQL',
    { timeout: 600_000 },
    async () => {
      const { url, pool, close } = await openPostgres()
      expect(passed(await tests({ TEST_DATABASE_URL: url }))).toEqual(shown)
      const template = `turnpike_template_${createHash('sha256').update('notes').digest('hex').slice(0, 12)}_`
      const { rows } = await pool.query(
        `select datname from pg_database where starts_with(datname, '${template}')`,
      )
      expect(rows).toHaveLength(1)
      await pool.query(`drop database ${rows[0].datname}`)
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
      { env: { ...process.env, TEST_DATABASE_URL: undefined, VITEST: undefined, NO_COLOR: '1' } },
    )
    expect(stdout).toContain('1 passed')
  })
})
