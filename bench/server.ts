import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EntryData } from './data.ts'
import type { Entry } from './entries.ts'
import { send } from './send.ts'

/** An entry that answers. */
export interface Running {
  readonly entry: Entry
  readonly port: number
  readonly keys: readonly string[]
  /** Milliseconds from the start of the process to its first answer. */
  readonly startTime: number
  /** Where its profile is after it has stopped, or null. */
  readonly profileFolder: string | null
  /** Microseconds of processor time that it has used so far. */
  processorTime(): Promise<number>
  /** Most memory that it has had so far, in bytes. */
  peakMemory(): Promise<number>
  stop(): Promise<void>
}

/** The server has the first processor for itself, the load comes from the last one. */
export const serverCore = '0'
export const loadCore = `${availableParallelism() - 1}`

const patience = 30_000

/** Starts an entry, with a profile of its whole life when a folder for it is given. */
export async function start(
  entry: Entry,
  { database, keys }: EntryData,
  profileFolder: string | null = null,
): Promise<Running> {
  const port = await freePort()
  const [program, ...args] = entry.command(port)
  const profiling = profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]
  const begin = performance.now()
  const child = spawn('taskset', ['--cpu-list', serverCore, program, ...profiling, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: `${port}`,
      DATABASE: database,
      ...entry.environment?.({ database, keys }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints = `${complaints}${chunk}`.slice(-4000)
  })
  const exited = once(child, 'exit')

  try {
    await firstAnswer(entry, port, child, begin)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`${error instanceof Error ? error.message : error}\n${complaints}`)
  }

  return {
    entry,
    port,
    keys,
    startTime: performance.now() - begin,
    profileFolder,
    processorTime: () => processorTimeOf(child.pid as number),
    peakMemory: () => peakMemoryOf(child.pid as number),
    async stop() {
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

/** That of the process and of the ones that it has started, by Linux's account in hundredths of a second. */
async function processorTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // Behind the name, which may hold blanks, come 11 fields and then the user's and the system's time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const own = (Number(fields[11]) + Number(fields[12])) * 10_000
  return own + (await sumOverChildren(pid, processorTimeOf))
}

/** That of the process and of the ones that it has started, as Linux has kept it. */
async function peakMemoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kib = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1])
  return kib * 1024 + (await sumOverChildren(pid, peakMemoryOf))
}

async function sumOverChildren(
  pid: number,
  amount: (pid: number) => Promise<number>,
): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const amounts = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(amount))
  return amounts.reduce((sum, each) => sum + each, 0)
}
