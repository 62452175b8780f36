/**
 * Makes the next version of the changesets: `npm run release:version`. All packages have the same
 * version and need each other in just this one; there is one changelog.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packages, root } from './packages.ts'

execFileSync(join(root, 'node_modules/.bin/changeset'), ['version'], {
  cwd: root,
  stdio: 'inherit',
})
const { version } = read('packages/turnpike/package.json')
for (const name of ['package.json', 'test/support/package.json']) {
  write(name, { ...read(name), version })
}

// `npm install` would also write what is written by hand: see CONTRIBUTING.md.
const lock = read('package-lock.json')
lock.version = version
lock.packages[''].version = version
lock.packages['test/support'].version = version
for (const { path } of packages) {
  const { peerDependencies } = read(join(path, 'package.json'))
  Object.assign(lock.packages[path], { version, ...(peerDependencies && { peerDependencies }) })
}
write('package-lock.json', lock)
moveChanges()

/** Changesets writes a changelog for each package: what is new in the first one is for all. */
function moveChanges(): void {
  const [own, ...others] = ['packages/turnpike', ...packages.map(({ path }) => path)].map((path) =>
    join(root, path, 'CHANGELOG.md'),
  )
  const [, section = ''] = /^(## [\s\S]*)/m.exec(readFileSync(own ?? '', 'utf8')) ?? []
  for (const path of others) if (existsSync(path)) rmSync(path)
  const changelog = join(root, 'CHANGELOG.md')
  const text = readFileSync(changelog, 'utf8')
  const start = text.search(/^## /m)
  writeFileSync(changelog, `${text.slice(0, start)}${section.trim()}\n\n${text.slice(start)}`)
}

function read(name: string) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'))
}

function write(name: string, value: unknown): void {
  writeFileSync(join(root, name), `${JSON.stringify(value, null, 2)}\n`)
}
