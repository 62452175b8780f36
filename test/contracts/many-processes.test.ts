import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AnyDatabase, accountMigrations, kyselyAccounts } from '../../src/kysely/index.ts'
import { openDatabase } from '../../src/service/database.ts'
import { secrets } from '../support/secrets.ts'

interface Report {
  migrated: string[]
  created: boolean
  keys: string[]
}

const worker = join(import.meta.dirname, 'account-worker.ts')

describe('several processes on one SQLite file', { timeout: 60_000 }, () => {
  it('migrate it once, create the user once and get the same token', async () => {
    const { reports, db } = await run(5, 'get-or-create')

    expect(reports.flatMap(({ migrated }) => migrated)).toEqual(Object.keys(accountMigrations))
    expect(reports.filter(({ created }) => created)).toHaveLength(1)
    const [key, ...others] = new Set(reports.flatMap(({ keys }) => keys))
    expect(others).toEqual([])
    const { tokens } = kyselyAccounts(db, { secrets })
    expect(await tokens.find(key ?? '')).not.toBeNull()
    expect(await db.selectFrom('turnpike_token').selectAll().execute()).toHaveLength(1)
    expect(await integrityOf(db)).toBe('ok')
  })

  it('leave one token that serves when all of them regenerate it', async () => {
    const { reports, db } = await run(4, 'regenerate')
    const { tokens } = kyselyAccounts(db, { secrets })
    const keys = reports.flatMap((report) => report.keys)

    expect(new Set(keys).size).toBe(80)
    const found = await Promise.all(keys.map((key) => tokens.find(key)))
    expect(found.filter((token) => token !== null)).toHaveLength(1)
    expect(await db.selectFrom('turnpike_token').selectAll().execute()).toHaveLength(1)
    expect(await integrityOf(db)).toBe('ok')
  })
})

async function run(processes: number, task: 'get-or-create' | 'regenerate') {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'shared.db')

  const reports = await Promise.all(
    Array.from({ length: processes }, async (): Promise<Report> => {
      const args = ['--conditions=source', worker, path, task]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      return JSON.parse(stdout)
    }),
  )

  const { db, close } = openDatabase(`sqlite:${path}`)
  onTestFinished(close)
  return { reports, db }
}

async function integrityOf(db: AnyDatabase) {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  return rows[0]?.integrity_check
}
