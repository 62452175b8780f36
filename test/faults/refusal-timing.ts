/** A refusal takes the same time whether the user is known, unknown, disabled or without a password. */
import { Agent, request } from 'node:http'
import { resolve } from 'node:path'
import { createService, readConfig } from '@turnpike/service'
import { kyselyAccounts } from '@turnpike/sql'
import { type Kind, kindsAtHand, makeDatabase } from './databases.ts'
import refusals, { cheap } from './refusal-service.ts'
import { atMost, exactly, type Finding, figure, report } from './report.ts'
import { keepSecret, secretsLogged } from './secrets-in-logs.ts'
import { secretKey, startService } from './service.ts'

/** The first is the one that the others are held against. */
const usernames = ['known', 'unknown', 'disabled', 'passwordless'] as const
const wrong = 'not the password'

/** @param samples of each username at each place. */
export async function refusalTiming(kind: Kind, samples: number): Promise<Finding[]> {
  const database = await makeDatabase(kind)
  await makeUsers(database.url)
  const module = resolve(import.meta.dirname, 'refusal-service.ts')
  const service = await startService({ databaseUrl: database.url, module })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const places = {
      Basic: (username: string) => askBasic(agent, service.url, username),
      'token endpoint': (username: string) => askForToken(agent, service.url, username),
    }
    const findings: Finding[] = [figure('samples of each', samples)]
    // What chance alone may show, three standard errors of the measure, counts with so few samples.
    const most = Math.max(
      0.05,
      Math.round(300 * Math.sqrt((2 * samples + 1) / (3 * samples ** 2))) / 100,
    )
    for (const [place, ask] of Object.entries(places)) {
      const times = new Map<string, number[]>(usernames.map((username) => [username, []]))
      const answers = new Set<string>()
      for (let sample = -50; sample < samples; sample++) {
        for (const username of shuffled(usernames)) {
          const { answer, milliseconds } = await ask(username)
          if (sample < 0) continue
          answers.add(answer)
          times.get(username)?.push(milliseconds)
        }
      }
      const known = times.get('known') ?? []
      findings.push(figure(`${place}: median in ms`, median(known)))
      findings.push(exactly(`${place}: different answers`, answers.size, 1))
      for (const username of usernames.slice(1)) {
        const delta = Math.abs(cliffsDelta(known, times.get(username) ?? []))
        findings.push(atMost(`${place}: known against ${username}`, delta, most))
      }
    }
    return [...findings, secretsLogged()]
  } finally {
    agent.destroy()
    service.kill('SIGKILL')
    await service.ended
    await database.drop()
  }
}

async function makeUsers(databaseUrl: string): Promise<void> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: secretKey,
    LOG_LEVEL: 'silent',
  })
  const { db, close } = await createService(refusals, config, { migrate: true })
  const { users } = kyselyAccounts(db, { passwords: cheap, secrets: [secretKey] })
  await users.create({ username: 'known', password: 'wonderland' })
  await users.create({ username: 'disabled', password: 'wonderland', isActive: false })
  await users.create({ username: 'passwordless', password: null })
  await close()
}

function askBasic(agent: Agent, url: string, username: string) {
  const credentials = btoa(`${username}:${wrong}`)
  keepSecret(credentials, wrong)
  return timed(agent, `${url}/whoami/`, 'GET', { Authorization: `Basic ${credentials}` })
}

const askForToken = (agent: Agent, url: string, username: string) =>
  timed(
    agent,
    `${url}/api-token-auth/`,
    'POST',
    { 'Content-Type': 'application/json' },
    JSON.stringify({ username, password: wrong }),
  )

function timed(
  agent: Agent,
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    answer: string
    milliseconds: number
  }>()
  const begin = performance.now()
  request(url, { agent, method, headers }, (response) => {
    let text = `${response.statusCode} `
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    response.on('end', () => resolve({ answer: text, milliseconds: performance.now() - begin }))
  })
    .on('error', reject)
    .end(body)
  return promise
}

/** How much more often one is longer than the other: 0 alike, 1 or -1 always. */
function cliffsDelta(first: readonly number[], second: readonly number[]): number {
  const sorted = second.toSorted((a, b) => a - b)
  const below = (value: number, orEqual: boolean) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = sorted[middle] ?? 0
      if (other < value || (orEqual && other === value)) low = middle + 1
      else high = middle
    }
    return low
  }
  const sum = first.reduce(
    (total, value) => total + below(value, false) - (sorted.length - below(value, true)),
    0,
  )
  return sum / (first.length * sorted.length)
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)

if (import.meta.main) {
  const samples = process.argv.includes('--quick') ? 200 : 2000
  for (const kind of await kindsAtHand(process.argv)) {
    report(`Time of refusals, ${kind}`, await refusalTiming(kind, samples))
  }
}
