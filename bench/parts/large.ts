import { openData } from '../data.ts'
import type { Entry } from '../entries.ts'
import { type Part, tell } from '../part.ts'
import { measureInTurn } from '../rounds.ts'
import { startAll } from '../servers.ts'
import { milliseconds, table, whole } from '../tables.ts'
import { cursorWork, offsetWork, type Work } from '../works.ts'

/** Long enough for an answer that takes PostgreSQL some seconds. */
const leastSeconds = 7

/** A list that no longer fits into the caches of PostgreSQL. */
export const large: Part = {
  name: 'large',
  description: 'Turnpike on PostgreSQL with a hundred times as many notes',

  takes: ({ isTurnpike = false, isCounted = false, database }) =>
    (isTurnpike || isCounted) && database === 'postgres',

  async run(bench) {
    const { entries, folder, options } = bench
    const rows = options.rows * 100
    tell(`Adding ${rows} notes for each entry.`)
    await using data = await openData(folder, rows, entries)
    await using servers = await startAll(entries, data)
    const unhurried = {
      ...bench,
      options: {
        ...options,
        rounds: 1,
        warmUpSeconds: 1,
        seconds: Math.max(options.seconds, leastSeconds),
      },
    }
    const lines: string[][] = []
    for (const place of [10, rows * 0.99]) {
      tell(`- pages behind ${place} notes`)
      const cases = servers.all.flatMap((server) =>
        stylesOf(server.entry).map(({ at }) => ({
          server,
          work: { ...at(place), connections: 1 },
        })),
      )
      const measured = await measureInTurn(cases, unhurried, rows)
      lines.push([whole(place), ...measured.map(milliseconds)])
    }
    const columns = entries.flatMap((entry) =>
      stylesOf(entry).map(({ name }) => `${entry.name}, ${name}`),
    )
    return [
      `## ${whole(rows)} notes on PostgreSQL`,
      'Milliseconds of one request, one after the other on one connection:',
      table(['notes before the page', ...columns], lines),
    ].join('\n\n')
  },
}

/** A way to read a page behind so many notes. */
interface Style {
  readonly name: string
  at(place: number): Work
}

const byCursor: Style = {
  name: 'cursor',
  at: (place) => cursorWork(`cursor-${place}`, '', () => place),
}

const byOffset = (name: string, path: string): Style => ({
  name,
  at: (place) => offsetWork({ name: `${path}${place}`, description: '', place: () => place, path }),
})

const exactly = byOffset('offset', '/window/')

/** The count of a counted table is not estimated. */
const stylesOf = ({ isCounted = false }: Entry): readonly Style[] =>
  isCounted
    ? [byCursor, exactly]
    : [byCursor, exactly, byOffset('offset, `count: estimated`', '/estimate/')]
