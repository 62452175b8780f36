/**
 * Writes the tables of docs/reference.md from the exports and their doc comments: `npm run reference`.
 * The headings, with their links to the chapters, are written by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Export, exportGroups, type Group } from './exports.ts'
import { builtPackages, publicSubpathsOf, root } from './packages.ts'

const path = join(root, 'docs/reference.md')

/** The page that the exports make of the present one. */
export function referencePage(page = readFileSync(path, 'utf8')): string {
  const [start = ''] = page.split(/^(?=## )/m)
  const order = ['turnpike', '@turnpike/sql', '@turnpike/service']
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const sorted = builtPackages.toSorted((one, other) => rank(one.name) - rank(other.name))
  const sections = sorted
    .flatMap(publicSubpathsOf)
    .map(({ name, source }) => section(name, exportGroups(source), page))
  return `${start}${sections.join('\n\n')}\n`
}

function section(name: string, groups: readonly Group[], page: string): string {
  const [own = ''] = page.split(/^(?=## )/m).filter((text) => text.startsWith(`## \`${name}\``))
  const title = own.split('\n')[0] || `## \`${name}\``
  const tables = groups.map(({ heading, exports }) => {
    const lines = ['| Name | What it is |', '|---|---|', ...rows(exports)].join('\n')
    return heading === '' ? lines : `${headingOf(heading, own)}\n\n${lines}`
  })
  return [title, ...tables].join('\n\n')
}

/** A row for each export; its options stand beside it. */
function rows(exports: readonly Export[]): string[] {
  const optionsOf = ({ name }: Export) =>
    exports.find((each) => each.name.toLowerCase() === `${name}Options`.toLowerCase())
  const beside = new Set(exports.map(optionsOf))
  return exports
    .filter((each) => !beside.has(each))
    .map((each) => {
      const names = [each.name, optionsOf(each)?.name].filter((name) => name !== undefined)
      return `| ${names.map((name) => `\`${name}\``).join(', ')} | ${cell(each.summary)} |`
    })
}

/** The heading with its links, if the page has it: `### Views: [views](views.md)`. */
function headingOf(heading: string, section: string): string {
  const [, short = heading] = /^([^:]*)/.exec(heading) ?? []
  const written = section
    .split('\n')
    .find((line) => line === `### ${short}` || line.startsWith(`### ${short}:`))
  return written ?? `### ${short}`
}

const cell = (text: string) => text.replaceAll('|', '\\|')

if (import.meta.main) writeFileSync(path, referencePage())
