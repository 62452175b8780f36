import { readFile } from 'node:fs/promises'

/** A table of RESULTS.md: the cells by the name of the line and the name of the column. */
export type Results = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What README.md shows of a saved run. */
export interface SavedRun {
  /** Requests per second by work and entry, by what the tables call the database. */
  readonly comparison: Readonly<Record<Database, Results>>
  /** Milliseconds by the notes before the page, and by entry and style. */
  readonly depth: Section
  /** The same of a list on PostgreSQL that is longer. */
  readonly large: Section
}

export type Database = 'SQLite' | 'PostgreSQL'

interface Section {
  /** How many notes there are, as it is written: `1,000,000`. */
  readonly notes: string
  readonly results: Results
}

/** Reads the run that `--save` has written. @throws Error when a part is missing. */
export async function savedRun(): Promise<SavedRun> {
  const sections = (await readFile(new URL('../RESULTS.md', import.meta.url), 'utf8')).split(
    /^## /m,
  )
  const section = (part: string, title: RegExp): Section => {
    for (const text of sections) {
      const notes = title.exec(text.split('\n')[0] ?? '')?.[1]
      if (notes !== undefined) return { notes, results: firstTable(text) }
    }
    throw new Error(
      `RESULTS.md has nothing of the part ${part}. Save a run as bench/README.md says.`,
    )
  }
  return {
    comparison: {
      SQLite: section('comparison', /^(\S+) notes in SQLite/).results,
      PostgreSQL: section('comparison', /^(\S+) notes in PostgreSQL/).results,
    },
    depth: section('depth', /^(\S+) notes, by the notes before the page/),
    large: section('large', /^(\S+) notes on PostgreSQL/),
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
