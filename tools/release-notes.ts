/**
 * Prints the notes of a release, the section of its version in CHANGELOG.md, for a tag such as
 * `v0.2.0`. Fails if a package has another version, or if changes are left that no version has.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packages, root } from './packages.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const version = process.argv[2]?.replace(/^v/, '') ?? ''

const manifests = packages.map(({ path }) => join(path, 'package.json'))
for (const name of ['package.json', ...manifests]) {
  const { version: own } = JSON.parse(read(name))
  if (own !== version) {
    fail(`${name} has the version ${own}, the tag ${version}. Run npm run release:version.`)
  }
}
const left = readdirSync(join(root, '.changeset')).filter((name) => /^(?!README).*\.md$/.test(name))
if (left.length > 0) fail(`.changeset/ has ${left.join(', ')}. Run npm run release:version.`)

const changelog = read('CHANGELOG.md')
if (/^## Unreleased$/m.test(changelog)) fail('CHANGELOG.md has changes of no version.')
const notes = changelog
  .split(/^## /m)
  .find((section) => section.split(/\s/)[0] === version)
  ?.replace(/^.*\n+/, '')
if (notes === undefined) fail(`CHANGELOG.md has no section for ${version}.`)
else process.stdout.write(notes)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
