import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** What a run of a program came to. */
export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** `create-turnpike` as it is published, in a folder of a test's own. */
export interface Creator {
  readonly folder: string
  /** Runs it in the folder. */
  create(
    args: readonly string[],
    options?: { node?: string; env?: NodeJS.ProcessEnv },
  ): Promise<Ran>
}

/** Packs and unpacks the package, so that a file that is not published is missed. */
export function unpackCreator(): Creator {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'create-')))
  const place = join(folder, 'creator')
  mkdirSync(place)
  const source = join(root, 'packages/create-turnpike')
  const packed = execFileSync('npm', ['pack', source, '--silent', '--pack-destination', place], {
    encoding: 'utf8',
  })
  execFileSync('tar', ['-xzf', join(place, packed.trim()), '--strip=1', '-C', place])
  const program = join(place, 'create-turnpike.js')
  return {
    folder,
    create: (args, { node = process.execPath, env = {} } = {}) =>
      run(node, [program, ...args], folder, env),
  }
}

/** Runs a program to its end, whatever that is. Nobody answers its questions: it reads the input. */
export const run = (
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
  input = '',
): Promise<Ran> =>
  new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } }
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (child.exitCode ?? null), stdout, stderr })
    })
    child.stdin?.end(input)
  })
