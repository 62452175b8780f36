import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A service that runs in a terminal of its own. */
export interface Running {
  stop(): Promise<void>
}

/** Runs a command, and waits until the service that it starts answers on the port of its environment. */
export async function start(
  folder: string,
  env: Record<string, string>,
  [command = '', ...args]: readonly string[],
): Promise<Running> {
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  await answers(child, `http://127.0.0.1:${env.PORT}/readyz`, () => log)

  return {
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function answers(child: ChildProcess, url: string, log: () => string): Promise<void> {
  for (let attempt = 0; attempt < 800 && child.exitCode === null; attempt++) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await wait(50)
  }
  throw new Error(`The service does not answer: ${log()}`)
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}
