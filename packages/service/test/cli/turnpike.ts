import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { kyselyAccounts, migrate } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { onTestFinished } from 'vitest'

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
  /** Starts a command, and does not wait. */
  start(args: readonly string[], env?: Record<string, string>): Started
  /** Starts `serve` on a free port and waits until it listens. */
  serve(args?: readonly string[], env?: Record<string, string>): Promise<Running>
  /** Starts `serve`, and does not wait. */
  startServing(args?: readonly string[], env?: Record<string, string>): Started
  /** Starts `dev` on a free port and waits until it listens. */
  develop(args: readonly string[], env?: Record<string, string>): Promise<Running>
  /** Starts `dev`, and does not wait. */
  startDeveloping(args: readonly string[], env?: Record<string, string>): Started
}

/** A `turnpike serve` or `dev` that may not listen yet. */
export interface Started {
  readonly pid: number | undefined
  /** Everything that was written to the standard output so far. */
  log(): string
  kill(signal: NodeJS.Signals): void
  /** The exit code, once the process has ended. */
  readonly ended: Promise<number | null>
}

/** A running `turnpike serve` or `dev`. */
export interface Running extends Started {
  readonly url: string
}

const main = resolve(import.meta.dirname, '../../src/cli/main.ts')

/** @param options of Node, before the program: `['--watch-path=.']`. */
export function createTurnpike(options: readonly string[] = []): Turnpike {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const databaseUrl = `sqlite:${join(folder, 'test.db')}`

  const start = (args: readonly string[], env: Record<string, string> = {}) =>
    spawn(process.execPath, ['--conditions=source', ...options, main, ...args], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        SECRET_KEYS: secrets.join(),
        ...env,
      },
    })

  const startRunning = (args: readonly string[], env?: Record<string, string>) => {
    const child = start(args, env)
    onTestFinished(() => void child.kill('SIGKILL'))

    let log = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        log += chunk
      })
    }
    return {
      pid: child.pid,
      log: () => log,
      onLog: (listener: (log: string) => void) => child.stdout.on('data', () => listener(log)),
      kill: (signal: NodeJS.Signals) => void child.kill(signal),
      ended: exitCode(child),
    }
  }

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

    start: startRunning,
    startServing: (args = [], env) => startRunning(['serve', ...args], env),
    serve: (args = [], env) => listening(startRunning(['serve', '--port', '0', ...args], env)),
    startDeveloping: (args, env) => startRunning(['dev', '--port', '0', ...args], env),
    develop: (args, env) => listening(startRunning(['dev', '--port', '0', ...args], env)),
  }
}

/** Waits until it says where it listens. */
async function listening(
  started: Started & { onLog(listener: (log: string) => void): void },
): Promise<Running> {
  const url = await new Promise<string>((found, reject) => {
    started.onLog((log) => {
      const listening = /Listening on (http:[^"]+)/.exec(log)?.[1]
      if (listening !== undefined) found(listening)
    })
    void started.ended.then(() =>
      reject(new Error(`It ended before it listened: ${started.log()}`)),
    )
  })
  return { ...started, url }
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
