import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { freePort } from './free-port.ts'
import { programs } from './programs.ts'

/** A Redis server of one's own, to be stopped, held up and started again. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  start(): Promise<void>
  stop(): Promise<void>
  /** It lives and does not answer any more. */
  hang(): void
  goOn(): void
  /** Ends it for good. */
  remove(): Promise<void>
}

export async function redisServer(...options: string[]): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | null = null

  async function stop(): Promise<void> {
    if (child === null) return
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    child = null
  }

  return {
    url,
    port,
    async start() {
      const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
      const volatile = ['--save', '', '--appendonly', 'no']
      child = spawn(programs.redisServer, [...options, ...where, ...volatile], { stdio: 'ignore' })
      while (!(await answers(url))) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    stop,
    hang: () => child?.kill('SIGSTOP'),
    goOn: () => child?.kill('SIGCONT'),
    async remove() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** A client of the library, not of ours. */
export function plainClient(url: string) {
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  client.on('error', () => {})
  return client
}

async function answers(url: string): Promise<boolean> {
  const client = plainClient(url)
  try {
    await client.connect()
    return true
  } catch (error) {
    // One that wants a password is up.
    return String(error).includes('NOAUTH')
  } finally {
    client.destroy()
  }
}
