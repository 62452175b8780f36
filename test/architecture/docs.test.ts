import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { architectureDocs } from './docs.ts'
import { sourceFiles } from './imports.ts'

describe('docs/architecture.md', () => {
  it.each(architectureDocs())(
    'docs/architecture.md has what write-docs.ts writes into $name',
    ({ path, text }) => {
      const written = readFileSync(path, 'utf8')
      expect(written, 'Run npx node test/architecture/write-docs.ts').toBe(text)
    },
  )

  it('names every folder within a folder of src', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../docs/architecture.md'), 'utf8')
    const folders = sourceFiles().flatMap(({ path }) => path.split('/').slice(1, -1))
    expect([...new Set(folders)].filter((name) => !page.includes(`\`${name}/\``))).toEqual([])
  })
})
