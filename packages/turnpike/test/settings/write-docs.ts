/**
 * Writes the lists of settings and of variables in the docs from their definitions: `npx
 * node --conditions=source packages/turnpike/test/settings/write-docs.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { lists, withLists } from './lists.ts'

for (const page of new Set(lists.map((list) => list.page))) {
  const path = resolve(import.meta.dirname, '../../../..', page)
  writeFileSync(path, withLists(page, readFileSync(path, 'utf8')))
}
