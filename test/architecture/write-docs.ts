/**
 * Writes the picture of docs/architecture.md and its table of folders from the imports and from
 * layers.ts: `npx node test/architecture/write-docs.ts`.
 */
import { writeFileSync } from 'node:fs'
import { architectureDocs } from './docs.ts'

for (const { path, text } of architectureDocs()) writeFileSync(path, text)
