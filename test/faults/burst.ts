/** Four times a limit at once over four processes: exactly the limit passes. */
import { redisServer } from '../support/redis-server.ts'
import { askFrom } from './ask-from.ts'
import { type Kind, kindsAtHand, makeDatabase } from './databases.ts'
import { exactly, type Finding, figure, report } from './report.ts'
import { secretsLogged } from './secrets-in-logs.ts'
import { prepare, startService } from './service.ts'

const limit = 20
const processes = 4
const addresses = ['127.0.0.11', '127.0.0.12']

/** @param throttleStore `THROTTLE_STORE_URL`: `database`, or that of a Redis. */
export async function burst(kind: Kind, throttleStore: string): Promise<Finding[]> {
  const database = await makeDatabase(kind)
  const { token } = await prepare(database.url)
  const env = {
    THROTTLE_STORE_URL: throttleStore,
    // The hour leaves no doubt about how long the burst may take.
    DEFAULT_THROTTLE_RATES: `anon=none,user=${limit}/hour,login=${limit}/hour`,
  }
  const start = () => startService({ databaseUrl: database.url, env })
  const services = await Promise.all(Array.from({ length: processes }, start))
  try {
    const everywhere = <Result>(ask: (url: string) => Promise<Result>): Promise<Result[]> =>
      Promise.all(services.flatMap(({ url }) => Array.from({ length: limit }, () => ask(url))))
    // Without a password nothing is hashed, and the request counts.
    const login = (address: string) => (url: string) =>
      askFrom(address, `${url}/api-token-auth/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      })
    const whoami = (url: string) =>
      askFrom('127.0.0.1', `${url}/whoami/`, { headers: { Authorization: `Token ${token}` } })

    const findings: Finding[] = [figure('requests at once', processes * limit)]
    for (const address of addresses) {
      const answers = await everywhere(login(address))
      findings.push(
        exactly(`logins of ${address} that passed`, countOf(answers, 400), limit),
        exactly('the others, refused', countOf(answers, 429), (processes - 1) * limit),
      )
    }
    const answers = await everywhere(whoami)
    findings.push(
      exactly('requests of a user that passed', countOf(answers, 200), limit),
      exactly('the others, refused', countOf(answers, 429), (processes - 1) * limit),
    )
    return [...findings, secretsLogged()]
  } finally {
    for (const service of services) service.kill('SIGKILL')
    await Promise.all(services.map(({ ended }) => ended))
    await database.drop()
  }
}

const countOf = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

if (import.meta.main) {
  for (const kind of await kindsAtHand(process.argv)) {
    report(`Burst over ${processes} processes, ${kind}`, await burst(kind, 'database'))
  }
  // Of its own: a count of the last hour in a shared one would be spent already.
  const redis = await redisServer()
  try {
    await redis.start()
    report(`Burst over ${processes} processes, Redis`, await burst('sqlite', redis.url))
  } finally {
    await redis.remove()
  }
}
