/** PostgreSQL is stopped and started under load: 503 with Retry-After meanwhile, and nothing else. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openOwnPostgres, ownPostgresMissing } from '../support/own-postgres.ts'
import { postgresLoad } from './postgres-load.ts'
import { atLeast, atMost, exactly, type Finding, figure, report } from './report.ts'
import { prepare, startService } from './service.ts'

/** Every other stop is like a crash of the server. */
export async function restartPostgres(rounds: number): Promise<Finding[]> {
  const postgres = await openOwnPostgres()
  try {
    const { token } = await prepare(postgres.url)
    const load = postgresLoad(await startService({ databaseUrl: postgres.url }), token)

    const recoveries: number[] = []
    for (let round = 0; round < rounds; round++) {
      await sleep(300)
      await postgres.stop(round % 2 === 0 ? 'fast' : 'immediate')
      await sleep(300)
      await postgres.start()
      const begin = performance.now()
      const { ask, headers } = load
      while ((await ask('/notes/?page_size=1', { headers })) !== 200) await sleep(5)
      recoveries.push(performance.now() - begin)
    }
    const { unavailable, lost, findings } = await load.end(postgres.url)
    return [
      figure('restarts', rounds),
      ...findings,
      atLeast('answers 503', unavailable, rounds),
      figure('recoveries', recoveries.map((time) => `${Math.round(time)} ms`).join(', ')),
      atMost('longest recovery', Math.max(...recoveries), 2000, 'ms'),
      exactly('acknowledged writes lost', lost, 0),
    ]
  } finally {
    await postgres.close()
  }
}

if (import.meta.main) {
  const rounds = process.argv.includes('--quick') ? 2 : 10
  if (ownPostgresMissing !== null) console.warn(`Left out: ${ownPostgresMissing}`)
  else report('PostgreSQL restarts under load', await restartPostgres(rounds))
}
