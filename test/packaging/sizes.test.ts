import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bundle, bundleOf, workersFolder } from './sizes/bundles.ts'
import { measuredTables, sizesIn, type Table, tableBelow } from './sizes/tables.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/runtimes.md'), 'utf8')

describe('the sizes of docs/runtimes.md', () => {
  let tables: readonly Table[] = []
  beforeAll(async () => {
    tables = await measuredTables()
  }, 600_000)

  it('the sizes in the documentation are those that are measured, give or take 5 %', () => {
    for (const { heading, rows } of tables) {
      const documented = sizesIn(tableBelow(page, heading) ?? '')
      expect(documented, heading).toHaveLength(rows.length)
      for (const [index, { name, sizes }] of rows.entries()) {
        for (const [column, size] of sizes.entries()) {
          const shown = documented[index]?.[column] ?? Number.NaN
          const difference = Math.abs(shown - size) / Math.max(size, 1)
          expect(difference, `${name}: ${size}. ${remedy}`).toBeLessThan(0.05)
        }
      }
    }
  })

  it('no size is above its limit', () => {
    const above = tables.flatMap(({ rows }) =>
      rows.filter(({ sizes, limits }) => sizes.some((size, at) => size > (limits[at] ?? 0))),
    )
    expect(above).toEqual([])
  })
})

describe('a program bundled for Workers', () => {
  const folder = workersFolder()
  let bundle: Bundle
  beforeAll(async () => {
    bundle = await bundleOf(folder, 'view')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('a bundle without schemas has nothing of zod and needs nothing of Node', () => {
    const code = bundle.started.map((name) => readFileSync(join(bundle.folder, name), 'utf8'))
    const ofOthers = /processJSONSchema|\b(?:from|import)\s*\(?["'`]node:/
    expect(code.filter((text) => ofOthers.test(text))).toEqual([])
  })

  it('a bundle in which unused code is missing answers as the package does', async () => {
    const url = pathToFileURL(join(bundle.folder, 'worker.js')).href
    const { default: worker } = await import(url)
    const ask = (path: string, headers = {}): Promise<Response> =>
      worker.fetch(new Request(`https://api.example.com${path}`, { headers }))

    expect((await ask('/notes/')).status).toBe(401)
    const listed = await ask('/notes/?page=2', { Authorization: 'Token wonderland' })
    expect(await listed.json()).toMatchObject({ count: 3, results: [{ id: 3 }] })
  })
})

const remedy = 'Run node test/packaging/write-sizes.ts'
