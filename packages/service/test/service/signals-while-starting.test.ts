import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
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
  await expect.poll(() => ask('/0').catch(() => '')).toMatch(/^\d+$/)

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
      await expect.poll(log).toContain('Begun: /500')

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
    await expect.poll(log).toContain('Begun: /500')

    kill('SIGHUP')
    expect(await slow).toBe(first)
    hold('none')

    await expect.poll(log).toContain('A new worker serves.')
    await expect.poll(() => ask('/0')).not.toBe(first)
  })
})

describe('while a worker is being replaced', () => {
  it('SIGTERM stops all of them, and nothing is an error', async () => {
    const { kill, log, ended, hold } = await startHolding('none')
    await expect.poll(log).toContain('Listening on')

    hold('1')
    kill('SIGHUP')
    await expect.poll(log).toContain('Restarting the workers')
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
          process.on('SIGTERM', () => console.log('Signalled'))
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
    await expect.poll(log).toContain('Migrating')

    kill('SIGTERM')
    await expect.poll(log).toContain('Signalled')
    writeFileSync(file('go'), '')

    expect(await ended).toBe(0)
    expect(log()).not.toContain('Listening')
    const { out } = await turnpike.run(['migrate', 'app.mjs'])
    expect(out).toContain('up to date')
  })
})

/** Takes a second of the process to be evaluated, as heavy imports do, and says who evaluates it. */
const heavyModule = `
  import { writeSync } from 'node:fs'
  const say = (what) => writeSync(1, what + ' ' + (process.env.TURNPIKE_WORKER ?? 'here') + '\\n')
  say('Evaluating')
  const begin = performance.now()
  while (performance.now() - begin < 1000);
  say('Evaluated')
  export default { name: 'heavy', app: () => ({ fetch: () => new Response('served') }) }`

/** Says when it is evaluated, and holds the process until there is the file that ends it. */
const heldModule = (answer: string) => `
  import { existsSync, writeSync } from 'node:fs'
  writeSync(1, 'Evaluating ${answer}\\n')
  while (!existsSync(new URL('../evaluated-${answer}', import.meta.url)));
  export default { name: 'held', app: () => ({ fetch: () => new Response('${answer}') }) }`

/** Says when the program is loaded, which then takes a second. */
const heavyProgram = `
  import { writeSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      if (url.endsWith('/cli/program.ts')) {
        writeSync(1, 'Loading\\n')
        const begin = performance.now()
        while (performance.now() - begin < 1000);
      }
      return next(url, context)
    },
  })`

describe('while the program is loaded', () => {
  it('SIGTERM ends the process with 0 while its modules are awaited', async () => {
    const turnpike = createTurnpike()
    writeFileSync(
      join(turnpike.folder, 'app.mjs'),
      `console.log('Loading'); await new Promise((resolve) => setTimeout(resolve, 20_000))`,
    )
    const { kill, log, ended } = turnpike.startServing(['app.mjs'], quick)
    await expect.poll(log).toContain('Loading')

    kill('SIGTERM')

    expect(await ended).toBe(0)
  })

  it('SIGTERM ends the process with 0 before the command is known', async () => {
    const turnpike = createTurnpike()
    const preload = join(turnpike.folder, 'preload.mjs')
    writeFileSync(preload, heavyProgram)
    const { kill, log, ended } = turnpike.startServing(['--migrate', '--port', '0'], {
      ...quick,
      NODE_OPTIONS: `--import=${preload}`,
    })
    await expect.poll(log).toContain('Loading')

    kill('SIGTERM')

    expect(await ended).toBe(0)
  })

  const single = [] as string[]
  const workers = ['--workers', '2']
  it.each([
    ['SIGTERM', 'Evaluating here', 'one process', single],
    ['SIGINT', 'Evaluating here', 'one process', single],
    ['SIGTERM', 'Evaluated here', 'one process', single],
    ['SIGTERM', 'Evaluating here', 'the primary process', workers],
    ['SIGINT', 'Evaluated here', 'the primary process', workers],
    ['SIGTERM', 'Evaluating 1', 'the first worker', workers],
    ['SIGINT', 'Evaluating 2', 'the second worker', workers],
  ] as const)(
    '%s ends the service with 0 although a module is being evaluated: at "%s", by %s',
    { timeout: 600_000 },
    async (signal, moment, _process, args) => {
      const turnpike = createTurnpike()
      writeFileSync(join(turnpike.folder, 'app.mjs'), heavyModule)
      const env = { ...quick, METRICS_PORT: '0' }
      const started = turnpike.startServing(['app.mjs', '--migrate', '--port', '0', ...args], env)
      await expect.poll(started.log, { timeout: 600_000, interval: 10 }).toContain(moment)

      started.kill(signal)

      expect(await started.ended).toBe(0)
      expect(errorsIn(started.log())).toEqual([])
    },
  )

  it('a file that is saved twice during the start is served as it was saved last under --watch', {
    timeout: 600_000,
  }, async () => {
    const turnpike = createTurnpike(['--watch-path=src'])
    const file = (name: string) => join(turnpike.folder, name)
    mkdirSync(file('src'))
    const save = (answer: string) => writeFileSync(file('src/app.mjs'), heldModule(answer))
    save('first')
    const { kill, log, ended } = turnpike.startServing(
      ['src/app.mjs', '--migrate', '--port', '0'],
      { ...quick, DATABASE_URL: 'sqlite::memory:' },
    )
    // The watcher waits for the end of its process: on a failure, one that lives on would outlive the test.
    onTestFinished(() => kill('SIGTERM'))
    const restarts = () => log().split('Restarting').length - 1
    const answers = ['first', 'second', 'third']
    for (const [number, answer] of answers.entries()) {
      const evaluating = `Evaluating ${answer}`
      await expect.poll(log, { timeout: 600_000, interval: 10 }).toContain(evaluating)
      const next = answers[number + 1]
      if (next !== undefined) {
        save(next)
        await expect.poll(restarts).toBe(number + 1)
      }
      writeFileSync(file(`evaluated-${answer}`), '')
    }

    const last = () => /Evaluating third[\s\S]*Listening on (http:[^"]+)/.exec(log())?.[1] ?? ''
    await expect.poll(last).not.toBe('')
    expect(await (await fetch(last())).text()).toBe('third')
    kill('SIGTERM')
    await ended
  })
})

describe('without workers', () => {
  it('SIGHUP cuts no request, and the log says what would restart', async () => {
    const turnpike = createTurnpike()
    writeFileSync(join(turnpike.folder, 'app.mjs'), service)
    const { url, kill, log, ended } = await turnpike.serve(['app.mjs', '--migrate'], quick)
    const slow = fetch(`${url}/300`)
    await expect.poll(log).toContain('Begun: /300')

    kill('SIGHUP')

    expect((await slow).status).toBe(200)
    await expect.poll(log).toContain('SIGHUP restarts workers, but there are none: set WORKERS')
    kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})
