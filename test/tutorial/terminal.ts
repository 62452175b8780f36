import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A terminal of the reader: what a command sets, and where it goes, the next one finds. */
export interface Terminal {
  /** Runs commands, and returns what they print, and the exit code of the last one that failed. */
  run(commands: string): Promise<{ printed: string; code: number }>
  close(): void
}

const creator = resolve(import.meta.dirname, '../../packages/create-turnpike/create-turnpike.js')

/**
 * What is not there in a test: a progress bar of `curl`, containers, and a registry. `npm create` is the
 * one of this project, and finds the packages installed.
 */
const prelude = (modules: string) => `
curl() { command curl --silent --show-error "$@"; }
docker() { :; }
npm() {
  case "$1" in
    create) node ${creator} "$3" --yes --no-install && ln -s ${modules} "$3/node_modules";;
    install) ;;
    *) command npm "$@";;
  esac
}
shopt -s expand_aliases
set -o pipefail
trap 'failed=$?' ERR
exec 2>&1
`

/** @param place a folder with the `node_modules` that is installed, and for the commands. */
export function openTerminal(place: string, env: Record<string, string>): Terminal {
  const bash = spawn('bash', { cwd: place, env: { ...inherited(), ...env } })
  const file = join(place, 'commands.sh')
  bash.stdin.write(prelude(join(place, 'node_modules')))

  return {
    async run(commands) {
      writeFileSync(file, commands)
      bash.stdin.write(`failed=0; source ${file} < /dev/null; echo "${end} $failed"\n`)
      return readTo(bash)
    },
    close: () => void bash.kill(),
  }
}

const end = '--- end of the commands'

/** What is printed until the mark of the end, and the exit code behind it. */
async function readTo(bash: ChildProcessWithoutNullStreams) {
  let printed = ''
  for await (const text of bash.stdout
    .setEncoding('utf8')
    .iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    printed += text
    const [before = '', code] = printed.split(new RegExp(`${end} (\\d+)\\n$`))
    if (code !== undefined) return { printed: before, code: Number(code) }
  }
  throw new Error(`The terminal has ended: ${printed}`)
}

const root = resolve(import.meta.dirname, '../..')

/** Of the variables of this process only those that a new terminal has. */
export const inherited = (): Record<string, string> => ({
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  HOME: process.env.HOME ?? '/',
})
