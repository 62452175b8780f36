import { rmSync } from 'node:fs'
import { bundleOf, workersFolder } from './bundles.ts'
import { installOf } from './installs.ts'

/** A row of a table: what is measured, and the sizes in the units of the table. */
export interface Row {
  readonly name: string
  readonly sizes: readonly number[]
  /** No size may be above its limit. */
  readonly limits: readonly number[]
}

/** A table of docs/runtimes.md, below its heading. */
export interface Table {
  readonly heading: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

/** Bundles for Workers, in KB after gzip: at the start, and on demand. */
const workers = [
  { program: 'hono', name: 'Hono alone, one route', limits: [10, 0] },
  { program: 'view', name: 'A view, a token scheme, a list in pages', limits: [87, 180] },
  {
    program: 'schema',
    name: 'A list to which clients add, with a schema of zod',
    limits: [110, 180],
  },
  { program: 'client', name: '`@turnpike/client`, in a page', limits: [4.1, 0] },
] as const

/** What npm installs for a service. */
const service = ['turnpike', '@turnpike/service', '@turnpike/sql', '@turnpike/telemetry']

/** What is installed, in MB and packages. */
const installs = [
  { name: '`turnpike` alone', names: ['turnpike'], alone: true, limits: [4, 1] },
  { name: '`turnpike`, without peers', names: ['turnpike'], limits: [8, 8] },
  { name: '`turnpike zod`: the core', names: ['turnpike', 'zod'], limits: [14, 9] },
  {
    name: '`@turnpike/service` with its peers: a service, with the SQLite of Node',
    names: [...service, 'zod', 'kysely'],
    limits: [20, 30],
  },
  {
    name: 'the same with `better-sqlite3`',
    names: [...service, 'zod', 'kysely', 'better-sqlite3'],
    limits: [50, 62],
  },
] as const

/** Measures everything: some seconds. */
export async function measuredTables(): Promise<Table[]> {
  const folder = workersFolder()
  try {
    const bundles: Row[] = []
    for (const { program, name, limits } of workers) {
      const { start, onDemand } = await bundleOf(folder, program)
      bundles.push({ name, sizes: [start / 1000, onDemand / 1000], limits })
    }
    return [
      { heading: 'Bundles', columns: ['At the start, KB', 'On demand, KB'], rows: bundles },
      {
        heading: 'Installs',
        columns: ['MB', 'Packages'],
        rows: installs.map(({ name, names, limits, ...how }) => {
          const { bytes, packages } = installOf(names, 'alone' in how)
          return { name, sizes: [bytes / 1e6, packages], limits }
        }),
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The table in Markdown, sizes to a tenth. */
export const written = ({ columns, rows }: Table): string =>
  [
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '--:|').join('')}`,
    ...rows.map(({ name, sizes }) => `| ${name} | ${sizes.map(shown).join(' | ')} |`),
  ].join('\n')

const shown = (size: number): string => (Number.isInteger(size) ? String(size) : size.toFixed(1))

/** The table below its heading. Null: there is none. */
export const tableBelow = (page: string, heading: string): string | null =>
  new RegExp(`^#+ ${heading}$[\\s\\S]*?\\n\\n(\\|[\\s\\S]*?)\\n(?!\\|)`, 'm').exec(page)?.[1] ??
  null

/** The sizes that a table shows, row by row. */
export const sizesIn = (table: string): number[][] =>
  table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').slice(2, -1).map(Number))
