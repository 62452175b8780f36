/**
 * Writes what the package `turnpike` has for coding assistants: the table of jobs in `AGENTS.md`, from
 * docs/which-export.md, and `llms.txt`, from the lists of pages in the README: `npm run reference`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './packages.ts'

const folder = join(root, 'packages/turnpike')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** `AGENTS.md` with the present table. The package has no pages, so the table has no links. */
export function agentsPage(page = read('packages/turnpike/AGENTS.md')): string {
  const rows = read('docs/which-export.md').match(/^\|.*$/gm) ?? []
  const table = rows.join('\n').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return page.replace(
    /(<!-- jobs: .* -->\n)[\s\S]*(\n<!-- end of jobs -->)/,
    (_, start: string, end: string) => `${start}\n${table}\n${end}`,
  )
}

/** The pages of the documentation with a line each, in the form of llmstxt.org. */
export function llmsIndex(): string {
  const [, list = ''] = read('README.md').split(/^## Read on$/m)
  const sections = list.split(/^(?=### )/m).slice(1)
  const parts = sections.map((section, index) => {
    const [, heading = ''] = /^### (.*)$/m.exec(section) ?? []
    // What a reader with little room leaves out, says llmstxt.org.
    const name = index === sections.length - 1 ? 'Optional' : heading
    const rows = [...section.matchAll(/^\| \[(.*?)\]\((.*?)\) \| (.*) \|$/gm)]
    const lines = rows.map(
      ([, title, path, content = '']) => `- [${title}](${addressOf(path)}): ${textOf(content)}`,
    )
    return `## ${name}\n\n${lines.join('\n')}`
  })
  const intro =
    'How to write an application, in one page with ten recipes: `AGENTS.md` beside this file.'
  return `${['# Turnpike', `> ${manifest.description}`, intro, ...parts].join('\n\n')}\n`
}

const manifest: { description: string; homepage: string } = JSON.parse(
  read('packages/turnpike/package.json'),
)

/** `docs/views.md` → its address in the repository. */
const addressOf = (path = '') => `${manifest.homepage.replace(/#.*$/, '')}/blob/main/${path}`

const textOf = (cell: string) => cell.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')

if (import.meta.main) {
  writeFileSync(join(folder, 'AGENTS.md'), agentsPage())
  writeFileSync(join(folder, 'llms.txt'), llmsIndex())
}
