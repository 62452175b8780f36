import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Against, checkOut } from './against.ts'
import { entryIn } from './entries.ts'

const bench = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Installs what the entries need, and builds Turnpike and the entries: users run what is built.
 *
 * @param against another Turnpike, which is built, too.
 */
export function prepare(against: Against | null): void {
  requireCommand('wrk', 'Install it: apt-get install wrk')
  requireCommand('taskset', 'It is in the package util-linux, and on Linux only.')

  if (!isInstalled()) run('npm', ['ci', '--no-audit', '--no-fund'], bench)
  run('npm', ['run', '--silent', 'build'], root)
  rmSync(`${bench}dist`, { recursive: true, force: true })
  run('npx', ['tsc', '--project', `${bench}entries`], root)
  const outside = ['better-sqlite3', 'pg', 'pino', 'redis'].flatMap((name) => ['--external', name])
  const options = ['--platform', 'node', '--dir', `${bench}dist/bundled`, ...outside]
  run('npx', ['rolldown', `${bench}dist/turnpike.js`, ...options], root)
  if (against !== null) {
    checkOut(against)
    run('npm', ['run', '--silent', 'build'], against.folder)
    const entry = entryIn(against.folder)
    mkdirSync(dirname(entry), { recursive: true })
    copyFileSync(`${bench}dist/turnpike.js`, entry)
  }
}

function requireCommand(name: string, hint: string): void {
  try {
    execFileSync('which', [name], { stdio: 'ignore' })
  } catch {
    console.error(`The bench needs ${name}. ${hint}`)
    process.exit(1)
  }
}

/** Whether node_modules was made from the lock file as it is now. */
function isInstalled(): boolean {
  const installed = `${bench}node_modules/.package-lock.json`
  if (!existsSync(installed)) return false
  const packagesOf = (path: string) => {
    const { '': _, ...packages } = JSON.parse(readFileSync(path, 'utf8')).packages
    return Object.entries(packages as Record<string, { version: string; optional?: boolean }>)
  }
  const present = new Map(packagesOf(installed).map(([name, { version }]) => [name, version]))
  return packagesOf(`${bench}package-lock.json`).every(
    ([name, { version, optional }]) => optional || present.get(name) === version,
  )
}

function run(command: string, args: readonly string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}
