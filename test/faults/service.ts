import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createService, readConfig } from '@turnpike/service'
import definition from '../../examples/notes/service.ts'
import { keepSecret, watchLog } from './secrets-in-logs.ts'

const root = resolve(import.meta.dirname, '../..')
const main = 'packages/service/src/cli/main.ts'
const notes = 'examples/notes/service.ts'

/** The same for all processes, as behind a load balancer. */
export const secretKey = 'the secret that all of these processes share'
export const password = 'wonderland'

/** What must stand in no log. */
export interface Secrets {
  readonly token: string
  readonly password: string
  readonly secretKey: string
}

/** Makes the tables, the user ann with a token, and a hundred notes of hers. */
export async function prepare(databaseUrl: string): Promise<Secrets> {
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: secretKey,
    LOG_LEVEL: 'silent',
  })
  const { db, users, tokens, close } = await createService(definition, config, { migrate: true })
  try {
    const ann = await users.create({ username: 'ann', password })
    const created = new Date().toISOString()
    const note = { body: '', priority: 0, rating: '0.00', created, owner: ann.pk }
    const titles = Array.from({ length: 100 }, (_, index) => `Note ${index}`)
    await db
      .insertInto('note')
      .values(titles.map((title) => ({ ...note, title })))
      .execute()
    const { key: token } = await tokens.getOrCreate(ann)
    keepSecret(token)
    return { token, password, secretKey }
  } finally {
    await close()
  }
}

/** A process, or a primary with its workers, that runs the notes service. */
export interface RunningService {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** What it has written so far. */
  log(): string
  kill(signal: NodeJS.Signals): void
  /** Its exit code or signal. */
  readonly ended: Promise<number | string>
}

export interface StartOptions {
  databaseUrl: string
  /** Default: any free port. */
  port?: number
  env?: Readonly<Record<string, string>>
  /** Further arguments of `turnpike serve`. */
  args?: readonly string[]
  /** Default: the notes. */
  module?: string
  /** The folder of the version that runs. Default: the present one. */
  root?: string
}

/** Without limits on requests, and with a stop that does not wait, unless `env` says otherwise. */
export async function startService({
  databaseUrl,
  port = 0,
  env = {},
  args = [],
  root: version = root,
  module = join(version, notes),
}: StartOptions): Promise<RunningService> {
  const child = spawn(
    process.execPath,
    ['--conditions=source', join(version, main), 'serve', module, '--port', String(port), ...args],
    {
      cwd: version,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        SECRET_KEYS: secretKey,
        DEFAULT_THROTTLE_RATES: 'anon=none,user=none,login=none',
        DRAIN_DELAY_SECONDS: '0',
        ...env,
      },
    },
  )
  const ended = once(child, 'close').then(([code, signal]) => signal ?? code)
  const chunks: string[] = []
  const log = () => chunks.join('')
  watchLog(log)
  keepSecret(secretKey, password)
  const listening = Promise.withResolvers<string>()
  let isListening = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      chunks.push(chunk)
      // Of a million lines only the first are searched.
      const url = isListening ? undefined : /Listening on (http:[^"]+)/.exec(log())?.[1]
      if (url !== undefined) listening.resolve(url)
    })
  }
  void ended.then((how) =>
    listening.reject(new Error(`It ended with ${how} before it listened: ${log()}`)),
  )

  const url = await listening.promise
  isListening = true
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    log,
    kill: (signal) => void child.kill(signal),
    ended,
  }
}

/** Ends it and waits for that. */
export async function stopService(service: RunningService): Promise<number | string> {
  service.kill('SIGTERM')
  return service.ended
}

/** How many lines of this level it has logged. */
export const linesOf = (log: string, level: string): number =>
  log.split(`"level":"${level}"`).length - 1
