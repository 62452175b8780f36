import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportGroups } from '../../tools/exports.ts'
import { agentsPage, llmsIndex } from '../../tools/for-assistants.ts'
import { builtPackages, publicSubpathsOf, root, subpathsOf } from '../../tools/packages.ts'
import { referencePage } from '../../tools/reference.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const subpaths = builtPackages.flatMap(publicSubpathsOf)
const exportsOf = (source: string) => exportGroups(source).flatMap(({ exports }) => exports)

/** The exports that docs/which-export.md names, without options and members: those have an "of". */
const jobs = [...read('docs/which-export.md').matchAll(/^\| \[.* \| (.*) \| `(.*)` \|$/gm)].map(
  ([, names = '', subpath = '']) => ({
    subpath,
    names: (/ of /.test(names) ? '' : names).match(/\b[a-zA-Z]+(?=`)/g) ?? [],
  }),
)

/** Files that siblings import and nobody else may. A lower number is written here, never a higher one. */
const maxInternalFiles = 51

describe('the public names', () => {
  it.each(subpaths)('the names of $name are exported one by one', ({ source }) => {
    expect(read(source)).not.toContain('export *')
  })

  it.each(subpaths)('no export of $name is that of another package', ({ source }) => {
    expect(read(source)).not.toMatch(/^export (?:type )?[*{][^'"]*from '(?!\.)/m)
  })

  it.each(subpaths)('every export of $name has a doc comment', ({ source }) => {
    const bare = exportsOf(source).filter(
      ({ name, summary }) => summary === '' && !name.endsWith('Options'),
    )
    expect(bare.map(({ name }) => name)).toEqual([])
  })

  it('every function that makes a filter says so in its name', () => {
    const functions = exportsOf('packages/turnpike/src/filtering/index.ts')
      .map(nameOf)
      .filter((name) => /^[a-z]/.test(name))
    expect(functions.length).toBeGreaterThan(8)
    expect(functions.filter((name) => !name.endsWith('Filter'))).toEqual([])
  })

  it('a name of turnpike and of turnpike/kit is the same thing in both', () => {
    const root = new Map(summaries('packages/turnpike/src/index.ts'))
    const shared = summaries('packages/turnpike/src/kit/index.ts').filter(([name]) =>
      root.has(name),
    )
    expect(shared.length).toBeGreaterThan(20)
    expect(shared.filter(([name, summary]) => root.get(name) !== summary)).toEqual([])
  })

  it('docs/reference.md lists every export: npm run reference', () => {
    expect(read('docs/reference.md')).toBe(referencePage())
  })

  it('AGENTS.md has the jobs of docs/which-export.md: npm run reference', () => {
    expect(read('packages/turnpike/AGENTS.md')).toBe(agentsPage())
  })

  it('llms.txt lists the pages of the README: npm run reference', () => {
    expect(read('packages/turnpike/llms.txt')).toBe(llmsIndex())
  })

  it.each(jobs)('$subpath exports $names, as docs/which-export.md says', ({ subpath, names }) => {
    const source = subpaths.find(({ name }) => name === subpath)?.source ?? ''
    const exported = exportsOf(source).map(nameOf)
    expect(names.filter((name) => !exported.includes(name))).toEqual([])
  })

  it('the names of a folder with an index are all exported by a subpath', () => {
    const published = new Set(subpaths.flatMap(({ source }) => exportsOf(source)).map(nameOf))
    const src = 'packages/turnpike/src'
    const own = subpaths.map(({ source }) => source)
    const indexes = [...read(`${src}/index.ts`).matchAll(/from '\.\/(\w+\/index\.ts)'/g)]
      .map(([, path = '']) => join(src, path))
      .filter((path) => !own.includes(path))
    expect(indexes.length).toBeGreaterThan(5)
    for (const path of indexes) {
      const names = exportsOf(path).map(nameOf)
      expect(
        names.filter((name) => !published.has(name)),
        dirname(path),
      ).toEqual([])
    }
  })
})

describe('the names that only siblings may use', () => {
  it('the names that only siblings use are in files that the manifests list one by one', () => {
    const internal = builtPackages.flatMap(subpathsOf).filter(({ isInternal }) => isInternal)
    expect(internal.filter(({ name }) => name.includes('*'))).toEqual([])
    expect(internal.length).toBeLessThanOrEqual(maxInternalFiles)
  })
})

const summaries = (source: string) =>
  exportsOf(source).map(({ name, summary }) => [name, summary] as const)

const nameOf = ({ name }: { name: string }) => name
