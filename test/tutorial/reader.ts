import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { difference } from './output.ts'
import { type Action, actionsOf } from './page.ts'
import { type Running, start } from './running.ts'
import { inherited, type Terminal } from './terminal.ts'

/** Someone who does what the pages say, to the letter, in one folder. */
export interface Reader {
  read(page: string): Promise<void>
  leave(): Promise<void>
}

export interface Desk {
  /** Of the application. */
  readonly folder: string
  readonly terminal: Terminal
  /** The service listens here instead of on 8000. */
  readonly port: number
  /** What the pages name, such as a database, and what there is instead. */
  readonly places: ReadonlyMap<string, string>
}

export function newReader({ folder, terminal, port, places }: Desk): Reader {
  let service: Running | null = null
  let isChanged = false
  const env = { ...inherited(), PORT: String(port), DRAIN_DELAY_SECONDS: '0' }
  const all = [
    ...places,
    ['localhost:8000', `localhost:${port}`],
    // There are no containers here. What they serve has a test of its own.
    ['https://localhost/', `http://localhost:${port}/`],
  ] as const
  const here = (text: string) => all.reduce((rest, [from, to]) => rest.replaceAll(from, to), text)
  const there = (text: string) => all.reduce((rest, [from, to]) => rest.replaceAll(to, from), text)

  /** As the service restarts by itself after a change. */
  async function restarted() {
    if (service === null || !isChanged) return
    isChanged = false
    await service.stop()
    service = await start(folder, env, development(folder))
  }

  async function perform(action: Action) {
    if (action.kind === 'run' && action.command === 'npm run dev\n') {
      await service?.stop()
      service = await start(folder, env, development(folder))
      isChanged = false
      return
    }
    if (action.kind === 'run') {
      await restarted()
      await run(action)
      return
    }
    isChanged ||= action.path.startsWith('src/')
    const path = join(folder, action.path)
    mkdirSync(dirname(path), { recursive: true })
    const text = action.kind === 'file' ? action.text : changed(path, action)
    writeFileSync(path, here(text))
  }

  async function run({ command, output }: Action & { kind: 'run' }) {
    const { printed, code } = await terminal.run(here(command))
    const seen = there(printed)
    if (output === null && code !== 0) throw new Error(`Exit code ${code}: ${seen}`)
    const wrong = output && difference(output, seen)
    if (wrong) throw new Error(wrong)
  }

  return {
    async read(page) {
      for (const action of actionsOf(`tutorial/${page}`)) {
        await perform(action).catch((error: Error) => {
          const where = `docs/tutorial/${page}:${action.line}`
          throw new Error(`${where}: ${error.message}`, { cause: error })
        })
      }
    },
    leave: async () => service?.stop(),
  }
}

/** The command of `npm run dev`. Not watched: the reader of a test would have to wait for it. */
const development = (folder: string): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return scripts.dev.replace(' dev ', ' serve --migrate ').split(' ')
}

/** The file after a change, each part of which must be in it exactly once. */
function changed(path: string, { hunks }: Action & { kind: 'change' }): string {
  let text = readFileSync(path, 'utf8')
  for (const { before, after } of hunks) {
    const parts = text.split(before)
    if (parts.length !== 2) throw new Error(`${parts.length - 1} times in ${path}:\n${before}`)
    text = parts.join(after)
  }
  return text
}
