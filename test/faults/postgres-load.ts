import { Client } from 'pg'
import { atMost, exactly, type Finding, figure, isSo } from './report.ts'
import { keepSecret, secretsLogged } from './secrets-in-logs.ts'
import { linesOf, password, type RunningService, stopService } from './service.ts'

const clients = 8

/** Clients that read and write while PostgreSQL fails. */
export interface PostgresLoad {
  /** @returns the status; undefined without an answer. */
  ask(path: string, init?: RequestInit): Promise<number | undefined>
  /** The header fields of the user ann. */
  readonly headers: Readonly<Record<string, string>>
  /** Ends the load and stops the service. `url` is of the server that has the notes now. */
  end(url: string): Promise<LoadResult>
}

export interface LoadResult {
  readonly unavailable: number
  /** Acknowledged writes that are not in the database. */
  readonly lost: number
  /** What must hold during any outage of PostgreSQL. */
  readonly findings: readonly Finding[]
}

export function postgresLoad(service: RunningService, token: string): PostgresLoad {
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

  return {
    ask,
    headers,
    async end(url) {
      isOver = true
      await Promise.all(load)
      const stopped = await stopService(service)
      const log = service.log()
      const errors = linesOf(log, 'error')
      return {
        unavailable: seen.unavailable,
        lost: await countLost(url, written),
        findings: [
          figure('statuses', seen.counts()),
          figure('acknowledged writes', written.length),
          exactly('answers other than 200, 201 and 503', seen.others, 0),
          exactly('answers 503 without Retry-After', seen.withoutRetryAfter, 0),
          exactly('requests without an answer', seen.unanswered, 0),
          atMost('longest wait for a 503', seen.longest503, 2500, 'ms'),
          exactly('lines of errors beyond one for each 503', errors - seen.unavailable, 0),
          secretsLogged(),
          isSo('the same process lives, and stops cleanly', stopped === 0),
        ],
      }
    },
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

async function countLost(url: string, titles: readonly string[]): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select title from note').finally(() => client.end())
  const there = new Set(rows.map(({ title }) => title))
  return titles.filter((title) => !there.has(title)).length
}
