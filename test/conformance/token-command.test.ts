import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@turnpike/service'
import { kyselyAccounts, migrate } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { type Account, pbkdf2 } from 'turnpike'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceSecrets } from '../../packages/service/src/service/secrets.ts'
import { silentLogger } from '../support/one-view.ts'
import { loadTable, loadVectors, vectorsFolder } from './replay/load.ts'
import { jsonDifferences } from './replay/matchers.ts'

/** Runs of the token command, in this order. */
interface TokenCommandTable {
  runs: {
    args: string[]
    succeeds: boolean
    /** What became of the user's token; `none`: it has none. */
    token: 'created' | 'kept' | 'replaced' | 'none'
    /** The line printed; may be a matcher. */
    output?: unknown
    /** The error. */
    message?: string
  }[]
}

const table = await loadTable<TokenCommandTable>(vectorsFolder, 'token-command.json')
const { world } = await loadVectors(vectorsFolder)
const folder = await mkdtemp(join(tmpdir(), 'turnpike-'))
const database = openDatabase(`sqlite:${join(folder, 'world.db')}`)
const { users, tokens } = kyselyAccounts(database.db, {
  // The command finds the same ones beside the database.
  secrets: serviceSecrets(readConfig({ DATABASE_URL: database.url }), silentLogger),
  passwords: pbkdf2({ iterations: 1 }),
})

beforeAll(async () => {
  await migrate(database.db)
  const created = new Map<string, Account>()
  for (const { username, password, email } of world.users) {
    created.set(username, await users.create({ username, password, email }))
  }
  for (const { user: username } of world.tokens) {
    const user = created.get(username)
    if (user !== undefined) await tokens.getOrCreate(user)
  }
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

describe.runIf(table)('the token command', () => {
  it.each(table?.runs ?? [])('the token command with $args: $token', async (run) => {
    const username = run.args.at(-1) ?? ''
    const before = await keyOf(username)

    const { code, output, message } = await turnpike('token', ...run.args)

    const after = await keyOf(username)
    expect(code === 0).toBe(run.succeeds)
    expect(becameOf(before, after)).toBe(run.token)
    if (run.output !== undefined) {
      expect(jsonDifferences(run.output, output.trimEnd(), new Map())).toEqual([])
      expect(output).toContain(after)
    }
    if (run.message !== undefined) expect(message).toContain(run.message)
  })
})

/** The key of the user's token, or null. */
async function keyOf(username: string): Promise<string | null> {
  const user = await users.find(username)
  const token = user && (await tokens.of(user))
  return token?.key ?? null
}

function becameOf(before: string | null, after: string | null) {
  if (after === null) return 'none'
  if (before === null) return 'created'
  return before === after ? 'kept' : 'replaced'
}

interface Outcome {
  code: number
  output: string
  message: string
}

/** Runs the command line as a user does: in a process of its own, with no variables but these. */
function turnpike(...args: string[]): Promise<Outcome> {
  const main = join(import.meta.dirname, '../../packages/service/src/cli/main.ts')
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--conditions=source', main, ...args],
      { env: { DATABASE_URL: database.url } },
      (error, output, message) =>
        resolve({ code: error === null ? 0 : Number(error.code), output, message }),
    )
  })
}
