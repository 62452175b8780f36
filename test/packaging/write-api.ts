/** Writes the reports of the public API in `api/`: `npm run api`. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiReports, reports } from './api-report.ts'

const current = apiReports()
mkdirSync(reports, { recursive: true })
for (const name of readdirSync(reports)) {
  if (name.endsWith('.api.md') && !current.has(name)) rmSync(join(reports, name))
}
for (const [name, text] of current) writeFileSync(join(reports, name), text)
