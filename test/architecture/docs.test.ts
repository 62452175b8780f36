import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../tools/packages.ts'
import { architectureDocs } from './docs.ts'
import { partsImportedBy, sourceFiles } from './imports.ts'
import { layers } from './layers.ts'

describe('docs/architecture.md', () => {
  it.each(architectureDocs())(
    'docs/architecture.md has what write-docs.ts writes into $name',
    ({ path, text }) => {
      const written = readFileSync(path, 'utf8')
      expect(written, 'Run npx node test/architecture/write-docs.ts').toBe(text)
    },
  )

  it('outside the vocabulary every import is right of the diagonal of the picture', () => {
    const order = layers.flatMap(({ parts }) => Object.keys(parts))
    const vocabulary = Object.keys(layers.at(-1)?.parts ?? {})
    const left = [...partsImportedBy(sourceFiles())].flatMap(([part, targets]) =>
      vocabulary.includes(part)
        ? []
        : [...targets].filter((target) => order.indexOf(target) < order.indexOf(part)),
    )
    expect(left).toEqual([])
  })

  it('names every folder within a folder of the sources', () => {
    const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const folders = sourceFiles().flatMap(({ path }) => path.split('/').slice(1, -1))
    expect([...new Set(folders)].filter((name) => !page.includes(`\`${name}/\``))).toEqual([])
  })
})
