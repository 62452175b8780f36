import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, type LogEvent } from 'kysely'
import type { Account } from 'turnpike'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cachedLookup } from '../../../src/kysely/caching/row-cache.ts'
import {
  type AnyDatabase,
  type KyselyAccounts,
  kyselyAccounts,
  migrate,
  sqliteDialect,
} from '../../../src/kysely/index.ts'

describe('the row cache', () => {
  let folder: string
  let sqlite: Sqlite.Database
  let db: AnyDatabase
  let accounts: KyselyAccounts
  let ann: Account
  let key: string
  /** The statements that were sent. */
  let sent: string[]

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
    sqlite = new Sqlite(join(folder, 'accounts.db'))
    sqlite.pragma('journal_mode = wal')
    const log = ({ query }: LogEvent): void => {
      sent.push(query.sql)
    }
    sent = []
    db = new Kysely({ dialect: sqliteDialect(sqlite), log })
    await migrate(db)
    accounts = kyselyAccounts(db, { secrets: ['x'.repeat(32)] })
    ann = await accounts.users.create({ username: 'ann', email: '', password: null })
    key = (await accounts.tokens.regenerate(ann)).key
    expect(await find()).toMatchObject({ username: 'ann', isActive: true })
    sent = []
  })
  afterEach(async () => {
    await db.destroy()
    rmSync(folder, { recursive: true })
  })

  /** Whose token the key is. */
  const find = async () => (await accounts.tokens.find(key))?.user ?? null

  /** Runs SQL in a process of its own. */
  const elsewhere = (statements: string) => {
    const program = `require('better-sqlite3')(process.argv[1]).exec(process.argv[2])`
    execFileSync(process.execPath, ['--eval', program, join(folder, 'accounts.db'), statements])
  }

  it('a cached token row is read once', async () => {
    expect([await find(), await find()]).toMatchObject([{ username: 'ann' }, { username: 'ann' }])
    expect(sent).toEqual([])
  })

  it('look-ups of one turn of the event loop share a look at the counters', async () => {
    const executed: unknown[] = []
    const observed = new Sqlite(join(folder, 'accounts.db'), {
      verbose: (statement) => executed.push(statement),
    })
    const own = new Kysely<never>({ dialect: sqliteDialect(observed) })
    onTestFinished(() => own.destroy())
    const { tokens } = kyselyAccounts(own, { secrets: ['x'.repeat(32)] })
    await tokens.find(key)
    executed.length = 0

    const found = await Promise.all(Array.from({ length: 5 }, () => tokens.find(key)))
    expect(found.map((token) => token?.user.username)).toEqual(Array(5).fill('ann'))
    expect(executed.filter((statement) => statement === 'pragma data_version')).toHaveLength(1)
  })

  it('a look-up sees what another process did before it, in the turn of an earlier one', async () => {
    const earlier = find()
    elsewhere('delete from turnpike_token')
    expect(await find()).toBeNull()
    await earlier
  })

  it.each([
    ['revoked', 'delete from turnpike_token', null],
    ['replaced', "update turnpike_token set digest = 'another'", null],
    ['that of a deleted user', 'pragma foreign_keys = on; delete from turnpike_user', null],
    ['that of an inactive user', 'update turnpike_user set is_active = 0', { isActive: false }],
    [
      'that of a user with another name',
      "update turnpike_user set username = 'eve'",
      { username: 'eve' },
    ],
    ['that of staff', 'update turnpike_user set is_staff = 1', { isStaff: true }],
    ['anything in a new database', 'drop table turnpike_token', Error],
  ])(
    'a cached token row is not used when another process has made %s',
    async (_how, change, expected) => {
      elsewhere(change)

      if (expected === Error) await expect(find()).rejects.toThrow('no such table')
      else if (expected === null) expect(await find()).toBeNull()
      else expect(await find()).toMatchObject(expected)
    },
  )

  it('a cached token row is not used when this process has revoked it, by Kysely or beside it', async () => {
    await accounts.tokens.revoke(ann)
    expect(await find()).toBeNull()

    key = (await accounts.tokens.regenerate(ann)).key
    expect(await find()).not.toBeNull()
    sqlite.exec('delete from turnpike_token')
    expect(await find()).toBeNull()
  })

  it('a token row read in a transaction that is rolled back is not cached', async () => {
    const undone = db.transaction().execute(async (transaction) => {
      const inside = kyselyAccounts(transaction, { secrets: ['x'.repeat(32)] })
      await inside.tokens.revoke(ann)
      expect(await inside.tokens.find(key)).toBeNull()
      throw new Error('undone')
    })

    await expect(undone).rejects.toThrow('undone')
    expect(await find()).toMatchObject({ username: 'ann' })
  })

  it('a cached token row does not contain the key, so memory does not reveal it', async () => {
    const stored = vi.spyOn(Map.prototype, 'set')
    onTestFinished(() => stored.mockRestore())
    sqlite.exec('update turnpike_user set is_staff = 1')

    expect(await find()).toMatchObject({ isStaff: true })

    const texts = stored.mock.calls.flat().filter((value) => typeof value === 'string')
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter((text) => text.includes(key))).toEqual([])
  })

  it('a token row is not cached when a rollback follows that began while it was read', async () => {
    let isOpen = true
    const find = cachedLookup(db, ['turnpike_user'], async () => {
      if (!isOpen) return 'committed'
      sqlite.exec('begin; alter table turnpike_user add column nickname text')
      return 'taken back'
    })
    expect(await find('ann')).toBe('taken back')

    // After it was rolled back, the schema has the version that it had.
    sqlite.exec('rollback')
    isOpen = false
    expect(await find('ann')).toBe('committed')
  })

  it('unknown keys are not cached, so made-up keys take no memory', async () => {
    const other = await accounts.users.create({ username: 'ben', email: '', password: null })
    const { key: revoked } = await accounts.tokens.regenerate(other)
    await accounts.tokens.revoke(other)
    sent = []

    expect(await accounts.tokens.find(revoked)).toBeNull()
    expect(await accounts.tokens.find(revoked)).toBeNull()
    expect(sent).toHaveLength(2)
  })
})
