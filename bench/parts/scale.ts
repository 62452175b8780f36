import { availableParallelism } from 'node:os'
import { openData } from '../data.ts'
import type { Entry } from '../entries.ts'
import { openService } from '../fill.ts'
import type { Measurement } from '../load.ts'
import { type Bench, type Part, tell } from '../part.ts'
import { measureInTurn } from '../rounds.ts'
import { mixed, planned, predicted, type RequestCost, type Service } from '../scale/model.ts'
import { type TableSize, tableSizes } from '../scale/sizes.ts'
import { startAll } from '../servers.ts'
import { median, table, whole } from '../tables.ts'
import { me, type Work, works } from '../works.ts'
import { withWorkers } from './workers.ts'

/** The kinds of requests that most services consist of. */
const kinds = ['me', 'cursor-deep', 'post'].flatMap(
  (name) => works.find((work) => work.name === name) ?? [],
)

const shares = { me: 0.6, 'cursor-deep': 0.3, post: 0.1 }

/** All of them together, which shows what the calculation is worth. */
const mixture: Work = {
  ...(kinds.find(({ cursorBehind }) => cursorBehind !== undefined) ?? me),
  name: 'mixture',
  request(given) {
    const kind = given.index % 10 === 9 ? 'post' : given.index % 10 >= 6 ? 'cursor-deep' : 'me'
    return (kinds.find(({ name }) => name === kind) ?? me).request(given)
  },
}

/** The service of docs/large-service.md. */
export const largeService: Service = {
  requestsPerSecond: 100_000,
  shares,
  rows: {
    turnpike_user: 10_000_000,
    turnpike_token: 10_000_000,
    turnpike_api_key: 100_000_000,
    turnpike_session: 10_000_000,
    note: 1_000_000_000,
  },
  busy: 0.6,
}

/** The constants from which a larger service is calculated, and what the calculation is worth. */
export const scale: Part = {
  name: 'scale',
  description: 'rows on the disk and requests on a processor, and what follows for a large service',

  takes: ({ name }) => name === 'turnpike-postgres',

  async run(bench) {
    const [entry] = bench.entries
    const sizes = await measuredSizes(bench, entry)
    const { costs, comparisons } = await measuredCosts(bench, entry)
    const bytesPerRow = Object.fromEntries(sizes.large.map((size) => [size.table, perRow(size)]))
    const plan = planned(largeService, costs, bytesPerRow)
    return [
      '## From which a large service is calculated',
      'Bytes of a row on the disk of PostgreSQL, with its share of the indexes, which were filled in no order:',
      table(
        [
          'table',
          ...[sizes.small, sizes.large].map(([first]) => `${whole(first?.rows ?? 0)} rows`),
          'of them indexes',
        ],
        sizes.large.map((size, index) => [
          `\`${size.table}\``,
          whole(perRow(sizes.small[index] ?? size)),
          whole(perRow(size)),
          whole(size.indexes / size.rows),
        ]),
      ),
      'Microseconds of processor time of a request, with 16 connections:',
      table(
        ['work', 'worker', 'PostgreSQL', 'load'],
        costs.map(({ name, worker, database, load }) => [
          `\`${name}\``,
          ...[worker, database, load].map(whole),
        ]),
      ),
      `Requests per second on ${availableParallelism()} processors that workers, PostgreSQL and load share: calculated from these, and measured.`,
      table(['work', 'workers', 'calculated', 'measured', 'measured ÷ calculated'], comparisons, 1),
      `A service with ${whole(largeService.requestsPerSecond)} requests a second, whose processors are ${largeService.busy * 100} % busy:`,
      table(
        ['what', 'calculated'],
        [
          ['processors of workers', whole(plan.workerProcessors)],
          ['processors of PostgreSQL', whole(plan.databaseProcessors)],
          ...Object.entries(plan.bytes).map(([name, bytes]) => [
            `GB of ${whole(largeService.rows[name] ?? 0)} rows of \`${name}\``,
            whole(bytes / 1e9),
          ]),
        ],
      ),
    ].join('\n\n')
  },
}

const perRow = ({ data, indexes, rows }: TableSize): number => (data + indexes) / rows

interface Sizes {
  readonly small: readonly TableSize[]
  readonly large: readonly TableSize[]
}

/** Those of as many rows as there are notes, and of ten times as many. */
async function measuredSizes({ folder, options: { rows } }: Bench, entry: Entry): Promise<Sizes> {
  const of = async (count: number) => {
    tell(`- ${whole(count)} rows`)
    await using data = await openData(folder, count, [entry])
    const { database } = data.of(entry)
    const service = await openService(database)
    try {
      return await tableSizes(service, database, count)
    } finally {
      await service.close()
    }
  }
  return { small: await of(rows), large: await of(rows * 10) }
}

interface Costs {
  readonly costs: readonly RequestCost[]
  readonly comparisons: readonly (readonly string[])[]
}

async function measuredCosts(bench: Bench, entry: Entry): Promise<Costs> {
  const { folder, options } = bench
  await using data = await openData(folder, options.rows, [entry])
  const ofEntry = { of: () => data.of(entry) }
  const processors = availableParallelism()

  let costs: readonly RequestCost[] = []
  const comparisons: string[][] = []
  for (const workers of [1, 2]) {
    const variant = withWorkers(entry, workers)
    tell(`- ${variant.name}`)
    await using servers = await startAll([variant], ofEntry, { isPinned: false })
    const cases = servers.all.flatMap((server) =>
      [...kinds, mixture].map((work) => ({ server, work })),
    )
    const measured = await measureInTurn(cases, bench, options.rows)
    // What a request costs is taken of one worker, and that of the mixture is calculated.
    if (workers === 1) {
      const ofKinds = kinds.map((work, index) => costOf(work, measured[index] ?? []))
      costs = [...ofKinds, mixed(mixture.name, shares, ofKinds)]
    }
    for (const [index, cost] of costs.entries()) {
      const calculated = predicted(cost, { workers, processors })
      const real = median((measured[index] ?? []).map(({ perSecond }) => perSecond))
      comparisons.push([
        `\`${cost.name}\``,
        `${workers}`,
        whole(calculated),
        whole(real),
        (real / calculated).toFixed(2),
      ])
    }
  }
  return { costs, comparisons }
}

function costOf({ name }: Work, rounds: readonly Measurement[]): RequestCost {
  return {
    name,
    worker: median(rounds.map(({ processorTime }) => processorTime)),
    database: median(rounds.map(({ databaseTime }) => databaseTime ?? 0)),
    load: median(rounds.map(({ loadTime }) => loadTime)),
  }
}
