import { readFile, writeFile } from 'node:fs/promises'
import { table } from './tables.ts'

/** The works that README.md has, and what it calls them. */
const rows: readonly [work: string, label: string][] = [
  ['me', 'who a token belongs to'],
  ['page', 'a random page of 50, with the exact count'],
  ['limit-deep', 'pages near the end of the list, hardly one twice'],
  ['cursor-first', 'the first page by cursor'],
  ['cursor-deep', 'pages by cursor, none twice'],
  ['401', 'no token: 401'],
  ['post-invalid', 'a note with two faults: 400'],
  ['post', 'a note, on the disk'],
  ['mixed5', '19 random pages, then a note'],
  ['mixed20', '4 random pages, then a note'],
]

/** The entries that README.md has, by what it calls the database. The first one of each has its figures shown. */
const columns: Readonly<Record<string, readonly [entry: string, label: string][]>> = {
  SQLite: [
    ['raw', 'bare `node:http`'],
    ['fastify', 'Fastify 5 by hand'],
    ['nest', 'NestJS 12 by hand'],
    ['adonis', 'AdonisJS 7'],
    ['reference', 'Django REST framework'],
    ['turnpike', 'Turnpike'],
  ],
  PostgreSQL: [
    ['raw-postgres', 'bare `node:http`'],
    ['fastify-postgres', 'Fastify 5 by hand'],
    ['turnpike-postgres', 'Turnpike'],
  ],
}

/**
 * Writes the tables of README.md from what a run has saved in RESULTS.md, and returns them. Turnpike's ratio is bold
 * where it is ahead of all.
 *
 * @throws Error when the saved run has no such table.
 */
export async function writeReadmeTables(): Promise<string> {
  const results = await readFile(new URL('RESULTS.md', import.meta.url), 'utf8')
  const tables = Object.entries(columns)
    .map(([database, entries]) => `On ${database}:\n\n${tableOf(results, database, entries)}`)
    .join('\n\n')

  const path = new URL('../README.md', import.meta.url)
  const readme = await readFile(path, 'utf8')
  const figures = /(<!-- figures: .* -->\n\n)[\s\S]*?(\n\n<!-- end of figures -->)/
  if (!figures.test(readme)) throw new Error('README.md has no place for the figures.')
  await writeFile(
    path,
    readme.replace(figures, (_, start, end) => `${start}${tables}${end}`),
  )
  return tables
}

function tableOf(
  results: string,
  database: string,
  entries: readonly [entry: string, label: string][],
): string {
  const cells = requestsPerSecond(results, database)
  const lines = rows.flatMap(([work, label]) => {
    const own = cells.get(work)
    if (own === undefined) return []
    const figures = entries.map(([entry], index) => {
      const cell = own.get(entry) ?? '-'
      return index === 0 ? cell : (/\((.*)\)/.exec(cell)?.[1] ?? cell)
    })
    const turnpike = figures.at(-1) ?? ''
    const isAhead = figures.slice(1, -1).every((other) => Number(turnpike) > Number(other))
    const last = isAhead && Number(turnpike) > 1 ? `**${turnpike}**` : turnpike
    return [[label, ...figures.slice(0, -1), last]]
  })
  return table(['', ...entries.map(([, label]) => label)], lines)
}

/** The cells of the first table about this database, by work and entry. */
function requestsPerSecond(results: string, database: string): Map<string, Map<string, string>> {
  const section = results
    .split(/^## /m)
    .find((text) => / notes in (\w+)/.exec(text.split('\n')[0] ?? '')?.[1] === database)
  const [head, , ...lines] = section?.match(/^\|.*\|$/gm) ?? []
  if (head === undefined) throw new Error(`RESULTS.md has no comparison on ${database}.`)

  const cellsOf = (line: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
  const entries = cellsOf(head)
  const byWork = new Map<string, Map<string, string>>()
  for (const line of lines) {
    const [work = '', ...cells] = cellsOf(line)
    const name = /^`(.*?)`/.exec(work)?.[1] ?? ''
    // The next table of the section has the same works.
    if (byWork.has(name)) break
    byWork.set(name, new Map(cells.map((cell, index) => [entries[index + 1] ?? '', cell])))
  }
  return byWork
}
