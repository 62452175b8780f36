import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTurnpike } from './turnpike.ts'

/** Writes the name of every module that is loaded, one a line, when the process ends. */
const namesOfModules = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({
    load(url, context, next) {
      loaded.push(url)
      return next(url, context)
    },
  })
  process.on('exit', () => console.error(loaded.join('\\n')))`

/** What only the commands themselves need: libraries, and the packages of Turnpike by their folder. */
const heavy = /node_modules\/(kysely|zod|pino|hono|better-sqlite3)\/|\/packages\/(sql)\/src\//

describe('what the command line loads', () => {
  it.each([
    [['--help'], 'LOG_LEVEL'],
    [['--version'], '.'],
    [['help', 'token'], 'Usage: turnpike token'],
    [['token', '--help'], 'Usage: turnpike token'],
    [['serve', '--help'], 'Usage: turnpike serve'],
    [['keys', 'create', '--help'], 'Usage: turnpike keys create'],
    [['explain'], ''],
  ])('turnpike %j loads no library and no database', async (args, shown) => {
    const { out, loaded } = await run(args)

    expect(out).toContain(shown)
    expect(loaded.some((url) => url.includes('/commander/'))).toBe(true)
    expect(packagesIn(loaded)).toEqual([])
  })

  it.each([['--version'], ['token --help'], ['serve --help']])(
    'turnpike %s loads nothing of the framework',
    async (args) => {
      const { loaded } = await run(args.split(' '))
      expect(loaded.filter((url) => url.includes('/packages/turnpike/src/'))).toEqual([])
    },
  )

  it('a command that is run loads what it needs', async () => {
    const { loaded } = await run(['migrate'])
    expect(packagesIn(loaded)).toEqual(expect.arrayContaining(['better-sqlite3', 'kysely', 'sql']))
  })
})

describe('the variables in the help of turnpike', () => {
  it.each([[[]], [['help']], [['-h']], [['-h', 'serve']], [['help', 'unknown']]])(
    'turnpike %j lists them',
    async (args) => {
      const { out, err } = await createTurnpike().run(args)
      expect(out + err).toContain('Settings of the API in the environment:')
    },
  )

  it.each([[['help', 'serve']], [['serve', '-h']], [['keys', '--help']]])(
    'turnpike %j does not',
    async (args) => {
      const { out } = await createTurnpike().run(args)
      expect(out).toContain('Usage: turnpike')
      expect(out).not.toContain('Environment:')
    },
  )
})

async function run(args: readonly string[]): Promise<{ out: string; loaded: string[] }> {
  const turnpike = createTurnpike()
  const hooks = join(turnpike.folder, 'names-of-modules.mjs')
  writeFileSync(hooks, namesOfModules)
  const { out, err } = await turnpike.run(args, '', { NODE_OPTIONS: `--import=${hooks}` })
  return { out, loaded: err.split('\n').filter((line) => /^(?:file|node):/.test(line)) }
}

const packagesIn = (loaded: readonly string[]): string[] => [
  ...new Set(loaded.flatMap((url) => heavy.exec(url)?.slice(1).filter(Boolean) ?? [])),
]
