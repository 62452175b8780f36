/** PostgreSQL is stopped and started under load: 503 with Retry-After meanwhile, and nothing else. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type OwnPostgres, openOwnPostgres, ownPostgresMissing } from '../support/own-postgres.ts'
import { atLeast, atMost, exactly, type Finding, figure, isSo, report } from './report.ts'
import { keepSecret, secretsLogged } from './secrets-in-logs.ts'
import { linesOf, password, prepare, startService, stopService } from './service.ts'

const clients = 8

/** Every other stop is like a crash of the server. */
export async function restartPostgres(rounds: number): Promise<Finding[]> {
  const postgres = await openOwnPostgres()
  try {
    const { token } = await prepare(postgres.url)
    const service = await startService({ databaseUrl: postgres.url })
    const seen = new Seen()
    const written: string[] = []
    let isOver = false

    const ask = async (path: string, init: RequestInit = {}) => {
      const begin = performance.now()
      const response = await fetch(`${service.url}${path}`, init).catch(() => null)
      await response?.text()
      seen.add(response, performance.now() - begin)
      return response?.status
    }
    const headers = { Authorization: `Token ${token}`, 'Content-Type': 'application/json' }
    const credentials = btoa(`ann:${password}`)
    const basic = { Authorization: `Basic ${credentials}` }
    keepSecret(credentials, postgresPassword)
    const load = Array.from({ length: clients }, async (_, client) => {
      for (let number = 0; !isOver; number++) {
        const title = `client ${client}, number ${number}`
        const body = JSON.stringify({ title })
        if ((await ask('/notes/', { method: 'POST', headers, body })) === 201) written.push(title)
        await ask('/notes/?page_size=5', { headers })
        // A password takes an eighth of a second of a processor, so one in ten is enough.
        if (number % 10 === 0) await ask('/whoami/', { headers: basic })
      }
    })

    const recoveries: number[] = []
    for (let round = 0; round < rounds; round++) {
      await sleep(300)
      await postgres.stop(round % 2 === 0 ? 'fast' : 'immediate')
      await sleep(300)
      await postgres.start()
      const begin = performance.now()
      while ((await ask('/notes/?page_size=1', { headers })) !== 200) await sleep(5)
      recoveries.push(performance.now() - begin)
    }
    isOver = true
    await Promise.all(load)
    const stopped = await stopService(service)
    const lost = await countLost(postgres, written)

    const log = service.log()
    return [
      figure('restarts', rounds),
      figure('statuses', seen.counts()),
      atLeast('answers 503', seen.unavailable, rounds),
      exactly('answers other than 200, 201 and 503', seen.others, 0),
      exactly('answers 503 without Retry-After', seen.withoutRetryAfter, 0),
      exactly('requests without an answer', seen.unanswered, 0),
      atMost('longest wait for a 503', seen.longest503, 2500, 'ms'),
      figure('recoveries', recoveries.map((time) => `${Math.round(time)} ms`).join(', ')),
      atMost('longest recovery', Math.max(...recoveries), 2000, 'ms'),
      exactly('acknowledged writes lost', lost, 0),
      exactly(
        'lines of errors beyond one for each 503',
        linesOf(log, 'error') - seen.unavailable,
        0,
      ),
      secretsLogged(),
      isSo('the same process lives, and stops cleanly', stopped === 0),
    ]
  } finally {
    await postgres.close()
  }
}

/** It stands in the URL of `openOwnPostgres`. */
const postgresPassword = 'a-password-to-look-for'

/** What the clients were answered. */
class Seen {
  readonly #statuses = new Map<string, number>()
  unavailable = 0
  others = 0
  withoutRetryAfter = 0
  unanswered = 0
  longest503 = 0

  add(response: Response | null, milliseconds: number): void {
    const status = response === null ? 'none' : String(response.status)
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    if (response === null) this.unanswered++
    else if (response.status === 503) {
      this.unavailable++
      this.longest503 = Math.max(this.longest503, milliseconds)
      if (!(Number(response.headers.get('Retry-After')) > 0)) this.withoutRetryAfter++
    } else if (response.status !== 200 && response.status !== 201) this.others++
  }

  counts(): string {
    return [...this.#statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
  }
}

async function countLost({ url }: OwnPostgres, titles: readonly string[]): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select title from note').finally(() => client.end())
  const there = new Set(rows.map(({ title }) => title))
  return titles.filter((title) => !there.has(title)).length
}

if (import.meta.main) {
  const rounds = process.argv.includes('--quick') ? 2 : 10
  if (ownPostgresMissing !== null) console.warn(`Left out: ${ownPostgresMissing}`)
  else report('PostgreSQL restarts under load', await restartPostgres(rounds))
}
