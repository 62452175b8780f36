import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTurnpike } from '../cli/turnpike.ts'

/** Answers with its process after the milliseconds in the path, and writes when it begins. */
const service = `
  export default {
    name: 'slow',
    app: () => ({
      async fetch(request) {
        const { pathname } = new URL(request.url)
        console.log('Begun: ' + pathname)
        await new Promise((resolve) => setTimeout(resolve, Number(pathname.slice(1)) || 0))
        return new Response(String(process.pid))
      },
    }),
  }`

/** Holds a worker before its program begins while its number is in the file `held`. */
const preload = `
  import { readFileSync } from 'node:fs'
  const held = new URL('held', import.meta.url)
  const { TURNPIKE_WORKER: number } = process.env
  while (readFileSync(held, 'utf8') === number) await new Promise((resolve) => setTimeout(resolve, 20))`

const quick = { DRAIN_DELAY_SECONDS: '0', GRACE_PERIOD_SECONDS: '5' }

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Two workers, of which the first one answers. The one that is held does not get beyond its preload. */
async function startHolding(number: string) {
  const turnpike = createTurnpike()
  const file = (name: string) => join(turnpike.folder, name)
  writeFileSync(file('app.mjs'), service)
  writeFileSync(file('preload.mjs'), preload)
  const hold = (held: string) => writeFileSync(file('held'), held)
  hold(number)
  const port = await freePort()
  const started = turnpike.startServing(
    ['app.mjs', '--migrate', '--workers', '2', '--port', String(port)],
    { ...quick, NODE_OPTIONS: `--import=${file('preload.mjs')}` },
  )
  const ask = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: 'close' } })).text()
  await expect.poll(() => ask('/0').catch(() => ''), { timeout: 20_000 }).toMatch(/^\d+$/)

  return { ...started, ask, hold }
}

const errorsIn = (log: string) =>
  log.split('\n').filter((line) => line.startsWith('{') && JSON.parse(line).level === 'error')

describe('while the second worker is starting', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s lets the first one finish its requests, and the exit code is 0',
    async (signal) => {
      const { ask, kill, log, ended } = await startHolding('2')
      const slow = ask('/500')
      await expect.poll(log, { timeout: 10_000 }).toContain('Begun: /500')

      kill(signal)

      expect(await slow).toMatch(/^\d+$/)
      expect(await ended).toBe(0)
      expect(errorsIn(log())).toEqual([])
    },
  )

  it('SIGHUP cuts no request, and restarts the workers once all of them listen', async () => {
    const { ask, kill, log, hold } = await startHolding('2')
    const first = await ask('/0')
    const slow = ask('/500')
    await expect.poll(log, { timeout: 10_000 }).toContain('Begun: /500')

    kill('SIGHUP')
    expect(await slow).toBe(first)
    hold('none')

    await expect.poll(log, { timeout: 20_000 }).toContain('A new worker serves.')
    await expect.poll(() => ask('/0')).not.toBe(first)
  })
})

describe('while a worker is being replaced', () => {
  it('SIGTERM stops all of them, and nothing is an error', async () => {
    const { kill, log, ended, hold } = await startHolding('none')
    await expect.poll(log, { timeout: 10_000 }).toContain('Listening on')

    hold('1')
    kill('SIGHUP')
    await expect.poll(log, { timeout: 10_000 }).toContain('Restarting the workers')
    kill('SIGTERM')

    expect(await ended).toBe(0)
    expect(errorsIn(log())).toEqual([])
  })
})

/** Its migration lasts until there is the file `go`. */
const slowMigration = `
  import { existsSync } from 'node:fs'
  const go = new URL('go', import.meta.url)
  export default {
    name: 'slow',
    migrations: {
      '0001_slow': {
        up: async (db) => {
          console.log('Migrating')
          while (!existsSync(go)) await new Promise((resolve) => setTimeout(resolve, 20))
          await db.schema.createTable('done').addColumn('id', 'integer').execute()
        },
      },
    },
    app: () => ({ fetch: () => new Response('served') }),
  }`

describe('while the database is migrated', () => {
  it.each([
    ['one process', []],
    ['workers', ['--workers', '2']],
  ])('SIGTERM waits for the migration and starts nothing: %s', async (_, args) => {
    const turnpike = createTurnpike()
    const file = (name: string) => join(turnpike.folder, name)
    writeFileSync(file('app.mjs'), slowMigration)
    const { kill, log, ended } = turnpike.startServing(
      ['app.mjs', '--migrate', '--port', '0', ...args],
      quick,
    )
    await expect.poll(log, { timeout: 20_000 }).toContain('Migrating')

    kill('SIGTERM')
    await sleep(100)
    writeFileSync(file('go'), '')

    expect(await ended).toBe(0)
    expect(log()).not.toContain('Listening')
    const { out } = await turnpike.run(['migrate', 'app.mjs'])
    expect(out).toContain('up to date')
  })
})

describe('while the program is loaded', () => {
  it('SIGTERM ends the process with 0', async () => {
    const turnpike = createTurnpike()
    writeFileSync(
      join(turnpike.folder, 'app.mjs'),
      `console.log('Loading'); await new Promise((resolve) => setTimeout(resolve, 20_000))`,
    )
    const { kill, log, ended } = turnpike.startServing(['app.mjs'], quick)
    await expect.poll(log, { timeout: 20_000 }).toContain('Loading')

    kill('SIGTERM')

    expect(await ended).toBe(0)
  })
})

describe('without workers', () => {
  it('SIGHUP cuts no request, and the log says what would restart', async () => {
    const turnpike = createTurnpike()
    writeFileSync(join(turnpike.folder, 'app.mjs'), service)
    const { url, kill, log, ended } = await turnpike.serve(['app.mjs', '--migrate'], quick)
    const slow = fetch(`${url}/300`)
    await expect.poll(log, { timeout: 10_000 }).toContain('Begun: /300')

    kill('SIGHUP')

    expect((await slow).status).toBe(200)
    await expect
      .poll(log, { timeout: 10_000 })
      .toContain('SIGHUP restarts workers, but there are none: set WORKERS')
    kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})
