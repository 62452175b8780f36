/** Measures the sizes, and writes them into docs/runtimes.md: `node test/packaging/write-sizes.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { measuredTables, tableBelow, written } from './sizes/tables.ts'

const path = resolve(import.meta.dirname, '../../docs/runtimes.md')
let page = readFileSync(path, 'utf8')
for (const table of await measuredTables()) {
  page = page.replace(tableBelow(page, table.heading) as string, () => written(table))
}
writeFileSync(path, page)
