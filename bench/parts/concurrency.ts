import { openData } from '../data.ts'
import { type Part, tell } from '../part.ts'
import { measureInTurn } from '../rounds.ts'
import { startAll } from '../servers.ts'
import { whole } from '../tables.ts'
import { byDatabase, type Compared, workTables } from '../work-tables.ts'
import { me, randomPage, writesAmongPages } from '../works.ts'

const levels = [1, 16, 64, 256]

/** What more connections at once do to throughput and latency. */
export const concurrency: Part = {
  name: 'concurrency',
  description: `${levels.join(', ')} connections at once`,

  takes: ({ isExample = false }) => isExample,

  async run(bench) {
    const { entries, folder, options } = bench
    const { rows } = options
    await using data = await openData(folder, rows, entries)
    await using servers = await startAll(entries, data)
    const compared: Compared[] = []
    for (const { name, ...work } of [me, randomPage, writesAmongPages]) {
      for (const connections of levels) {
        tell(`- ${name}, ${connections} connections`)
        const concurrent = {
          ...work,
          name: `${name}-${connections}`,
          description: `${connections} at once`,
          connections,
        }
        const cases = servers.all.map((server) => ({ server, work: concurrent }))
        compared.push({ work: concurrent, measured: await measureInTurn(cases, bench, rows) })
      }
    }
    return byDatabase(entries, compared)
      .flatMap((group) => [
        `## By connections at once, ${whole(rows)} notes ${group.title}`,
        workTables(group),
      ])
      .join('\n\n')
  },
}
