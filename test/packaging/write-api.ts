/** Writes the reports of the public API into the packages: `npm run api`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../tools/packages.ts'
import { apiReports, keptReports } from './api-report.ts'

const current = apiReports()
for (const path of keptReports().keys()) if (!current.has(path)) rmSync(join(root, path))
for (const [path, text] of current) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
