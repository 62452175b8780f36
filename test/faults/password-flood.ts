/** Far more sign-ins at once than passwords can be hashed, while requests with a token go on. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kind, kindsAtHand, makeDatabase } from './databases.ts'
import { ordinary } from './ordinary.ts'
import { atLeast, atMost, exactly, type Finding, figure, isSo, report } from './report.ts'
import { secretsLogged } from './secrets-in-logs.ts'
import { linesOf, password, prepare, startService, stopService } from './service.ts'

export interface PasswordFlood {
  /** Clients that sign in over and over. */
  clients: number
  /** Processes that serve. */
  workers: number
  /** Seconds that the flood lasts. */
  seconds: number
}

export async function passwordFlood(
  kind: Kind,
  { clients, workers, seconds }: PasswordFlood,
): Promise<Finding[]> {
  const database = await makeDatabase(kind)
  const { token } = await prepare(database.url)
  const service = await startService({
    databaseUrl: database.url,
    args: ['--workers', String(workers)],
    env: { TRUSTED_PROXIES: '127.0.0.1' },
  })
  try {
    await ordinary(service.url, token, 1)
    const before = await ordinary(service.url, token, 5)

    const statuses = new Map<number, number>()
    let [isOver, longest] = [false, 0]
    const flood = Array.from({ length: clients }, async (_, index) => {
      while (!isOver) {
        const begin = performance.now()
        const status = await signIn(service.url, index)
        longest = Math.max(longest, performance.now() - begin)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 503) await sleep(1000)
      }
    })
    const during = await ordinary(service.url, token, seconds)
    isOver = true
    await Promise.all(flood)

    const count = (...answers: number[]) =>
      answers.reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0)
    const all = [...statuses.values()].reduce((sum, one) => sum + one, 0)
    return [
      figure('sign-ins by status', JSON.stringify([...statuses].toSorted())),
      atLeast('sign-ins that were hashed', count(200, 400, 401), 1),
      exactly('answers other than 200, 400, 401 and 503', all - count(200, 400, 401, 503), 0),
      atMost('longest wait for one', longest, 15_000, 'ms'),
      exactly('requests with a token that failed', before.failed + during.failed, 0),
      figure('their number a second before, during', `${before.rate}, ${during.rate}`),
      figure('median in ms before, during', `${before.median}, ${during.median}`),
      figure('99th percentile in ms before, during', `${before.p99}, ${during.p99}`),
      atMost('99th percentile during it', during.p99, 500, 'ms'),
      exactly('errors in the log', linesOf(service.log(), 'error'), 0),
      isSo('the process stops cleanly', (await stopService(service)) === 0),
      secretsLogged(),
    ]
  } finally {
    service.kill('SIGKILL')
    await service.ended
    await database.drop()
  }
}

let attempts = 0

/**
 * By Basic and at the token endpoint, with a right password, a wrong one, and for an unknown user.
 * Each attempt has an address of its own, because the budget of wrong credentials would end the
 * flood from a single one.
 */
async function signIn(url: string, index: number): Promise<number> {
  const number = attempts++
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const username = index % 3 === 0 ? 'nobody' : 'ann'
  const sent = index % 3 === 1 ? password : `wrong ${index}`
  const headers = { 'X-Forwarded-For': address }
  const response = await (index % 2 === 0
    ? fetch(`${url}/whoami/`, {
        headers: { ...headers, Authorization: `Basic ${btoa(`${username}:${sent}`)}` },
      })
    : fetch(`${url}/api-token-auth/`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ username, password: sent }),
      }))
  await response.arrayBuffer()
  return response.status
}

if (import.meta.main) {
  const quick = process.argv.includes('--quick')
  for (const kind of await kindsAtHand(process.argv)) {
    for (const workers of [1, 2]) {
      const flood = { clients: 200, workers, seconds: quick ? 5 : 20 }
      const processes = workers === 1 ? 'one process' : `${workers} processes`
      report(`200 sign-ins at once, ${processes}, ${kind}`, await passwordFlood(kind, flood))
    }
  }
}
