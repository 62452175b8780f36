import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Groups whose functions fail as an import of a missing package does. */
const groups = `
  import { describe } from 'vitest'
  import { describeWith } from '../support/extras.ts'

  const fails = async () => { throw new Error('a package is missing') }
  describe.skipIf(true)('skipped by a condition', fails)
  describe.runIf(false)('a group that a condition skips', fails)
  describe.skipIf(true).each([1, 2])('skipped for each', fails)
  describeWith(['/nowhere'], 'without its packages', fails)`

it('the function of a group that is skipped is not run, and one skipped test says why', async () => {
  const folder = join(root, `test/.skipped-groups-${process.pid}`)
  mkdirSync(folder)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, '.gitignore'), '*\n')
  writeFileSync(join(folder, 'groups.ts'), groups)
  const setup = join(root, 'test/support/skip-whole-groups.ts')
  const report = join(folder, 'report.json')
  const outcome = { reporters: ['json'], outputFile: report }
  const test = { include: ['groups.ts'], setupFiles: [setup], ...outcome }
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify({ test })}`)

  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { TURNPIKE_NO_SKIPS: _, VITEST: __, ...env } = process.env
  await promisify(execFile)(process.execPath, [vitest, 'run', '--root', folder], { env })

  const { testResults, numPendingTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'))
  const names = testResults[0].assertionResults.map(
    ({ ancestorTitles: [group] }: { ancestorTitles: string[] }) => group,
  )
  expect(names).toEqual([
    'skipped by a condition',
    'a group that a condition skips',
    'skipped for each',
    'without its packages (skipped: there is no /nowhere: run npm run extras)',
  ])
  expect([numPendingTests, numTotalTests]).toEqual([4, 4])
})
