import type { Outcome, Result } from './results.ts'

const page = 'docs/databases.md'
const start = '<!-- By packages/sql/test/pairs/write-docs.ts -->\n'
const end = '<!-- End -->\n'

export const tablePage = page

/** The page with the table of the results. @throws Error when the page has no place for it. */
export function withTable(text: string, results: readonly Result[]): string {
  const from = text.indexOf(start)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`${page} has no table between ${start} and ${end}.`)
  return `${text.slice(0, from)}${start}\n${tableOf(results)}\n${text.slice(to)}`
}

/** A row for each pair, a column for each feature, and the reasons for what is missing. */
function tableOf(results: readonly Result[]): string {
  const rows = merged(results)
  const features = [...new Set(rows.flatMap(({ features }) => Object.keys(features)))]
  const reasons = [
    ...new Set(rows.flatMap(({ features }) => Object.values(features).flatMap(reasonsOf))),
  ]
  const lines = [
    `| |${features.join('|')}|Cases|`,
    `|---|${features.map(() => ':-:|').join('')}--:|`,
    ...rows.map((row) => {
      const cells = features.map((feature) => cellOf(row.features[feature], reasons))
      return `| ${row.name} |${cells.join('|')}|${casesOf(row.features)}|`
    }),
  ]
  const notes = reasons.map((reason, index) => `${index + 1}. ${sentence(reason)}`)
  return `${lines.join('\n')}\n${notes.length === 0 ? '' : `\n${notes.join('\n')}\n`}`
}

interface TableRow extends Pick<Result, 'features'> {
  readonly name: string
}

/** Versions of an ORM with the same results share a row. */
function merged(results: readonly Result[]): TableRow[] {
  const rows = new Map<string, { result: Result; versions: string[] }>()
  for (const result of results) {
    const { orm, database, features } = result
    const key = JSON.stringify([orm, database, features])
    const row = rows.get(key) ?? { result, versions: [] }
    row.versions.push(result.version)
    rows.set(key, row)
  }
  return [...rows.values()].map(({ result: { orm, database, features }, versions }) => ({
    name: `${[orm, versions.join(', ')].join(' ').trim()}: ${database}`,
    features,
  }))
}

/** `✓`, `✓ ¹` where a part is missing, or the number of the reason. */
function cellOf(outcome: Outcome | undefined, reasons: readonly string[]): string {
  if (outcome === undefined) return ''
  const notes = reasonsOf(outcome).map((reason) => `[${reasons.indexOf(reason) + 1}]`)
  const mark = outcome.failed > 0 ? `✗ ${outcome.failed}` : outcome.passed > 0 ? '✓' : '–'
  return [mark, ...notes].join(' ')
}

function casesOf(features: Result['features']): string {
  const outcomes = Object.values(features)
  const sum = (field: 'cases' | 'passed') => outcomes.reduce((all, one) => all + one[field], 0)
  return `${sum('passed')}/${sum('cases')}`
}

const reasonsOf = ({ unsupported }: Outcome) => Object.keys(unsupported)

const sentence = (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
