/**
 * Loads a service while its Redis is stopped, started, held up and let go on, and prints what requests met
 * in each phase: `node --conditions=source test/faults/redis-outage.ts [seconds of a phase]`.
 *
 * It fails when a request was answered with anything but what is documented, or a note was lost.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RedisServer, redisServer } from '../support/redis-server.ts'

const seconds = Number(process.argv[2] ?? 5)
const agent = new Agent({ keepAlive: true })
const folder = await mkdtemp(join(tmpdir(), 'turnpike-faults-'))
const redis = await redisServer()
let service: ChildProcess | null = null

try {
  await redis.start()
  const log: { msg: string }[] = []
  const started = startService(redis, folder, log)
  service = started.child
  const base = await started.url
  const sessionId = JSON.parse((await send('POST', `${base}/session/`)).body) as string
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
  // Redis keeps nothing here, so the session is gone with it, and nobody is taken for signed in.
  await phase('started', () => settled(() => redis.start()), [403])

  const kept = Number((await send('GET', `${base}/notes/`)).body)
  console.log(`\nnotes answered with 201: ${stored}, in the database: ${kept}`)
  if (kept < stored) fail(`${stored - kept} notes were lost.`)
  const lines = Object.groupBy(log, ({ msg }) => msg)
  for (const [msg, list] of Object.entries(lines)) console.log(`log: ${list?.length} × ${msg}`)
} finally {
  redis.goOn()
  service?.kill('SIGKILL')
  await redis.remove()
  await rm(folder, { recursive: true })
  agent.destroy()
}

/** Redis has been told; the service tries again twice a second. */
async function settled(change: () => unknown): Promise<void> {
  await change()
  await sleep(1500)
}

function startService({ url }: RedisServer, folder: string, log: object[]) {
  const env = {
    ...process.env,
    PORT: '0',
    DATABASE_URL: `sqlite:${join(folder, 'notes.db')}`,
    THROTTLE_STORE_URL: url,
    SESSION_STORE_URL: url,
  }
  const path = join(import.meta.dirname, 'redis-service.ts')
  const child = spawn(process.execPath, ['--conditions=source', path], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const listening = Promise.withResolvers<string>()
  let rest = ''
  child.stdout.on('data', (chunk) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const entry = JSON.parse(line)
      if (entry.msg !== 'request') log.push(entry)
      if (entry.msg.startsWith('Listening')) listening.resolve(entry.url)
    }
  })
  child.once('exit', (code) => listening.reject(new Error(`The service ended with ${code}.`)))
  return { child, url: listening.promise }
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
