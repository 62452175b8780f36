import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a `Dockerfile` says, as far as it can be tried without containers. */
export interface Image {
  /** With the files that it copies, and the libraries. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** What it runs. */
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
}

/** @param to a new folder. */
export function imageOf(helpdesk: string, to: string): Image {
  const dockerfile = readFileSync(join(helpdesk, 'Dockerfile'), 'utf8').replaceAll('\\\n', '')
  const all = (instruction: string) =>
    [...dockerfile.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, text = '']) => text)
  const list = (text = '[]'): string[] => JSON.parse(text.replace(/^.*?(?=\[)/, ''))

  mkdirSync(to)
  for (const name of given(helpdesk))
    cpSync(join(helpdesk, name), join(to, name), { recursive: true })
  symlinkSync(join(dirname(helpdesk), 'node_modules'), join(to, 'node_modules'))

  const env = all('ENV').flatMap((text) => text.split(' ').map((part) => part.split(/=(.*)/)))
  return {
    folder: to,
    env: Object.fromEntries(env.map(([name = '', value = '']) => [name, value])),
    command: [...list(all('ENTRYPOINT')[0]), ...list(all('CMD')[0])],
    healthCheck: list(all('HEALTHCHECK')[0]),
  }
}

/** What `COPY . .` finds: what `.dockerignore` lets through. Only npm reads the lock file. */
const given = (helpdesk: string): string[] =>
  readFileSync(join(helpdesk, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!') && existsSync(join(helpdesk, line.slice(1))))
    .map((line) => line.slice(1))

/** The variables of the service in a compose file: `WORKERS: "2"`. */
export function composeVariables(file: string): Record<string, string> {
  const [, block = ''] =
    /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(readFileSync(file, 'utf8')) ?? []
  const lines = block.matchAll(/^ {4}(\w+): "?(.*?)"?$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}
