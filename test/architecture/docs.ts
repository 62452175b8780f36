import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { partsImportedBy, sourceFiles } from './imports.ts'
import { layers } from './layers.ts'
import { pictureOf } from './picture.ts'

const root = resolve(import.meta.dirname, '../..')

/** What docs/architecture.md has of the layers and imports: its files, and the text of each. */
export function architectureDocs(): { name: string; path: string; text: string }[] {
  const picture = 'docs/images/architecture.svg'
  const page = 'docs/architecture.md'
  return [
    { name: picture, text: pictureOf(layers, partsImportedBy(sourceFiles())) },
    { name: page, text: withTable(readFileSync(resolve(root, page), 'utf8')) },
  ].map((doc) => ({ ...doc, path: resolve(root, doc.name) }))
}

/** The page with the first of its tables replaced. */
function withTable(page: string): string {
  const start = page.indexOf('\n|') + 1
  const end = start + page.slice(start).search(/\n(?!\|)/)
  return page.slice(0, start) + table() + page.slice(end)
}

function table(): string {
  const rows = layers.flatMap(({ name, parts }) =>
    Object.entries(parts).map(([part, is], index) => [
      index === 0 ? `**${name}**` : '',
      part.includes('.') ? `\`${part}\`` : `\`${part}/\``,
      is,
    ]),
  )
  const lines = [['Layer', '', 'What is in it'], ...rows].map((row) => `| ${row.join(' | ')} |`)
  return lines.toSpliced(1, 0, '|---|---|---|').join('\n')
}
