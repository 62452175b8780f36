import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtPackages, root } from '../../tools/packages.ts'
import { packagesImportedBy, partsImportedBy, sourceFiles } from './imports.ts'
import { type Layer, layers } from './layers.ts'
import { pictureOf } from './picture.ts'

/** What docs/architecture.md has of the packages, layers and imports: its files, and the text of each. */
export function architectureDocs(): { name: string; path: string; text: string }[] {
  const files = sourceFiles()
  const page = 'docs/architecture.md'
  return [
    {
      name: 'docs/images/packages.svg',
      text: pictureOf(
        packageLayers,
        packagesImportedBy(files),
        'The packages, from the top down, and which of them each one imports',
      ),
    },
    {
      name: 'docs/images/architecture.svg',
      text: pictureOf(
        layers,
        partsImportedBy(files),
        'The folders of the sources, in layers from the top down, and which of them each one imports',
      ),
    },
    { name: page, text: withTables(readFileSync(join(root, page), 'utf8')) },
  ].map((doc) => ({ ...doc, path: join(root, doc.name) }))
}

/** From the top down: each imports those below it. */
const packageLayers: readonly Layer[] = [
  { name: 'ready to run', names: ['@turnpike/service'] },
  {
    name: 'edges',
    names: [
      '@turnpike/django',
      '@turnpike/replay',
      '@turnpike/jwt',
      '@turnpike/signatures',
      '@turnpike/sql',
      '@turnpike/redis',
      '@turnpike/telemetry',
      '@turnpike/testing',
      '@turnpike/client',
    ],
  },
  { name: 'framework', names: ['turnpike'] },
].map(({ name, names }) => ({
  name,
  parts: Object.fromEntries(names.map((each) => [each, descriptionOf(each)])),
}))

function descriptionOf(name: string): string {
  const found = builtPackages.find((each) => each.name === name)
  if (found === undefined) throw new Error(`There is no package ${name}.`)
  return found.manifest.description
}

/** The page with its first two tables replaced: the packages, and the layers. */
function withTables(page: string): string {
  const packages = tableOf('Package', packageLayers, (name) => `\`${name}\``)
  const folders = tableOf('Layer', layers, (part) =>
    part.includes('.') ? `\`${part}\`` : `\`${part}/\``,
  )
  let index = 0
  return page.replace(/^\|[\s\S]*?\n(?!\|)/gm, (table) => {
    index += 1
    return index === 1 ? `${packages}\n` : index === 2 ? `${folders}\n` : table
  })
}

function tableOf(title: string, of: readonly Layer[], shown: (part: string) => string): string {
  const rows = of.flatMap(({ name, parts }) =>
    Object.entries(parts).map(([part, is], index) => [
      index === 0 ? `**${name}**` : '',
      shown(part),
      is,
    ]),
  )
  const lines = [[title, '', 'What is in it'], ...rows].map((row) => `| ${row.join(' | ')} |`)
  return lines.toSpliced(1, 0, '|---|---|---|').join('\n')
}
