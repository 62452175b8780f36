import { table } from '../tables.ts'
import { type Shown, shownEntries } from './entries.ts'
import type { Database, Results, SavedRun } from './results.ts'

/** The works that README.md has, what it calls them, and whether Turnpike's table is counted. */
const rows: readonly { work: string; label: string; isCounted?: boolean }[] = [
  { work: 'me', label: 'who a token belongs to' },
  { work: 'page', label: 'a random page of 50, with the exact count' },
  { work: 'page', label: 'the same of a [counted table](docs/counted-lists.md)', isCounted: true },
  { work: 'limit-deep', label: 'pages near the end of the list, hardly one twice' },
  { work: 'cursor-first', label: 'the first page by cursor' },
  { work: 'cursor-deep', label: 'pages by cursor, none twice' },
  { work: '401', label: 'no token: 401' },
  { work: 'post-invalid', label: 'a note with two faults: 400' },
  { work: 'post', label: 'a note, on the disk' },
  { work: 'post', label: 'the same into a counted table', isCounted: true },
  { work: 'mixed5', label: '19 random pages, then a note' },
  { work: 'mixed20', label: '4 random pages, then a note' },
  { work: 'mixed20', label: 'the same with a counted table', isCounted: true },
]

/** Turnpike's ratio is bold where it is ahead of all. */
export function figureTables({ comparison, large }: SavedRun): string {
  const compared = Object.entries(shownEntries).map(
    ([database, entries]) =>
      `On ${database}:\n\n${comparisonTable(comparison[database as Database], entries)}`,
  )
  const ofLarge = large && [
    `Milliseconds of one page, asked for alone, of ${large.notes} notes on PostgreSQL:`,
    largeTable(large.results),
  ]
  return [...compared, ...(ofLarge ?? [])].join('\n\n')
}

function comparisonTable(results: Results, entries: readonly Shown[]): string {
  const lines = rows.flatMap(({ work, label, isCounted = false }) => {
    const own = results.get(work)
    const cells = entries.map(([entry]) =>
      own?.get(isCounted && entry.startsWith('turnpike') ? `${entry}-counted` : entry),
    )
    // What the run has not measured has no row.
    if (cells.at(-1) === undefined) return []
    const figures = cells.map((cell = '-', index) =>
      index === 0 ? cell : (/\((.*)\)/.exec(cell)?.[1] ?? cell),
    )
    const turnpike = figures.at(-1) ?? ''
    const isAhead = figures.slice(1, -1).every((other) => Number(turnpike) > Number(other))
    const last = isAhead && Number(turnpike) > 1 ? `**${turnpike}**` : turnpike
    return [[label, ...figures.slice(0, -1), last]]
  })
  return table(['', ...entries.map(([, label]) => label)], lines)
}

/** What `turnpike-postgres` and `turnpike-postgres-counted` take for a page behind so many notes. */
const largeColumns: readonly Shown[] = [
  ['turnpike-postgres, cursor', 'by cursor'],
  ['turnpike-postgres, offset', 'by offset, with the exact count'],
  ['turnpike-postgres-counted, offset', 'by offset, [counted](docs/counted-lists.md)'],
]

const largeTable = (results: Results): string =>
  table(
    ['notes before the page', ...largeColumns.map(([, label]) => label)],
    [...results].map(([place, cells]) => [
      place,
      ...largeColumns.map(([column]) => cells.get(column) ?? '-'),
    ]),
  )
