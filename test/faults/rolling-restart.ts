/** Restarts under load: not one request is lost, behind nginx and with workers. */
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kind, kindsAtHand, makeDatabase } from './databases.ts'
import { freePort, nginxMissing, startNginx } from './nginx.ts'
import { atLeast, exactly, type Finding, figure, report } from './report.ts'
import { secretsLogged } from './secrets-in-logs.ts'
import { prepare, type RunningService, startService, stopService } from './service.ts'

const readers = 6
const writers = 2

/** Two processes behind nginx; each is stopped and started again, so many times. */
export async function restartBehindNginx(kind: Kind, rounds: number): Promise<Finding[]> {
  const database = await makeDatabase(kind)
  const secrets = await prepare(database.url)
  const ports = [await freePort(), await freePort()]
  const start = (port: number) =>
    startService({
      databaseUrl: database.url,
      port,
      env: {
        TRUSTED_PROXIES: '127.0.0.1',
        THROTTLE_STORE_URL: 'database',
        DRAIN_DELAY_SECONDS: '1',
      },
    })
  const services = await Promise.all(ports.map(start))
  const nginx = await startNginx(ports)
  try {
    const load = startLoad(nginx.url, secrets.token)
    const exits: unknown[] = []
    for (let round = 0; round < rounds; round++) {
      for (const [index, port] of ports.entries()) {
        const service = services[index] as RunningService
        exits.push(await stopService(service))
        services[index] = await start(port)
        await sleep(200)
      }
    }
    const { findings } = await load.stop()
    return [
      figure('restarts', exits.length),
      exactly('that did not end with 0', exits.filter((exit) => exit !== 0).length, 0),
      ...findings,
      secretsLogged(),
    ]
  } finally {
    await nginx.stop()
    for (const service of services) service.kill('SIGKILL')
    await Promise.all(services.map(({ ended }) => ended))
    await database.drop()
  }
}

/** A service of two workers that is asked to restart them this many times. */
export async function restartWorkers(kind: Kind, rounds: number): Promise<Finding[]> {
  const database = await makeDatabase(kind)
  const secrets = await prepare(database.url)
  const service = await startService({
    databaseUrl: database.url,
    args: ['--workers', '2'],
    env: { THROTTLE_STORE_URL: 'database', DRAIN_DELAY_SECONDS: '1' },
  })
  try {
    const load = startLoad(service.url, secrets.token)
    const restarts = () => service.log().split('All workers have been restarted.').length - 1
    for (let round = 1; round <= rounds; round++) {
      service.kill('SIGHUP')
      const deadline = performance.now() + 60_000
      while (restarts() < round && performance.now() < deadline) await sleep(50)
    }
    const { findings } = await load.stop()
    return [exactly('rolling restarts', restarts(), rounds), ...findings, secretsLogged()]
  } finally {
    service.kill('SIGTERM')
    await service.ended
    await database.drop()
  }
}

/** Readers and writers that ask one thing after the other until they are stopped. */
function startLoad(url: string, token: string) {
  const agent = new Agent({ keepAlive: true })
  const failures: string[] = []
  let answered = 0
  let longest = 0
  let isOver = false

  const ask = async (method: string, path: string, body?: string) => {
    const begin = performance.now()
    try {
      const status = await statusOf(agent, `${url}${path}`, method, token, body)
      if (status !== (method === 'GET' ? 200 : 201)) failures.push(`${method}: ${status}`)
      else answered++
    } catch (error) {
      failures.push(`${method}: ${String(error)}`)
    }
    longest = Math.max(longest, performance.now() - begin)
  }
  const loop = async (work: (number: number) => Promise<void>) => {
    for (let number = 0; !isOver; number++) await work(number)
  }
  const clients = [
    ...Array.from({ length: readers }, () => loop(() => ask('GET', '/notes/?page_size=10'))),
    ...Array.from({ length: writers }, (_, writer) =>
      loop((number) => ask('POST', '/notes/', JSON.stringify({ title: `${writer}, ${number}` }))),
    ),
  ]

  return {
    async stop(): Promise<{ findings: Finding[] }> {
      isOver = true
      await Promise.all(clients)
      agent.destroy()
      for (const failure of failures.slice(0, 10)) console.error(failure)
      return {
        findings: [
          atLeast('requests answered meanwhile', answered, 100),
          exactly('requests cut off or refused', failures.length, 0),
          figure('longest, in ms', longest),
        ],
      }
    },
  }
}

function statusOf(agent: Agent, url: string, method: string, token: string, body?: string) {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const headers = {
    Authorization: `Token ${token}`,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  request(url, { agent, method, headers }, (response) => {
    text(response).then(() => resolve(response.statusCode), reject)
  })
    .on('error', reject)
    .end(body)
  return promise
}

if (import.meta.main) {
  const rounds = process.argv.includes('--quick') ? 1 : 5
  for (const kind of await kindsAtHand(process.argv)) {
    if (nginxMissing === null) {
      report(`Restarts behind nginx, ${kind}`, await restartBehindNginx(kind, rounds))
    }
    report(`Rolling restart of workers, ${kind}`, await restartWorkers(kind, rounds))
  }
}
