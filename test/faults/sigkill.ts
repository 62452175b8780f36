/** SIGKILL at random moments under concurrent writes: what was acknowledged is there, once. */
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { type FaultDatabase, type Kind, kindsAtHand, makeDatabase } from './databases.ts'
import { atLeast, exactly, type Finding, figure, isSo, report } from './report.ts'
import { secretsLogged } from './secrets-in-logs.ts'
import { prepare, startService, stopService } from './service.ts'

const writers = 8

export interface SigkillOptions {
  rounds: number
  /** Null: one process is killed. Else the primary of so many workers, who end with it. */
  workers?: number | null
}

export async function sigkill(
  kind: Kind,
  { rounds, workers = null }: SigkillOptions,
): Promise<Finding[]> {
  const database = await makeDatabase(kind)
  try {
    const { token } = await prepare(database.url)
    const acknowledged = new Set<string>()
    const asked = new Set<string>()
    let unexpected = 0

    for (let round = 0; round < rounds; round++) {
      const args = workers === null ? [] : ['--workers', String(workers)]
      const service = await startService({ databaseUrl: database.url, args })
      let isOver = false

      const write = async (writer: number) => {
        for (let number = 0; !isOver; number++) {
          const title = `round ${round}, writer ${writer}, number ${number}`
          asked.add(title)
          const response = await fetch(`${service.url}/notes/`, {
            method: 'POST',
            headers: { Authorization: `Token ${token}`, 'Content-Type': 'application/json' },
            body: JSON.stringify({ title }),
          }).catch(() => null)
          if (response?.status === 201) acknowledged.add(title)
          else if (response !== null && response.status !== 503) unexpected++
          if (response === null) await sleep(5)
        }
      }
      const writing = Array.from({ length: writers }, (_, writer) => write(writer))
      const before = acknowledged.size
      await sleep(100 + Math.random() * 700)
      // A busy machine may not have come to the first one.
      while (acknowledged.size === before) await sleep(10)
      service.kill('SIGKILL')
      await service.ended
      isOver = true
      await Promise.all(writing)
    }

    // It starts again on what the last round has left, and stops cleanly.
    const last = await startService({ databaseUrl: database.url })
    const stopped = await stopService(last)
    const counts = await countTitles(database)
    const lost = [...acknowledged].filter((title) => !counts.has(title)).length
    const written = [...counts].filter(([title]) => title.startsWith('round'))

    return [
      figure('rounds', rounds),
      atLeast('acknowledged writes', acknowledged.size, rounds),
      exactly('acknowledged writes lost', lost, 0),
      exactly('writes there twice', written.filter(([, count]) => count > 1).length, 0),
      exactly(
        'writes that nobody asked for',
        written.filter(([title]) => !asked.has(title)).length,
        0,
      ),
      figure('there without having been acknowledged', written.length - acknowledged.size + lost),
      exactly('answers that are neither 201 nor 503', unexpected, 0),
      isSo('the database is intact', await isIntact(database)),
      isSo('the service starts and stops on it', stopped === 0),
      secretsLogged(),
    ]
  } finally {
    await database.drop()
  }
}

/** How often each title is there. */
async function countTitles({ kind, url }: FaultDatabase): Promise<Map<string, number>> {
  const query = 'select title, count(*) as count from note group by title'
  if (kind === 'postgres') {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(query).finally(() => client.end())
    return new Map(rows.map(({ title, count }) => [title, Number(count)]))
  }
  const sqlite = new Sqlite(url.slice('sqlite:'.length), { readonly: true })
  const rows = sqlite.prepare(query).all() as { title: string; count: number }[]
  sqlite.close()
  return new Map(rows.map(({ title, count }) => [title, count]))
}

/** PostgreSQL has no such check: that it reads every row of every table is what is asked of it. */
async function isIntact({ kind, url }: FaultDatabase): Promise<boolean> {
  if (kind === 'postgres') {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('select * from note; select * from turnpike_user')
    await client.end()
    return true
  }
  const sqlite = new Sqlite(url.slice('sqlite:'.length))
  const verdict = sqlite.pragma('integrity_check', { simple: true })
  sqlite.close()
  return verdict === 'ok'
}

if (import.meta.main) {
  const [rounds, workerRounds] = process.argv.includes('--quick') ? [3, 2] : [50, 15]
  for (const kind of await kindsAtHand(process.argv)) {
    report(`SIGKILL under writes, ${kind}`, await sigkill(kind, { rounds }))
    const findings = await sigkill(kind, { rounds: workerRounds, workers: 4 })
    report(`SIGKILL under writes, ${kind}, 4 workers`, findings)
  }
}
