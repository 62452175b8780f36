import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Group {
  /** Empty: the group has none. */
  heading: string
  names: string[]
}

const subpaths = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'string'
    ? []
    : [{ subpath: path.replace('.', 'turnpike'), source: target.source }],
)

describe('the public names', () => {
  it('the root exports at most 180 names', () => {
    expect(namesOf(read('src/index.ts')).length).toBeLessThanOrEqual(180)
  })

  it.each(subpaths)('the names of $subpath are exported one by one', ({ source }) => {
    expect(read(source)).not.toContain('export *')
  })

  it.each(subpaths)(
    'the names of $subpath are those that docs/reference.md lists',
    ({ subpath, source }) => {
      const listed = referenceOf(subpath).flatMap(({ names }) => names)
      expect(listed.toSorted()).toEqual(namesOf(read(source)).toSorted())
    },
  )

  it.each(['turnpike', 'turnpike/stores', 'turnpike/testing'])(
    'the names of %s are in docs/reference.md in the groups of the index',
    (subpath) => {
      const { source = '' } = subpaths.find((each) => each.subpath === subpath) ?? {}
      expect(referenceOf(subpath).map(sorted)).toEqual(indexGroups(read(source)).map(sorted))
    },
  )

  it('the names of a folder with an index are all exported by a subpath', () => {
    const published = new Set(subpaths.flatMap(({ source }) => namesOf(read(source))))
    const own = subpaths.map(({ source }) => resolve(root, source))
    const indexes = [...read('src/index.ts').matchAll(/from '\.\/(\w+\/index\.ts)'/g)]
      .map(([, path = '']) => join('src', path))
      .filter((path) => !own.includes(resolve(root, path)))
    expect(indexes.length).toBeGreaterThan(5)
    for (const path of indexes) {
      expect(
        namesOf(read(path)).filter((name) => !published.has(name)),
        path,
      ).toEqual([])
    }
  })
})

/** The groups of an index, each under a comment that stands alone. */
const indexGroups = (source: string): Group[] =>
  source
    .split(/^\/\/ (?=.*\n\n)/m)
    .slice(1)
    .map((text) => ({ heading: headingOf(text), names: namesOf(text) }))

/** The tables of a subpath in docs/reference.md. */
function referenceOf(subpath: string): Group[] {
  const sections = read('docs/reference.md').split(/^## /m)
  const section = sections.find((text) => text.startsWith(`\`${subpath}\``)) ?? ''
  return section
    .split(/^### /m)
    .map((text) => ({ heading: headingOf(text), names: namesInTable(text) }))
    .filter(({ names }) => names.length > 0)
}

/** `Items: what a list is made of` → `Items`. */
const headingOf = (text: string) => /^[^:\n]*/.exec(text)?.[0] ?? ''

const namesInTable = (text: string): string[] =>
  [...text.matchAll(/^\| (`[^|]*`) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )

const namesOf = (source: string): string[] =>
  [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== ''),
  )

const sorted = ({ heading, names }: Group): Group => ({ heading, names: names.toSorted() })
