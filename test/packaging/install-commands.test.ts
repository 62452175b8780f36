import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../tools/packages.ts'
import { builtPackages } from '../support/built-packages.ts'

/** Everything that people follow: pages, examples, what is deployed, and what a new application is made of. */
const followed = [
  '*.md',
  'deploy',
  'Dockerfile',
  'packages/create-turnpike',
  'packages/service/src',
]
const files = execFileSync('git', ['ls-files', ...followed], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !file.includes('CHANGELOG'))

const found = (pattern: RegExp) =>
  files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([whole, one = '']) => ({
      file,
      whole,
      one,
    })),
  )

const installs = found(/npm install ((?:@?[a-z][\w/.@-]*[\w/]\s?)+)/g).map(({ file, one }) => ({
  file,
  packages: one.trim().split(/\s+/),
}))

it('commands that install what Node 20 has an old version of name the version', () => {
  const unversioned = installs.filter(({ packages }) =>
    packages.some((name) => name === 'kysely' || name === 'better-sqlite3'),
  )

  expect(installs.length).toBeGreaterThan(15)
  expect(unversioned).toEqual([])
})

it('files of the packages that are run by their path are published', () => {
  const paths = found(/node_modules\/((?:turnpike|@turnpike\/[a-z]+)\/[\w./-]*\w)/g)
  const { modules } = builtPackages()

  expect(paths.map(({ file }) => file)).toContain('deploy/turnpike.service')
  expect(paths.filter(({ one }) => !existsSync(join(modules, one)))).toEqual([])
})
