import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EntryData } from './data.ts'
import type { Entry } from './entries.ts'
import { openPostgresClock } from './postgres-clock.ts'
import { peakMemoryOf, processorTimeOf, residentMemoryOf } from './process-figures.ts'
import { send } from './send.ts'

/** An entry that answers. */
export interface Running {
  readonly entry: Entry
  readonly port: number
  /** Path or URL of its database. */
  readonly database: string
  /** What each user sends as `Authorization`. */
  readonly credentials: readonly string[]
  /** Milliseconds from the start of the process to its first answer. */
  readonly startTime: number
  /** The processors that the load comes from, as `taskset` names them. */
  readonly loadCores: string
  /** Microseconds of processor time that it has used so far. */
  processorTime(): Promise<number>
  /** The same of PostgreSQL with all its processes; null with SQLite, or when they run on another machine. */
  databaseTime(): Promise<number | null>
  /** Most memory that it has had so far, in bytes. */
  peakMemory(): Promise<number>
  /** Memory that it has now, in bytes. */
  residentMemory(): Promise<number>
  stop(): Promise<void>
}

export interface StartOptions {
  /** Where it leaves a profile of its whole life. Default: it makes none. */
  profileFolder?: string
  /**
   * Whether the server has the first processor for itself and the load comes from the last one. Otherwise
   * both share all of them. Default true.
   */
  isPinned?: boolean
}

const tokenOf = (key: string) => `Token ${key}`

const lastCore = availableParallelism() - 1
const patience = 30_000

export async function start(
  entry: Entry,
  data: EntryData,
  { profileFolder, isPinned = true }: StartOptions = {},
): Promise<Running> {
  const { database, keys, apiKeys } = data
  const { credentialsOf = tokenOf } = entry
  const serverCores = isPinned ? '0' : `0-${lastCore}`
  const port = await freePort()
  const [program, ...args] = entry.command(port)
  const profiling =
    profileFolder === undefined
      ? []
      : // From Turnpike's sources: what is built has several of them in a file.
        ['--conditions=source', '--cpu-prof', `--cpu-prof-dir=${profileFolder}`]
  const begin = performance.now()
  const child = spawn('taskset', ['--cpu-list', serverCores, program, ...profiling, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: `${port}`,
      DATABASE: database,
      ...entry.environment?.(data),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints = `${complaints}${chunk}`.slice(-4000)
  })
  const exited = once(child, 'exit')

  let startTime: number
  try {
    await firstAnswer(entry, port, child, begin)
    startTime = performance.now() - begin
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`${error instanceof Error ? error.message : error}\n${complaints}`)
  }

  const clock = entry.database === 'postgres' ? await openPostgresClock(database) : null
  return {
    entry,
    port,
    database,
    credentials: keys.map((key, index) => credentialsOf(key, index + 1, apiKeys[index] ?? '')),
    startTime,
    loadCores: isPinned ? `${lastCore}` : serverCores,
    processorTime: () => processorTimeOf(child.pid as number),
    databaseTime: async () => (await clock?.used()) ?? null,
    peakMemory: () => peakMemoryOf(child.pid as number),
    residentMemory: () => residentMemoryOf(child.pid as number),
    async stop() {
      await clock?.close()
      child.kill('SIGTERM')
      const cutOff = setTimeout(() => child.kill('SIGKILL'), patience)
      await exited
      clearTimeout(cutOff)
    },
  }
}

async function firstAnswer(
  { name }: Entry,
  port: number,
  child: ChildProcess,
  begin: number,
): Promise<void> {
  for (;;) {
    const status = await send(port, { method: 'GET', path: '/me/' }).then(
      (answer) => answer.status,
      () => null,
    )
    if (status === 401) return
    if (status !== null) throw new Error(`${name} answers ${status} and not 401.`)
    if (child.exitCode !== null) throw new Error(`${name} has ended with ${child.exitCode}.`)
    if (performance.now() - begin > patience) throw new Error(`${name} does not answer.`)
    await sleep(2)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
