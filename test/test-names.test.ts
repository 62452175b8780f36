import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packages, root } from '../tools/packages.ts'
import { testNames } from './support/test-names.ts'

/** Words that begin the second half of a sentence: the subject would be in the name of the group. */
const dependentBeginning =
  /^(?:also|and|are|as|but|by|can|cannot|do|does|has|have|in|is|it|may|must|neither|never|nor|not|of|or|so|than|that|they|to|was|were|which|whose) /

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (path) => `${folder}/${path}`,
  )

/** Also the published contracts. The tests of `behaviour/` quote the specification, in part. */
const files = [
  ...[...filesIn('test'), ...packages.flatMap(({ path }) => filesIn(`${path}/test`))].filter(
    (path) => /(?:^|\/)test\/(?!behaviour\/|.*\/node_modules\/).*\.test\.ts$/.test(path),
  ),
  ...filesIn('packages/testing/src/contracts').filter((path) => path.endsWith('.ts')),
]

describe('the names of tests', () => {
  it.each(files)('the names in %s can be read without the names of their groups', (path) => {
    const names = testNames(readFileSync(join(root, path), 'utf8'))
    expect(names.filter((name) => dependentBeginning.test(name))).toEqual([])
  })

  it('only tests that run count: none that is skipped, to do, in a comment, or a mere text', () => {
    const source = [
      "it('runs', () => {})",
      "it.each([1])('runs for %s', () => {})",
      "it.skipIf(a)(\n  'runs where it can',",
      "it.skip('is skipped', () => {})",
      "it.todo('is to do')",
      "// it('comments', () => {})",
      "const text = ['is a text', 1]",
    ].join('\n')

    expect(testNames(source)).toEqual(['runs', 'runs for %s', 'runs where it can'])
  })
})
