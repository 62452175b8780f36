import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testNames } from '../support/test-names.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(resolve(root, 'docs/security.md'), 'utf8')

interface Row {
  number: number
  threat: string
  tests: { path: string; name: string }[]
}

/** `- **7. Threat.** What is done.` and a list of `[name](../test/file.ts): “test”` below it. */
const rows: Row[] = page
  .replaceAll(/\n +(?! *- )/g, ' ')
  .split(/\n(?=- \*\*\d)/)
  .slice(1)
  .map((item) => {
    const [, number = '', threat = ''] = /^- \*\*(\d+)\. (.+?)\.\*\* /.exec(item) ?? []
    const named = item.matchAll(
      /^ {2}- \[[^\]]+\]\(\.\.\/((?:test|packages\/[\w-]+\/(?:test|src))\/[\w/.-]+)\): “(.+)”$/gm,
    )
    return {
      number: Number(number),
      threat,
      tests: [...named].map(([, path = '', name = '']) => ({ path, name })),
    }
  })

describe('docs/security.md', () => {
  it('docs/security.md has every threat once and in order', () => {
    const numbers = rows.map(({ number }) => number)

    expect(numbers.slice(0, 104)).toEqual(Array.from({ length: 104 }, (_, index) => index + 1))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })

  it.each(rows)('every threat names existing tests: $number: $threat', ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0)
    for (const { path, name } of tests) {
      expect(existsSync(resolve(root, path)), path).toBe(true)
      expect(testsIn(path), path).toContain(name)
    }
  })

  it('docs/security.md has no link to a test without the name of one', () => {
    const links = page.match(/\]\(\.\.\/(?:test|packages\/[\w-]+\/(?:test|src))\//g)?.length
    expect(rows.flatMap(({ tests }) => tests)).toHaveLength(links ?? 0)
  })
})

function testsIn(path: string): string[] {
  return testNames(readFileSync(resolve(root, path), 'utf8'))
}
