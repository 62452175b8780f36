import { checkAgreement } from '../agreement.ts'
import { openData } from '../data.ts'
import { type Part, tell } from '../part.ts'
import { measureInTurn } from '../rounds.ts'
import { startAll } from '../servers.ts'
import { milliseconds, table, whole } from '../tables.ts'
import { cursorWork, offsetWork } from '../works.ts'

/** How the time of a page grows with the notes before it. */
export const depth: Part = {
  name: 'depth',
  description: 'pages at the beginning of a long list, within it and at its end',

  takes: ({ isExample = false, isCounted = false }) => isExample || isCounted,

  async run(bench) {
    const { entries, folder, options } = bench
    const rows = options.rows * 10
    tell(`Adding ${rows} notes for each entry.`)
    await using data = await openData(folder, rows, entries)
    await using servers = await startAll(entries, data)

    const end = rows * 0.99
    const places = [...[10, 10_000, 100_000].filter((place) => place < end), end]
    const works = places.map((place) => ({
      offset: offsetWork({ name: `offset-${place}`, description: '', place: () => place }),
      cursor: cursorWork(`cursor-${place}`, '', () => place),
    }))
    await checkAgreement(
      servers.all,
      works.flatMap(({ offset, cursor }) => [offset, cursor]),
      rows,
    )

    const columns: { name: string; cells: string[] }[] = []
    for (const style of ['cursor', 'offset'] as const) {
      tell(`- by ${style}, at the notes ${places.join(', ')}`)
      const cases = works.flatMap((work) =>
        servers.all.map((server) => ({ server, work: { ...work[style], connections: 1 } })),
      )
      const measured = await measureInTurn(cases, bench, rows)
      for (const [index, { name }] of entries.entries()) {
        const cells = places.map((_, place) =>
          milliseconds(measured[place * entries.length + index] ?? []),
        )
        columns.push({ name: `${name}, ${style}`, cells })
      }
    }
    return [
      `## ${whole(rows)} notes, by the notes before the page`,
      'Milliseconds of one request, one after the other on one connection, by cursor, and by limit and offset with the exact count. Pages begin behind so many notes and up to 4,000 more, and none comes twice soon:',
      table(
        ['notes before the page', ...columns.map(({ name }) => name)],
        places.map((place, row) => [whole(place), ...columns.map(({ cells }) => cells[row] ?? '')]),
      ),
    ].join('\n\n')
  },
}
