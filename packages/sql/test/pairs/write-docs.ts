/**
 * Puts every pair of an ORM and a database to the suites, and writes what they find into
 * results.json and the table of docs/databases.md:
 * `npx node --conditions=source packages/sql/test/pairs/write-docs.ts`. A part of a name limits it to
 * some pairs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { postgresMissing } from '@turnpike/test-support/postgres.ts'
import { nameOf } from './pair.ts'
import { pairs } from './pairs.ts'
import { collector, type Result, resultsPath, writtenResults } from './results.ts'
import { sessionOf } from './session.ts'
import { suites } from './suites/index.ts'
import { tablePage, withTable } from './table.ts'

if (postgresMissing !== null) throw new Error(postgresMissing)

const part = process.argv[2] ?? ''
const earlier = writtenResults()
const results: Record<string, Result> = {}
for (const pair of pairs) {
  const name = nameOf(pair)
  const kept = earlier[name]
  if (!name.includes(part) && kept === undefined) continue
  results[name] = kept !== undefined && !name.includes(part) ? kept : await resultOf(pair)
}
writeFileSync(resultsPath, `${JSON.stringify(results, null, 2)}\n`)
const path = resolve(import.meta.dirname, '../../../..', tablePage)
writeFileSync(path, withTable(readFileSync(path, 'utf8'), Object.values(results)))

async function resultOf(pair: (typeof pairs)[number]): Promise<Result> {
  const session = sessionOf(pair)
  const { run, result } = collector(pair)
  let failures = 0
  for (const { feature, cases } of suites) {
    for (const one of cases(session)) {
      await run(feature, one.run).catch((error: Error) => {
        failures++
        console.error(`${nameOf(pair)}: ${feature}: ${one.name}: ${error.message}`)
      })
    }
  }
  await session.close()
  if (failures > 0) process.exitCode = 1
  return result()
}
