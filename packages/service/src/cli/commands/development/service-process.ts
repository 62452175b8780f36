import { fork } from 'node:child_process'
import { once } from 'node:events'
import { registerHooks } from 'node:module'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Whether a process of `turnpike dev` serves for the first time, or after a change. */
export type Turn = 'first' | 'again'

/** The variable in which a process gets its turn: absent in the one that watches the files. */
const variable = 'TURNPIKE_DEV_TURN'

/** The turn of this process; null if it is the one that watches. Programs it starts get none. */
export function takeTurn(): Turn | null {
  const given = process.env[variable]
  delete process.env[variable]
  return process.send !== undefined && (given === 'first' || given === 'again') ? given : null
}

/** Reports the folders of the application's modules, as they are loaded from now on. */
export function reportFolders(): void {
  const reported = new Set<string>()
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:') && !url.includes('/node_modules/')) {
        const folder = dirname(fileURLToPath(url.replace(/[?#].*$/, '')))
        if (!reported.has(folder)) process.send?.({ folder }, undefined, undefined, () => {})
        reported.add(folder)
      }
      return next(url, context)
    },
  })
}

/** A process that serves. */
export interface ServiceProcess {
  /** How it ended: `exit code 1`, `SIGKILL`. */
  readonly ended: Promise<string>
  /** Stops it, by force if it takes longer than three seconds. */
  end(): Promise<void>
}

/** Milliseconds for running requests and the database. */
const patience = 3000

/**
 * Starts a process that runs this program again. It is in a group of its own, so that Ctrl+C
 * reaches it only once, through this process.
 */
export function startService(turn: Turn, onFolder: (folder: string) => void): ServiceProcess {
  const [, program = '', ...args] = process.argv
  const child = fork(program, args, {
    env: { ...process.env, [variable]: turn },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  child.on('message', (message) => isFolder(message) && onFolder(message.folder))
  const kill = () => void child.kill('SIGKILL')
  // A module that never ends does not notice that this process is gone.
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]) =>
    String(signal ?? `exit code ${code}`),
  )
  return {
    ended,
    async end() {
      child.kill('SIGTERM')
      const late = new AbortController()
      const isLate = sleep(patience, true, { signal: late.signal }).catch(() => false)
      if (await Promise.race([ended.then(() => false), isLate])) kill()
      late.abort()
      await ended
    },
  }
}

const isFolder = (message: unknown): message is { folder: string } =>
  typeof Object(message).folder === 'string'
