import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type AnyDatabase, accountMigrations, isSqlite, kyselyAccounts } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgres, postgresMissing } from '../support/postgres.ts'
import { secrets } from '../support/secrets.ts'

interface Report {
  migrated: string[]
  created: boolean
  keys: string[]
}

/** An empty database; the test closes it. */
type Open = () => Promise<{ url: string; close(): Promise<void> }>

const worker = join(import.meta.dirname, 'account-worker.ts')

const openFile: Open = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-'))
  return {
    url: `sqlite:${join(folder, 'shared.db')}`,
    close: () => rm(folder, { recursive: true }),
  }
}

testManyProcesses('one SQLite file', openFile)
describe.skipIf(postgresMissing !== null)('with a server', () => {
  testManyProcesses('one database of PostgreSQL', openPostgres)
})

function testManyProcesses(name: string, open: Open): void {
  describe(`several processes on ${name}`, () => {
    it('several processes migrate the database once, create the user once and get the same token', async () => {
      const { reports, db } = await run(open, 10, 'get-or-create')

      expect(reports.flatMap(({ migrated }) => migrated)).toEqual(Object.keys(accountMigrations))
      expect(reports.filter(({ created }) => created)).toHaveLength(1)
      const keys = new Set(reports.flatMap(({ keys }) => keys))
      expect(keys.size).toBe(1)
      const { tokens } = kyselyAccounts(db, { secrets })
      expect(await tokens.find([...keys][0] ?? '')).not.toBeNull()
      expect(await db.selectFrom('turnpike_token').selectAll().execute()).toHaveLength(1)
      expect(await integrityOf(db)).toBe('ok')
    })

    it('several processes leave one valid token when all of them regenerate it', async () => {
      const { reports, db } = await run(open, 4, 'regenerate')
      const { tokens } = kyselyAccounts(db, { secrets })
      const keys = reports.flatMap((report) => report.keys)

      expect(new Set(keys).size).toBe(80)
      const found = await Promise.all(keys.map((key) => tokens.find(key)))
      expect(found.filter((token) => token !== null)).toHaveLength(1)
      expect(await db.selectFrom('turnpike_token').selectAll().execute()).toHaveLength(1)
      expect(await integrityOf(db)).toBe('ok')
    })
  })
}

async function run(open: Open, processes: number, task: 'get-or-create' | 'regenerate') {
  const { url, close } = await open()
  onTestFinished(close)

  const reports = await Promise.all(
    Array.from({ length: processes }, async (): Promise<Report> => {
      const args = ['--conditions=source', worker, url, task]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      return JSON.parse(stdout)
    }),
  )

  const database = openDatabase(url)
  onTestFinished(database.close)
  return { reports, db: database.db }
}

/** PostgreSQL has no such check. */
async function integrityOf(db: AnyDatabase) {
  if (!isSqlite(db)) return 'ok'
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  return rows[0]?.integrity_check
}
