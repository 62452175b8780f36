import { availableParallelism } from 'node:os'
import { openData } from '../data.ts'
import type { Entry } from '../entries.ts'
import { type Part, tell } from '../part.ts'
import { measureInTurn } from '../rounds.ts'
import { startAll } from '../servers.ts'
import { beside, table } from '../tables.ts'
import { me, randomPage } from '../works.ts'

const counts = [1, 2, 4]

/** What further processes bring. */
export const workers: Part = {
  name: 'workers',
  description: `Turnpike with ${counts.join(', ')} workers, on all processors`,

  takes: ({ isTurnpike = false }) => isTurnpike,

  async run(bench) {
    const { entries, folder, options } = bench
    const { rows } = options
    await using data = await openData(folder, rows, entries)
    const lines: string[][] = []
    for (const entry of entries) {
      const variants = counts.map((count) => withWorkers(entry, count))
      const ofEntry = { of: () => data.of(entry) }
      await using servers = await startAll(variants, ofEntry, { isPinned: false })
      for (const work of [me, randomPage]) {
        tell(`- ${entry.name}: ${work.name}`)
        const cases = servers.all.map((server) => ({ server, work }))
        const amounts = (await measureInTurn(cases, bench, rows)).map((rounds) =>
          rounds.map(({ perSecond }) => perSecond),
        )
        const [first = []] = amounts
        lines.push([entry.name, `\`${work.name}\``, ...amounts.map((own) => beside(own, first))])
      }
    }
    return [
      '## By the number of workers',
      `Requests per second, in brackets the ratio to one worker. Here nothing is pinned: workers, load and database share ${availableParallelism()} processors.`,
      table(['entry', 'work', ...counts.map((count) => `WORKERS=${count}`)], lines, 2),
    ].join('\n\n')
  },
}

const withWorkers = (entry: Entry, count: number): Entry => ({
  ...entry,
  name: `${entry.name} with WORKERS=${count}`,
  environment: (data) => ({ ...entry.environment?.(data), WORKERS: `${count}` }),
})
