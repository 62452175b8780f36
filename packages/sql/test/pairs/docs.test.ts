import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { nameOf } from './pair.ts'
import { pairs } from './pairs.ts'
import { writtenResults } from './results.ts'
import { suites } from './suites/index.ts'
import { tablePage, withTable } from './table.ts'

it('the table of ORMs and databases is what the suites found: npx node --conditions=source packages/sql/test/pairs/write-docs.ts', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../../..', tablePage), 'utf8')
  expect(withTable(text, Object.values(writtenResults()))).toBe(text)
})

it('every pair of an ORM and a database is in the table, with every feature', () => {
  const results = writtenResults()
  expect(Object.keys(results)).toEqual(pairs.map(nameOf))
  const features = suites.map(({ feature }) => feature)
  for (const result of Object.values(results)) {
    expect(Object.keys(result.features)).toEqual(features)
  }
})
