import { readFile } from 'node:fs/promises'

/** A table of RESULTS.md: the cells by the name of the line and the name of the column. */
export type Results = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What README.md shows of a saved run. */
export interface SavedRun {
  /** Requests per second by work and entry, by what the tables call the database. */
  readonly comparison: Readonly<Record<Database, Results>>
  /** Milliseconds by the notes before the page, and by entry and style. Null when it was not run. */
  readonly depth: Section | null
  /** The same of a list on PostgreSQL that is longer. Null when it was not run. */
  readonly large: Section | null
}

export type Database = 'SQLite' | 'PostgreSQL'

export interface Section {
  /** How many notes there are, as it is written: `1,000,000`. */
  readonly notes: string
  readonly results: Results
}

/** The run that `--save` has written. */
export const savedRun = async (): Promise<SavedRun> =>
  runIn(await readFile(new URL('../RESULTS.md', import.meta.url), 'utf8'))

/**
 * Reads what a run has printed.
 *
 * @throws Error when it has no comparison on one of the databases.
 */
export function runIn(text: string): SavedRun {
  const sections = text.split(/^## /m)
  const sectionOf = (title: RegExp): Section | null => {
    for (const section of sections) {
      const notes = title.exec(section.split('\n')[0] ?? '')?.[1]
      if (notes !== undefined) return { notes, results: firstTable(section) }
    }
    return null
  }
  const comparisonOn = (database: Database): Results => {
    const section = sectionOf(new RegExp(`^(\\S+) notes in ${database}`))
    if (section === null) throw new Error(`RESULTS.md has no comparison on ${database}.`)
    return section.results
  }
  return {
    comparison: { SQLite: comparisonOn('SQLite'), PostgreSQL: comparisonOn('PostgreSQL') },
    depth: sectionOf(/^(\S+) notes, by the notes before the page/),
    large: sectionOf(/^(\S+) notes on PostgreSQL/),
  }
}

/** Lines are named by what is in backquotes in their first cell, or by all of it. */
function firstTable(section: string): Results {
  const [head = '', , ...lines] = /(?:^\|.*\|$\n?)+/m.exec(section)?.[0].trim().split('\n') ?? []
  const [, ...columns] = cellsOf(head)
  return new Map(
    lines.map((line) => {
      const [name = '', ...cells] = cellsOf(line)
      return [
        /^`(.*?)`/.exec(name)?.[1] ?? name,
        new Map(cells.map((cell, index) => [columns[index] ?? '', cell])),
      ]
    }),
  )
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

/** The number of a cell, without its thousands separators and the ratio behind it. Undefined without a cell. */
export const figure = (cell: string | undefined): number | undefined =>
  cell === undefined ? undefined : Number.parseFloat(cell.replaceAll(',', ''))
