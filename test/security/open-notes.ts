import { createLogger, createService, readConfig } from '@turnpike/service'
import { serve } from 'turnpike/node'
import { onTestFinished } from 'vitest'
import definition from '../../examples/notes/service.ts'
import { answerTo } from '../../packages/turnpike/test/node/connection.ts'

/** Ann's and Ben's password. */
export const password = 'wonderland'

/**
 * The notes example on a real port over an empty database in memory, with its users ann and ben, and
 * rita, who is staff. Ann has a token. All of it ends with the test.
 */
export async function openNotes(env: Readonly<Record<string, string>> = {}) {
  const log: Record<string, unknown>[] = []
  const lines: string[] = []
  const write = (line: string) => {
    lines.push(line)
    log.push(JSON.parse(line))
  }
  const logger = createLogger('info', { write })
  const config = readConfig({
    DATABASE_URL: 'sqlite::memory:',
    SECRET_KEYS: 'a secret that is the same for all tests',
    DEFAULT_THROTTLE_RATES: 'anon=none,user=none,login=none',
    ...env,
  })
  const service = await createService(definition, config, { logger, migrate: true })
  const { users, tokens } = service
  const server = await serve(service.app, {
    port: 0,
    drainDelaySeconds: 0,
    gracePeriodSeconds: 1,
    handleSignals: false,
    logger,
    onClose: () => service.close(),
  })
  onTestFinished(() => server.close())

  const ann = await users.create({ username: 'ann', password })
  const ben = await users.create({ username: 'ben', password })
  await users.create({ username: 'rita', password, isStaff: true })
  const { key } = await tokens.getOrCreate(ann)
  const { port } = server

  return {
    ...service,
    log,
    lines,
    port,
    ann,
    ben,
    key,
    signed: { Authorization: `Token ${key}` },
    fetch: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),

    /** Sends the target as it stands, and these header lines. */
    async raw(method: string, target: string, ...fields: string[]): Promise<RawAnswer> {
      const head = [`${method} ${target} HTTP/1.1`, 'Host: a', 'Connection: close', ...fields]
      return read(await answerTo(port, `${head.join('\r\n')}\r\n\r\n`))
    },
  }
}

export interface RawAnswer {
  status: number
  /** The head, with its status line. */
  head: string
  body: string
}

function read(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n')
  const [head, body] = [answer.slice(0, end), answer.slice(end + 4)]
  return { status: Number(head.split(' ')[1]), head, body }
}
