/**
 * Writes the tables of settings and of variables in the docs from their definitions: `node
 * --conditions=source test/settings/write-docs.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { tables, withTables } from './tables.ts'

for (const page of new Set(tables.map((table) => table.page))) {
  const path = resolve(import.meta.dirname, '../..', page)
  writeFileSync(path, withTables(page, readFileSync(path, 'utf8')))
}
