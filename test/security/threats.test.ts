import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testNames } from '../support/test-names.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'docs/security')
const register = readFileSync(join(folder, 'index.md'), 'utf8')

/** The pages of threats: their sections begin with an id, `## A1. Paths`. */
const pages = readdirSync(folder)
  .filter((name) => name !== 'index.md')
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  .filter(({ text }) => /^## [A-Z]\d+\. /m.test(text))

interface Threat {
  page: string
  number: number
  threat: string
  tests: { path: string; name: string }[]
}

/** `- **7. Threat.** What is done.` and a list of `[name](../../test/file.ts): “test”` below it. */
const threats: Threat[] = pages.flatMap(({ name, text }) =>
  text
    .replaceAll(/\n +(?! *- )/g, ' ')
    .split(/\n(?=- \*\*\d)/)
    .slice(1)
    .map((item) => {
      const [, number = '', threat = ''] = /^- \*\*(\d+)\. (.+?)\.\*\* /.exec(item) ?? []
      const named = item.matchAll(
        /^ {2}- \[[^\]]+\]\(\.\.\/\.\.\/((?:test|packages)\/[\w/.-]+)\): “(.+)”$/gm,
      )
      return {
        page: name,
        number: Number(number),
        threat,
        tests: [...named].map(([, path = '', name = '']) => ({ path, name })),
      }
    }),
)

/** `| threat | what Turnpike does | where | what you do | [A1] |` */
const rows = [
  ...register.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| (.*?)\| \[([A-Z]\d+)\] \|$/gm),
].map(([, threat = '', does = '', where = '', , id = '']) => ({ threat, does, where, id }))

describe('the register of threats', () => {
  it('every known threat is on one page of docs/security, once', () => {
    const numbers = threats.map(({ number }) => number).toSorted((a, b) => a - b)

    expect(numbers.slice(0, 104)).toEqual(Array.from({ length: 104 }, (_, index) => index + 1))
    expect(numbers).toEqual([...new Set(numbers)])
    expect(numbers.length).toBeGreaterThanOrEqual(182)
  })

  it.each(threats)('every threat names existing tests: $number: $threat', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    for (const { path, name } of tests) {
      expect(existsSync(resolve(root, path)), path).toBe(true)
      expect(testsIn(path), path).toContain(name)
    }
  })

  it.each(pages)('no link to a test is without the name of one in $name', ({ name, text }) => {
    const links = text.match(/\]\(\.\.\/\.\.\/(?:test|packages)\//g)?.length
    const named = threats.filter(({ page }) => page === name).flatMap(({ tests }) => tests)
    expect(named).toHaveLength(links ?? 0)
  })

  it('every section of threats has one row in the register, which leads to it', () => {
    const sections = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/^## (([A-Z]\d+)\. .+)$/gm)].map(([, heading = '', id = '']) => ({
        id,
        target: `[${id}]: ${name}#${anchorOf(heading)}`,
      })),
    )
    const defined = register.match(/^\[[A-Z]\d+\]: .+$/gm) ?? []

    expect(rows.map(({ id }) => id).toSorted()).toEqual(sections.map(({ id }) => id).toSorted())
    expect(defined.toSorted()).toEqual(sections.map(({ target }) => target).toSorted())
  })

  it.each(rows)('the sources of $id are where the register says: $threat', ({ where }) => {
    const paths = [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !isSource(path))).toEqual([])
  })
})

function testsIn(path: string): string[] {
  return testNames(readFileSync(resolve(root, path), 'utf8'))
}

/** `A1. Paths` → `a1-paths` */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

/** `jwt/dpop/` below `src` of a package, `redis/src/patience.ts` with its package, or a file of the root. */
const isSource = (path: string): boolean =>
  existsSync(join(root, path)) ||
  globSync([`packages/*/src/${path}`, `packages/${path}`], { cwd: root }).length > 0
