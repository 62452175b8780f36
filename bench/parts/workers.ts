import { availableParallelism } from 'node:os'
import { openData } from '../data.ts'
import type { Entry } from '../entries.ts'
import type { Measurement } from '../load.ts'
import { type Part, tell } from '../part.ts'
import { measureInTurn } from '../rounds.ts'
import { startAll } from '../servers.ts'
import { beside, ninetyNinth, table } from '../tables.ts'
import { me, randomPage, writesAmongPages } from '../works.ts'

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
    const measured: { names: readonly string[]; byCount: readonly (readonly Measurement[])[] }[] =
      []
    for (const entry of entries) {
      const variants = counts.map((count) => withWorkers(entry, count))
      const ofEntry = { of: () => data.of(entry) }
      await using servers = await startAll(variants, ofEntry, { isPinned: false })
      for (const work of [me, randomPage, writesAmongPages]) {
        tell(`- ${entry.name}: ${work.name}`)
        const cases = servers.all.map((server) => ({ server, work }))
        measured.push({
          names: [entry.name, `\`${work.name}\``],
          byCount: await measureInTurn(cases, bench, rows),
        })
      }
    }
    const head = ['entry', 'work', ...counts.map((count) => `WORKERS=${count}`)]
    return [
      '## By the number of workers',
      `Requests per second, in brackets the ratio to one worker. Here nothing is pinned: workers, load and database share ${availableParallelism()} processors.`,
      table(
        head,
        measured.map(({ names, byCount }) => {
          const amounts = byCount.map((rounds) => rounds.map(({ perSecond }) => perSecond))
          return [...names, ...amounts.map((own) => beside(own, amounts[0] ?? own))]
        }),
        2,
      ),
      'Milliseconds in which 99 of 100 requests were answered:',
      table(
        head,
        measured.map(({ names, byCount }) => [...names, ...byCount.map(ninetyNinth)]),
        2,
      ),
    ].join('\n\n')
  },
}

export const withWorkers = (entry: Entry, count: number): Entry => ({
  ...entry,
  name: `${entry.name} with WORKERS=${count}`,
  environment: (data) => ({ ...entry.environment?.(data), WORKERS: `${count}` }),
})
