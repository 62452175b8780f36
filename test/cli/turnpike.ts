import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { kyselyAccounts } from '../../src/kysely/accounts.ts'
import { migrate } from '../../src/kysely/migrations.ts'
import { openDatabase } from '../../src/service/database.ts'
import { secrets } from '../support/secrets.ts'

// Each command is a process of its own.
vi.setConfig({ testTimeout: 30_000 })

export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** The command line in a folder of its own, on the database in its file `test.db`. */
export interface Turnpike {
  readonly folder: string
  readonly databaseUrl: string
  /** Runs a command to its end, with this text as its standard input. */
  run(args: readonly string[], input?: string, env?: Record<string, string>): Promise<Outcome>
  /** Starts `serve` on a free port and waits until it listens. */
  serve(args?: readonly string[], env?: Record<string, string>): Promise<Running>
}

/** A running `turnpike serve`. */
export interface Running {
  readonly url: string
  /** Everything that was written to the standard output so far. */
  log(): string
  kill(signal: NodeJS.Signals): void
  /** The exit code, once the process has ended. */
  readonly ended: Promise<number | null>
}

const main = resolve(import.meta.dirname, '../../src/cli/main.ts')

export function createTurnpike(): Turnpike {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const databaseUrl = `sqlite:${join(folder, 'test.db')}`

  const start = (args: readonly string[], env: Record<string, string> = {}) =>
    spawn(process.execPath, ['--conditions=source', main, ...args], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        SECRET_KEYS: secrets.join(),
        ...env,
      },
    })

  return {
    folder,
    databaseUrl,

    async run(args, input = '', env) {
      const child = start(args, env)
      const ended = exitCode(child)
      // A command that does not read its input may be gone before it is written.
      child.stdin.on('error', () => {})
      child.stdin.end(input)
      const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
      return { code, out, err }
    },

    async serve(args = [], env) {
      const child = start(['serve', '--port', '0', ...args], env)
      const ended = exitCode(child)
      onTestFinished(() => void child.kill('SIGKILL'))

      let log = ''
      const url = await new Promise<string>((found, reject) => {
        child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
          log += chunk
          const listening = /Listening on (http:[^"]+)/.exec(log)?.[1]
          if (listening !== undefined) found(listening)
        })
        child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
          log += chunk
        })
        void ended.then(() => reject(new Error(`It ended before it listened: ${log}`)))
      })
      return { url, log: () => log, kill: (signal) => void child.kill(signal), ended }
    },
  }
}

/** The command line over an up-to-date database with the user ann, whose password is `wonderland`. */
export async function createTurnpikeWithAnn(): Promise<Turnpike> {
  const turnpike = createTurnpike()
  const { db, close } = openDatabase(turnpike.databaseUrl)
  await migrate(db)
  await kyselyAccounts(db, { secrets }).users.create({ username: 'ann', password: 'wonderland' })
  await close()
  return turnpike
}

const exitCode = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('close', resolve))
