/**
 * Makes the next version of the changesets: `npm run release:version`. Both packages have the same
 * version, and the docs name the file that `npm pack` makes of it.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

const before = read('package.json').version
execFileSync(join(root, 'node_modules/.bin/changeset'), ['version'], {
  cwd: root,
  stdio: 'inherit',
})
const after = read('package.json').version

const creator = 'packages/create-turnpike/package.json'
write(creator, { ...read(creator), version: after })

// `npm install` would also write what is written by hand: see CONTRIBUTING.md.
const lock = read('package-lock.json')
const own = { ...lock.packages[''], version: after }
write('package-lock.json', { ...lock, version: after, packages: { ...lock.packages, '': own } })

const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
for (const page of ['README.md', ...docs.map((name) => join('docs', name))]) {
  if (!page.endsWith('.md')) continue
  const text = readFileSync(join(root, page), 'utf8')
  const next = text.replaceAll(`turnpike-${before}.tgz`, `turnpike-${after}.tgz`)
  writeFileSync(join(root, page), next)
}

function read(name: string) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'))
}

function write(name: string, value: unknown): void {
  writeFileSync(join(root, name), `${JSON.stringify(value, null, 2)}\n`)
}
