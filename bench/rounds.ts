import { type Load, type Measurement, measure, warmUp } from './load.ts'
import type { Bench } from './part.ts'
import { requestsOf } from './requests.ts'
import type { Running } from './server.ts'
import type { Work } from './works.ts'

/** A work of a server, measured beside others. */
export interface Case {
  readonly server: Running
  readonly work: Work
}

/**
 * The measurements of each case, one per round. After all are warm, they take turns within each round: what
 * disturbs one disturbs all.
 */
export async function measureInTurn(
  cases: readonly Case[],
  { options: { rounds, seconds, warmUpSeconds }, folder }: Bench,
  rows: number,
): Promise<Measurement[][]> {
  const loads: Load[] = []
  for (const { server, work } of cases) {
    loads.push({ server, work, requests: await requestsOf(work, server, rows), sent: 0 })
  }
  for (const load of loads) await warmUp(load, warmUpSeconds, folder)

  const measured = loads.map((): Measurement[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, load] of loads.entries()) {
      measured[index]?.push(await measure(load, seconds, folder))
    }
  }
  return measured
}
