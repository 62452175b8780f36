/**
 * Two processes of an earlier version are replaced by the present one under load, over one
 * database: `node --conditions=source test/faults/rolling-release.ts [revision]`. Default: the last
 * version that was tagged.
 */
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Kind, kindsAtHand, makeDatabase } from './databases.ts'
import { earlierVersion, lastTag } from './earlier-version.ts'
import { freePort, nginxMissing, startNginx } from './nginx.ts'
import { atLeast, exactly, type Finding, figure, report } from './report.ts'
import { keepSecret, secretsLogged } from './secrets-in-logs.ts'
import { type RunningService, secretKey, startService, stopService } from './service.ts'
import { signIn } from './sign-in.ts'

const root = resolve(import.meta.dirname, '../..')
const cli = 'packages/service/src/cli/main.ts'
const service = 'examples/notes/service.ts'
const password = 'a password of the faults'

export async function rollingRelease(kind: Kind, revision: string): Promise<Finding[]> {
  await using held = new AsyncDisposableStack()
  const earlier = held.adopt(await earlierVersion(revision), ({ remove }) => remove())
  const database = held.adopt(await makeDatabase(kind), ({ drop }) => drop())
  const environment = { DATABASE_URL: database.url, SECRET_KEYS: secretKey, LOG_LEVEL: 'warn' }
  const command = async (folder: string, args: readonly string[], input = '') => {
    const running = promisify(execFile)(
      process.execPath,
      ['--conditions=source', join(folder, cli), ...args],
      { cwd: folder, env: { PATH: process.env.PATH, ...environment } },
    )
    running.child.stdin?.end(input)
    return (await running).stdout.trim()
  }
  await command(earlier.folder, ['migrate', service])
  await command(earlier.folder, ['create-user', 'ann', '--password-stdin'], password)
  const printed = await command(earlier.folder, ['token', 'ann'])
  const token = /\b[\da-f]{40}\b/.exec(printed)?.[0] ?? ''
  keepSecret(token, password)

  const ports = [await freePort(), await freePort()]
  const start = (port: number, root?: string) =>
    startService({
      databaseUrl: database.url,
      port,
      ...(root !== undefined && { root }),
      env: {
        TRUSTED_PROXIES: '127.0.0.1',
        THROTTLE_STORE_URL: 'database',
        DRAIN_DELAY_SECONDS: '1',
      },
    })
  const running = await Promise.all(ports.map((port) => start(port, earlier.folder)))
  held.defer(async () => {
    for (const each of running) each.kill('SIGKILL')
    await Promise.all(running.map(({ ended }) => ended))
  })
  const nginx = held.adopt(await startNginx(ports), ({ stop }) => stop())
  const load = await startLoad(nginx.url, token)

  await sleep(1000)
  const exits: unknown[] = []
  await command(root, ['migrate', service])
  for (const [index, port] of ports.entries()) {
    exits.push(await stopService(running[index] as RunningService))
    running[index] = await start(port)
    // Both versions answer beside each other.
    await sleep(1500)
  }
  return [
    figure('the earlier version', revision),
    exactly('processes that did not end with 0', exits.filter((exit) => exit !== 0).length, 0),
    ...(await load.stop()),
    secretsLogged(),
  ]
}

/** Clients with a token, clients who are signed in, and walks by cursors, until they are stopped. */
async function startLoad(url: string, token: string) {
  const failures: string[] = []
  let answered = 0
  let pages = 0
  let isOver = false
  const byToken = { Authorization: `Token ${token}` }

  async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
    try {
      const response = await fetch(new URL(path, url), init)
      const body: unknown = await response.json()
      if (response.ok) answered++
      else
        failures.push(`${init.method ?? 'GET'} ${path}: ${response.status} ${JSON.stringify(body)}`)
      return response.ok ? body : null
    } catch (error) {
      failures.push(`${path}: ${String(error)}`)
      return null
    }
  }
  const post = (path: string, data: object, headers: Record<string, string> = byToken) =>
    ask(path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(data),
    })
  const { cookies } = await signIn(url, 'ann', password)
  for (let number = 0; number < 200; number++) await post('/notes/', { title: `Note ${number}` })

  const loops = [
    async () => {
      await ask('/notes/?page_size=10', { headers: byToken })
    },
    async () => {
      await post('/notes/', { title: 'meanwhile' })
    },
    async () => {
      let next: string | null = '/timeline/?page_size=5'
      while (next !== null && !isOver) {
        const page = (await ask(next, { headers: byToken })) as { next: string | null } | null
        const target: string | null = page?.next ?? null
        next = target && new URL(target).pathname + new URL(target).search
        pages++
      }
    },
    async () => {
      await ask('/whoami/', { headers: { Cookie: cookies } })
    },
  ]
  const clients = loops.map(async (loop) => {
    while (!isOver) await loop()
  })
  return {
    async stop(): Promise<Finding[]> {
      isOver = true
      await Promise.all(clients)
      for (const failure of failures.slice(0, 10)) console.error(failure)
      return [
        atLeast('requests answered meanwhile', answered, 100),
        atLeast('pages by cursor', pages, 20),
        exactly('requests cut off or refused', failures.length, 0),
      ]
    },
  }
}

if (import.meta.main) {
  const [given] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const revision = given ?? (await lastTag())
  if (revision === null) console.warn('Left out: no version is tagged. Name a revision.')
  else if (nginxMissing === null) {
    for (const kind of await kindsAtHand(process.argv)) {
      report(`From ${revision} to the present, ${kind}`, await rollingRelease(kind, revision))
    }
  }
}
