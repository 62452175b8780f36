/**
 * Loads a service while its Redis is stopped, started, held up and let go on, and prints what requests met
 * in each phase: `node --conditions=source test/faults/redis-outage.ts [seconds of a phase]`.
 *
 * It fails when a request was answered with anything but what is documented, or a note was lost.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { redisServer } from '../support/redis-server.ts'
import { migrate } from './redis-service.ts'
import { report as reportFindings } from './report.ts'
import { keepSecret, secretsLogged } from './secrets-in-logs.ts'
import { type RunningService, startService } from './service.ts'

const seconds = Number(process.argv[2] ?? 5)
const agent = new Agent({ keepAlive: true })
const folder = await mkdtemp(join(tmpdir(), 'turnpike-faults-'))
const redis = await redisServer()
let service: RunningService | null = null

try {
  await redis.start()
  const databaseUrl = `sqlite:${join(folder, 'notes.db')}`
  await migrate(databaseUrl)
  const env = { THROTTLE_STORE_URL: redis.url, SESSION_STORE_URL: redis.url }
  const module = join(import.meta.dirname, 'redis-service.ts')
  service = await startService({ databaseUrl, env, module })
  const base = service.url
  const sessionId = JSON.parse((await send('POST', `${base}/session/`)).body) as string
  keepSecret(sessionId)
  const session = { Cookie: `sessionid=${sessionId}` }
  let stored = 0

  const phase = async (name: string, change: () => unknown, sessionStatuses: number[]) => {
    await change()
    await load('GET', `${base}/ping/`, {}, [200])
    stored += await load('POST', `${base}/notes/`, {}, [201])
    await load('GET', `${base}/whoami/`, session, sessionStatuses)

    async function load(
      method: string,
      url: string,
      headers: Record<string, string>,
      expected: readonly number[],
    ): Promise<number> {
      const answers: { status: number; ms: number }[] = []
      const end = performance.now() + (seconds * 1000) / 3
      const client = async () => {
        while (performance.now() < end) {
          const begin = performance.now()
          const { status } = await send(method, url, headers)
          answers.push({ status, ms: performance.now() - begin })
        }
      }
      await Promise.all(Array.from({ length: 8 }, client))
      report(name, new URL(url).pathname, answers)
      const wrong = answers.filter(({ status }) => !expected.includes(status))
      if (wrong.length > 0) fail(`${wrong.length} answers were none of ${expected.join(', ')}.`)
      return answers.filter(({ status }) => status === 201).length
    }
  }

  console.log('phase          path        count   p50 ms   p99 ms   max ms  statuses')
  await phase('up', () => {}, [200])
  await phase('hangs', () => redis.hang(), [503])
  await phase('goes on', () => settled(() => redis.goOn()), [200])
  await phase('stopped', () => redis.stop(), [503])
  // Redis stores nothing on disk here, so the session is lost and the user signed out.
  await phase('started', () => settled(() => redis.start()), [403])

  const kept = Number((await send('GET', `${base}/notes/`)).body)
  console.log(`\nnotes answered with 201: ${stored}, in the database: ${kept}`)
  if (kept < stored) fail(`${stored - kept} notes were lost.`)
  const entries = service
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): { msg: string } => JSON.parse(line))
  const lines = Object.groupBy(
    entries.filter(({ msg }) => msg !== 'request'),
    ({ msg }) => msg,
  )
  for (const [msg, list] of Object.entries(lines)) console.log(`log: ${list?.length} × ${msg}`)
  reportFindings('Redis outage', [secretsLogged()])
} finally {
  redis.goOn()
  service?.kill('SIGKILL')
  await redis.remove()
  await rm(folder, { recursive: true })
  agent.destroy()
}

/** Redis runs again; the service tries to connect twice a second. */
async function settled(change: () => unknown): Promise<void> {
  await change()
  await sleep(1500)
}

function send(
  method: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text) => {
        body += text
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })
}

function report(name: string, path: string, answers: { status: number; ms: number }[]): void {
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other)
  const at = (share: number) =>
    (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1).padStart(8)
  const counts = Object.groupBy(answers, ({ status }) => status)
  const statuses = Object.entries(counts).map(([status, list]) => `${status}: ${list?.length}`)
  const count = String(answers.length).padStart(6)
  console.log(
    `${name.padEnd(14)} ${path.padEnd(10)} ${count} ${at(0.5)} ${at(0.99)} ${at(1)}  ${statuses.join(', ')}`,
  )
}

function fail(reason: string): void {
  console.error(`FAILED: ${reason}`)
  process.exitCode = 1
}
