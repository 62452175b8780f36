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

/** `| 7 | threat | what is done | [name](../test/file.ts): “test”<br>… |` */
const rows: Row[] = page
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => {
    const [number = '', threat = '', , tests = ''] = line.slice(2, -2).split(' | ')
    const named = tests.matchAll(/\]\(\.\.\/(test\/[\w/.-]+)\): “(.+?)”(?:<br>|$)/g)
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

  it('docs/security.md has no link in a test column that is not a test', () => {
    const links = page.match(/\]\(\.\.\/test\//g)?.length
    expect(rows.flatMap(({ tests }) => tests)).toHaveLength(links ?? 0)
  })
})

function testsIn(path: string): string[] {
  return testNames(readFileSync(resolve(root, path), 'utf8'))
}
