import { serviceVariables } from '../../src/service/variables.ts'
import { cachingSettings } from '../../src/settings/caching.ts'
import { corsSettings } from '../../src/settings/cors.ts'
import { errorSettings } from '../../src/settings/errors.ts'
import { hostSettings } from '../../src/settings/hosts.ts'
import { limitSettings } from '../../src/settings/limits.ts'
import { negotiationSettings } from '../../src/settings/negotiation.ts'
import { paginationSettings } from '../../src/settings/pagination.ts'
import { policySettings } from '../../src/settings/policies.ts'
import { secretSettings } from '../../src/settings/secrets.ts'
import { sessionSettings } from '../../src/settings/sessions.ts'
import { throttlingSettings } from '../../src/settings/throttling.ts'
import { type Definitions, type Documentation, documentationOf } from './doc-comments.ts'

/** A table of a docs page that is made of definitions. It is the first one below its heading. */
export interface Table {
  readonly page: string
  readonly heading: string
  readonly source: string
  readonly definitions: Definitions
  readonly columns: readonly Column[]
}

interface Column {
  readonly title: string
  cell(name: string, definition: Definitions[string], documentation: Documentation): string
}

const settingColumns: readonly Column[] = [
  { title: 'Setting', cell: (name, _, { page }) => linked(name, page) },
  { title: 'Value', cell: (_, { rule }) => inMarkdown(rule.expected) },
  { title: 'Default', cell: (_name, _, { byDefault }) => byDefault },
  { title: 'Environment', cell: (_, { rule }) => environmentOf(rule) },
  { title: 'Meaning', cell: (_name, _, { meaning }) => meaning },
]

const variableColumns: readonly Column[] = [
  {
    title: 'Variable',
    cell: (_, definition, { page }) => linked((definition as { name?: string }).name ?? '', page),
  },
  { title: 'Value', cell: (_, { rule }) => inMarkdown(rule.text?.expected ?? '') },
  { title: 'Default', cell: (_name, _, { byDefault }) => byDefault.replace(/^null$/, 'none') },
  { title: 'In `Config`', cell: (name) => `\`${name}\`` },
  { title: 'Meaning', cell: (_name, _, { meaning }) => meaning.replace('Null:', 'None:') },
]

const settings = (heading: string, file: string, definitions: Definitions): Table => ({
  page: 'docs/settings.md',
  heading,
  source: `src/settings/${file}.ts`,
  definitions,
  columns: settingColumns,
})

export const tables: readonly Table[] = [
  settings('Policies', 'policies', policySettings),
  settings('Throttling', 'throttling', throttlingSettings),
  settings('Formats', 'negotiation', negotiationSettings),
  settings('Pagination', 'pagination', paginationSettings),
  settings('Caching', 'caching', cachingSettings),
  settings('Errors and the log', 'errors', errorSettings),
  settings('Limits', 'limits', limitSettings),
  settings('Hosts and proxies', 'hosts', hostSettings),
  settings('Secrets', 'secrets', secretSettings),
  settings('Other origins', 'cors', corsSettings),
  settings('Sessions and CSRF', 'sessions', sessionSettings),
  {
    page: 'docs/service.md',
    heading: 'Configuration',
    source: 'src/service/variables.ts',
    definitions: serviceVariables,
    columns: variableColumns,
  },
]

/** The page with its tables as the definitions have them. */
export const withTables = (page: string, text: string): string =>
  tables.filter((table) => table.page === page).reduce(withTable, text)

function withTable(text: string, table: Table): string {
  const heading = text.indexOf(`\n## ${table.heading}\n`)
  if (heading < 0) throw new Error(`${table.page} has no heading ${table.heading}.`)
  const start = text.indexOf('\n|', heading) + 1
  const end = start + text.slice(start).search(/\n(?!\|)/)
  return text.slice(0, start) + linesOf(table).join('\n') + text.slice(end)
}

function linesOf({ source, definitions, columns, page }: Table): string[] {
  const documentation = documentationOf(source)
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(columns.map(({ title }) => title)),
    row(columns.map(() => '---')),
    ...Object.entries(definitions).map(([name, definition]) => {
      const words = documentation.get(name)
      if (words === undefined) throw new Error(`${name} in ${source} has no doc comment.`)
      const own = { ...words, page: words.page && fromPage(words.page, page) }
      return row(columns.map(({ cell }) => cell(name, definition, own)))
    }),
  ]
}

/** `docs/pagination.md#links` → `pagination.md#links`, or `#links` on that page itself. */
const fromPage = (target: string, page: string) =>
  target.startsWith(`${page}#`) ? target.slice(page.length) : target.replace(/^docs\//, '')

const linked = (name: string, page: string | null) =>
  page === null ? `\`${name}\`` : `[\`${name}\`](${page})`

function environmentOf({ expected, text }: Definitions[string]['rule']): string {
  if (text === undefined) return 'code only'
  if (text.expected === expected) return 'yes'
  if (text.expected === expected.replace(/, or null$/, ', or none')) return '`none` for null'
  return inMarkdown(text.expected)
}

/** Examples and methods as code. */
const inMarkdown = (expected: string) =>
  expected
    .replace(/(?<=such as )(\S.*?)(?=, or null$|, or none$|$)/, '`$1`')
    .replaceAll(/\w+\(\)/g, '`$&`')
