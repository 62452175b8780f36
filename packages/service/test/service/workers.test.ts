import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sourceOf } from '@turnpike/test-support/paths.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTurnpike, type Running } from '../cli/turnpike.ts'

/** Tells the process; waits the milliseconds in the path; `/crash` fails outside of any request. */
const module = `
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  export default {
    name: 'workers',
    app: ({ settings }) => ({
      async fetch(request) {
        const { pathname } = new URL(request.url)
        if (pathname === '/crash') setTimeout(() => { throw new Error('out of the blue') }, 1)
        console.log('Begun: ' + pathname)
        if (pathname === '/stand') for (;;);
        await sleep(Number(pathname.slice(1)) || 0)
        return Response.json({ pid: process.pid, secret: settings.SECRET_KEYS[0].slice(0, 8) })
      },
    }),
  }`

/** Begins a module that waits while there is a file `wait`, and then fails if there is `broken`. */
const waiting = `
  import cluster from 'node:cluster'
  import { existsSync } from 'node:fs'
  const here = (name) => existsSync(new URL(name, import.meta.url))
  if (here('wait')) console.log('Waiting')
  while (here('wait')) await new Promise((resolve) => setTimeout(resolve, 5))
  if (here('broken')) throw new Error('broken')
  if (cluster.isWorker) console.log('Loaded: ' + process.pid)`

const quick = { DRAIN_DELAY_SECONDS: '0', GRACE_PERIOD_SECONDS: '5' }

async function serveWith(workers: number, env: Record<string, string> = {}): Promise<Running> {
  const turnpike = createTurnpike()
  writeFileSync(join(turnpike.folder, 'app.mjs'), module)
  const args = ['app.mjs', '--migrate', '--workers', String(workers)]
  return turnpike.serve(args, { ...quick, ...env })
}

interface Answer {
  pid: number
  secret: string
}

/** On a connection of its own, so that the next worker takes it. */
const ask = async (url: string, path = '/0'): Promise<Answer> => {
  const response = await fetch(`${url}${path}`, { headers: { Connection: 'close' } })
  return (await response.json()) as Answer
}

/** The answers of so many workers. Which one takes a connection is left to chance: ask until then. */
async function askAll(url: string, workers = 2): Promise<Answer[]> {
  const answers = new Map<number, Answer>()
  while (answers.size < workers) {
    for (const answer of await Promise.all(Array.from({ length: 8 }, () => ask(url, '/5'))))
      answers.set(answer.pid, answer)
  }
  return [...answers.values()]
}

const pidsOf = async (url: string, workers = 2): Promise<number[]> =>
  (await askAll(url, workers)).map(({ pid }) => pid).toSorted()

const linesOf = ({ log }: Running): Record<string, unknown>[] =>
  log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('several workers', () => {
  it('several workers serve one port, sign with one secret, and are named in the log', async () => {
    const server = await serveWith(3, { SECRET_KEYS: '' })

    const answers = await askAll(server.url, 3)

    expect(new Set(answers.map(({ secret }) => secret)).size).toBe(1)
    const requests = () => linesOf(server).filter(({ msg }) => msg === 'request')
    await expect
      .poll(() => new Set(requests().map(({ worker }) => worker)))
      .toEqual(new Set([1, 2, 3]))
    expect(new Set(requests().map(({ pid }) => pid))).toEqual(
      new Set(answers.map(({ pid }) => pid)),
    )
    const made = linesOf(server).filter(({ msg }) => String(msg).startsWith('Created a secret'))
    expect(made.length).toBe(1)
  })

  it('several workers warn when each of them would let through the whole of a limit', async () => {
    const warnings = (server: Running) => linesOf(server).filter(({ level }) => level === 'warn')

    expect(warnings(await serveWith(2))).toMatchObject([
      { workers: 2, msg: expect.stringContaining('set THROTTLE_STORE_URL=database') },
    ])
    expect(warnings(await serveWith(2, { THROTTLE_STORE_URL: 'database' }))).toEqual([])
    expect(warnings(await serveWith(1))).toEqual([])
  })

  it('a worker that is killed is replaced', async () => {
    const server = await serveWith(2)
    const [victim = 0, other = 0] = await pidsOf(server.url)

    process.kill(victim, 'SIGKILL')

    const now = await pidsOf(server.url)
    expect(now).toContain(other)
    expect(now).not.toContain(victim)
    expect(linesOf(server)).toContainEqual(
      expect.objectContaining({ level: 'error', pid: victim, msg: 'A worker ended with SIGKILL.' }),
    )
  })

  it('a worker that stops after an uncaught error is replaced', async () => {
    const server = await serveWith(2)

    const { pid } = await ask(server.url, '/crash')
    await expect.poll(() => isAlive(pid)).toBe(false)

    expect(await pidsOf(server.url)).not.toContain(pid)
  })

  it('several workers finish what is under way on SIGTERM, and all of them end', async () => {
    const server = await serveWith(2)
    const pids = await pidsOf(server.url)
    const slow = Promise.all([ask(server.url, '/500'), ask(server.url, '/500')])
    const begun = () => server.log().split('Begun: /500').length - 1
    await expect.poll(begun).toBe(2)

    server.kill('SIGTERM')

    for (const { pid } of await slow) expect(pids).toContain(pid)
    expect(await server.ended).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
    expect(linesOf(server).filter(({ level }) => level === 'error')).toEqual([])
  })

  it('workers stop once when a terminal sends its signal to all of them', async () => {
    const server = await serveWith(2)
    const pids = await pidsOf(server.url)
    const slow = ask(server.url, '/300')
    await expect.poll(server.log).toContain('Begun: /300')

    for (const pid of pids) process.kill(pid, 'SIGINT')
    server.kill('SIGINT')

    expect(pids).toContain((await slow).pid)
    expect(await server.ended).toBe(0)
  })

  it('workers that do not end are killed, and the exit code says so', async () => {
    const server = await serveWith(2, { GRACE_PERIOD_SECONDS: '0' })
    const hanging = ask(server.url, '/stand').catch((error: Error) => error)
    await expect.poll(server.log).toContain('Begun: /stand')

    server.kill('SIGTERM')

    expect(await server.ended).toBe(1)
    expect(await hanging).toBeInstanceOf(Error)
    expect(JSON.stringify(linesOf(server))).toContain('1 workers did not end in time')
  })

  it('workers end with their primary process', async () => {
    const server = await serveWith(2)
    const pids = await pidsOf(server.url)

    server.kill('SIGKILL')

    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })
})

/** When a connection was used last, in milliseconds. */
const lastUse = new WeakMap<Duplex, number>()

/**
 * The status of an answer, or the error. A connection that nobody has used for a while may be closed
 * just when a request is sent on it: the client then sends it again (RFC 9112 §9.3.1). Any other
 * request that is cut off is lost.
 */
async function askOrFail(agent: Agent, url: string): Promise<number | undefined | Error> {
  const sent = request(url, { agent })
  const begin = performance.now()
  sent.end()
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { socket } = response
    await text(response)
    lastUse.set(socket, performance.now())
    return response.statusCode
  } catch (error) {
    const used = sent.socket === null ? undefined : lastUse.get(sent.socket)
    const wasIdle = sent.reusedSocket && used !== undefined && begin - used > 500
    return wasIdle ? askOrFail(agent, url) : (error as Error)
  }
}

describe('a rolling restart', () => {
  it('replaces every worker on SIGHUP, and no request fails', async () => {
    const server = await serveWith(2)
    const before = await pidsOf(server.url)
    const failures: unknown[] = []
    let isOver = false
    const askInTurn = async (path: string, agent: Agent) => {
      while (!isOver) {
        const answer = await askOrFail(agent, `${server.url}${path}`)
        if (answer !== 200) failures.push(answer)
      }
    }
    const keepAlive = new Agent({ keepAlive: true })
    onTestFinished(() => keepAlive.destroy())
    const clients = [
      ...Array.from({ length: 6 }, () => askInTurn('/10', keepAlive)),
      ...Array.from({ length: 2 }, () => askInTurn('/10', new Agent())),
      askInTurn('/readyz', new Agent()),
    ]

    server.kill('SIGHUP')
    await expect.poll(() => server.log()).toContain('All workers have been restarted.')
    isOver = true
    await Promise.all(clients)

    expect(failures).toEqual([])
    const after = await pidsOf(server.url)
    expect(before.filter((pid) => after.includes(pid))).toEqual([])
  })

  it('leaves the old workers at work when a new one cannot start', async () => {
    const turnpike = createTurnpike()
    const path = join(turnpike.folder, 'app.mjs')
    writeFileSync(path, module)
    const server = await turnpike.serve(['app.mjs', '--migrate', '--workers', '2'], quick)
    const before = await pidsOf(server.url)

    writeFileSync(path, 'throw new Error("a slip of the pen")')
    server.kill('SIGHUP')

    await expect.poll(() => server.log()).toContain('The restart failed: the old workers continue.')
    expect(await pidsOf(server.url)).toEqual(before)
  })

  /** Worker 1 is killed while the restart starts its successor, which waits for `goOn`. */
  async function killedDuringRestart() {
    const turnpike = createTurnpike()
    const file = (name: string) => join(turnpike.folder, name)
    writeFileSync(file('app.mjs'), `${waiting}${module}`)
    const server = await turnpike.serve(['app.mjs', '--migrate', '--workers', '2'], quick)
    const workers = () => [...server.log().matchAll(/Loaded: (\d+)/g)].map(([, pid]) => Number(pid))
    // The first one starts alone.
    const [victim = 0] = workers()
    writeFileSync(file('wait'), '')
    server.kill('SIGHUP')
    await expect.poll(() => server.log()).toContain('Waiting')
    process.kill(victim, 'SIGKILL')
    await expect.poll(() => server.log()).toContain('A worker ended with SIGKILL.')
    // Longer than before another one is started in its place.
    await sleep(200)
    return { server, file, workers, goOn: () => rmSync(file('wait')) }
  }

  it('a worker that dies while a restart starts its successor leaves no third one', async () => {
    const { server, workers, goOn } = await killedDuringRestart()
    goOn()

    await expect.poll(() => server.log()).toContain('All workers have been restarted.')
    expect(workers()).toHaveLength(4)
    expect(workers().filter(isAlive).toSorted()).toEqual(await pidsOf(server.url))
  })

  it('a worker that dies during a restart is replaced when its successor cannot start', async () => {
    const { server, file, goOn } = await killedDuringRestart()
    const before = await pidsOf(server.url, 1)
    writeFileSync(file('broken'), '')
    goOn()
    await expect.poll(() => server.log()).toContain('The restart failed')
    rmSync(file('broken'))

    await expect.poll(() => server.log()).toContain('A new worker serves.')
    expect(await pidsOf(server.url)).toEqual(expect.arrayContaining(before))
  })
})

describe('workers that cannot start', () => {
  it('workers that cannot start are reported once with the reason, and the exit code is 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { run } = createTurnpike()

    expect(await run(['serve', '--migrate', '--workers', '4', '--port', `${port}`])).toEqual({
      code: 1,
      out: '',
      err: `turnpike: Port ${port} on 127.0.0.1 is already in use: set PORT to another one, or stop the other process.\n`,
    })
  })

  it('workers that need a migration say so once, by their primary process', async () => {
    const { code, err } = await createTurnpike().run(['serve', '--workers', '2'])

    expect(code).toBe(1)
    expect(err).toMatch(/^turnpike: The database lacks migrations: .*\n$/)
  })

  it('workers cannot share a database in memory', async () => {
    const args = ['serve', '--workers', '2', '--database', 'sqlite::memory:']
    const { code, err } = await createTurnpike().run(args)

    expect(code).toBe(1)
    expect(err).toContain('set DATABASE_URL to a file or a server')
  })

  it.each(['0', '-1', '1.5', 'many', '1025'])('WORKERS must be a number: %s', async (workers) => {
    const { code, err } = await createTurnpike().run(['serve', `--workers=${workers}`])

    expect(code).toBe(1)
    expect(err).toContain('it must be a whole number from 1 to 1024, or auto, or none.')
  })
})

describe('a program with a cluster of its own', () => {
  it('an import of @turnpike/service leaves the scheduling policy of a cluster as it is', async () => {
    const program = `
      import cluster from 'node:cluster'
      const { schedulingPolicy } = cluster
      await import(${JSON.stringify(sourceOf('@turnpike/service'))})
      console.log(cluster.schedulingPolicy === schedulingPolicy)`
    const args = ['--conditions=source', '--input-type=module', '--eval', program]
    const { NODE_CLUSTER_SCHED_POLICY: _, ...env } = process.env

    expect((await promisify(execFile)(process.execPath, args, { env })).stdout).toBe('true\n')
  })
})
