import { checkAgreement } from '../agreement.ts'
import { comparisonTables } from '../comparison-tables.ts'
import { openData } from '../data.ts'
import { type Part, tell } from '../part.ts'
import { measureInTurn } from '../rounds.ts'
import { start } from '../server.ts'
import { startAll } from '../servers.ts'
import type { Compared } from '../work-tables.ts'

/** All works of all entries, which give the same answers. */
export const comparison: Part = {
  name: 'comparison',
  description: 'all works of all entries',
  isQuick: true,

  async run(bench) {
    const { entries, folder, options } = bench
    const { rows, rounds, works } = options
    tell(`Adding 100 users and ${rows} notes for each entry.`)
    await using data = await openData(folder, rows, entries)
    const startTimes = entries.map((): number[] => [])
    for (let round = 0; round < rounds; round++) {
      for (const [index, entry] of entries.entries()) {
        const server = await start(entry, data.of(entry))
        startTimes[index]?.push(server.startTime)
        await server.stop()
      }
    }

    await using servers = await startAll(entries, data)
    await checkAgreement(servers.all, works, rows)
    const compared: Compared[] = []
    for (const work of works) {
      tell(`- ${work.name}: ${work.description}`)
      const cases = servers.all.map((server) => ({ server, work }))
      compared.push({ work, measured: await measureInTurn(cases, bench, rows) })
    }
    const peakMemory = await Promise.all(servers.all.map((server) => server.peakMemory()))
    return comparisonTables(rows, entries, compared, { startTimes, peakMemory })
  },
}
