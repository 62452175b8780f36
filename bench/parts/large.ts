import { openData } from '../data.ts'
import { type Part, tell } from '../part.ts'
import { measureInTurn } from '../rounds.ts'
import { startAll } from '../servers.ts'
import { median, table, whole } from '../tables.ts'
import { cursorWork, offsetWork, type Work } from '../works.ts'

/** Long enough for an answer that takes PostgreSQL some seconds. */
const leastSeconds = 7

/** A list that no longer fits into the caches of PostgreSQL. */
export const large: Part = {
  name: 'large',
  description: 'Turnpike on PostgreSQL with a hundred times as many notes',

  takes: ({ isTurnpike = false, database }) => isTurnpike && database === 'postgres',

  async run(bench) {
    const { entries, folder, options } = bench
    const rows = options.rows * 100
    tell(`Adding ${rows} notes.`)
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
        stylesAt(place).map((work) => ({ server, work: { ...work, connections: 1 } })),
      )
      const measured = await measureInTurn(cases, unhurried, rows)
      const times = measured.map((rounds) =>
        median(rounds.map(({ perSecond }) => 1000 / perSecond)),
      )
      lines.push([whole(place), ...times.map((time) => time.toFixed(1))])
    }
    return [
      `## ${whole(rows)} notes on PostgreSQL`,
      'Milliseconds of one request, one after the other on one connection, by the notes before the page:',
      table(
        ['notes before', 'cursor', 'offset, `count: exact`', 'offset, `count: estimated`'],
        lines,
      ),
    ].join('\n\n')
  },
}

const stylesAt = (place: number): readonly Work[] => [
  cursorWork(`cursor-${place}`, '', () => place),
  offsetWork({ name: `offset-${place}`, description: '', place: () => place }),
  offsetWork({
    name: `estimate-${place}`,
    description: '',
    place: () => place,
    path: '/estimate/',
  }),
]
