import { wrapped } from '@turnpike/test-support/wrapped.ts'
import { serviceVariables } from '../../../service/src/service/variables.ts'
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

/** A list of a docs page that is made of definitions. It is the first one below its heading. */
export interface DefinitionList {
  readonly page: string
  readonly heading: string
  readonly source: string
  readonly definitions: Definitions
  describe(name: string, definition: Definitions[string], documentation: Documentation): Item
}

interface Item {
  readonly name: string
  readonly meaning: string
  /** Value, default and the like, each with its words. */
  readonly facts: Readonly<Record<string, string>>
}

const settings = (heading: string, file: string, definitions: Definitions): DefinitionList => ({
  page: 'docs/settings.md',
  heading,
  source: `packages/turnpike/src/settings/${file}.ts`,
  definitions,
  describe: (name, { rule }, { byDefault, meaning }) => ({
    name,
    meaning,
    facts: {
      Value: inMarkdown(rule.expected),
      Default: byDefault,
      Environment: environmentOf(rule),
    },
  }),
})

export const lists: readonly DefinitionList[] = [
  settings('Policies', 'policies', policySettings),
  settings('Throttling', 'throttling', throttlingSettings),
  settings('Formats', 'negotiation', negotiationSettings),
  settings('Pagination', 'pagination', paginationSettings),
  settings('Caching', 'caching', cachingSettings),
  settings('Errors and the log', 'errors', errorSettings),
  settings('Limits', 'limits', limitSettings),
  settings('Hosts and proxies', 'hosts', hostSettings),
  settings('Secrets and passwords', 'secrets', secretSettings),
  settings('Other origins', 'cors', corsSettings),
  settings('Sessions and CSRF', 'sessions', sessionSettings),
  {
    page: 'docs/service.md',
    heading: 'Configuration',
    source: 'packages/service/src/service/variables.ts',
    definitions: serviceVariables,
    describe: (member, definition, { byDefault, meaning }) => ({
      name: (definition as { name?: string }).name ?? '',
      meaning: meaning.replace(/\bNull\b/, 'None'),
      facts: {
        Value: inMarkdown(definition.rule.text?.expected ?? ''),
        Default: byDefault.replace(/^null$/, 'none'),
        'In `Config`': `\`${member}\``,
      },
    }),
  },
]

/** The page with its lists as the definitions have them. */
export const withLists = (page: string, text: string): string =>
  lists.filter((list) => list.page === page).reduce(withList, text)

function withList(text: string, list: DefinitionList): string {
  const heading = text.indexOf(`\n## ${list.heading}\n`)
  if (heading < 0) throw new Error(`${list.page} has no heading ${list.heading}.`)
  const start = text.indexOf('\n- ', heading) + 1
  const end = start + text.slice(start).search(/\n(?! *- | {2})|\n$/)
  return text.slice(0, start) + linesOf(list).join('\n') + text.slice(end)
}

function linesOf({ source, definitions, describe, page }: DefinitionList): string[] {
  const documentation = documentationOf(source)
  return Object.entries(definitions).flatMap(([key, definition]) => {
    const words = documentation.get(key)
    if (words === undefined) throw new Error(`${key} in ${source} has no doc comment.`)
    const { name, meaning, facts } = describe(key, definition, words)
    const target = words.page && fromPage(words.page, page)
    return [
      ...wrapped(`- ${linked(name, target)}: ${meaning}`, '  '),
      ...Object.entries(facts).flatMap(([fact, value]) => wrapped(`  - ${fact}: ${value}`, '    ')),
    ]
  })
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
    .replace(/(?<=such as )(\S.*?)(?=, or null$|, or none$|$)/, (examples) =>
      examples
        .split(' or ')
        .map((example) => `\`${example}\``)
        .join(' or '),
    )
    .replaceAll(/\w+\(\)/g, '`$&`')
