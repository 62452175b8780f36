import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quick } from '@turnpike/test-support/accounts.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { SignInOutdated } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  kyselyAccounts,
  kyselySessions,
  migrate,
  sqliteDialect,
} from '../../../src/kysely/index.ts'

/** Stores, and a user who has just signed in. Another process may change the database in between. */
async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-'))
  const file = join(folder, 'accounts.db')
  let meanwhile: string | null = null
  const db: AnyDatabase = new Kysely({
    dialect: sqliteDialect(new Sqlite(file)),
    // Called when a statement has been answered, and before the next one is sent.
    log: ({ query }) => {
      if (meanwhile === null || !/^select [^(]* from "turnpike_user" where "id"/.test(query.sql))
        return
      other.exec(meanwhile)
      meanwhile = null
    },
  })
  await migrate(db)
  const other = new Sqlite(file)
  onTestFinished(async () => {
    await db.destroy()
    other.close()
    rmSync(folder, { recursive: true })
  })

  const { users, tokens } = kyselyAccounts(db, { secrets, passwords: quick })
  await users.create({ username: 'ann', password: 'wonderland' })
  const verified = await users.verify('ann', 'wonderland')
  if (verified === null) throw new Error('The password is right.')
  return {
    sessions: kyselySessions(db),
    tokens,
    verified,
    /** Runs the statement after the user was read, and before anything is written. */
    betweenReadAndWrite: (statement: string) => {
      meanwhile = statement
    },
    hasRun: () => meanwhile === null,
    rowsOf: (table: string) => other.prepare(`select * from ${table}`).all(),
  }
}

describe.each([
  ['gets another password', "update turnpike_user set password = 'another'"],
  [
    'is made inactive and active again',
    'update turnpike_user set deactivations = deactivations + 1',
  ],
  ['is made inactive', 'update turnpike_user set deactivations = deactivations + 1, is_active = 0'],
  ['is made inactive by a statement of the deployer', 'update turnpike_user set is_active = 0'],
  ['is deleted', 'delete from turnpike_user'],
])('a user who %s between the statements that read and write', (_, statement) => {
  it('gets no session: it is compared in the statement that writes', async () => {
    const { sessions, verified, betweenReadAndWrite, hasRun, rowsOf } = await open()
    betweenReadAndWrite(statement)

    await expect(sessions.create(verified.user, verified)).rejects.toThrow(SignInOutdated)

    expect(hasRun()).toBe(true)
    expect(rowsOf('turnpike_session')).toEqual([])
  })

  it('gets no token: it is compared in the statement that writes', async () => {
    const { tokens, verified, betweenReadAndWrite, hasRun, rowsOf } = await open()
    betweenReadAndWrite(statement)

    await expect(tokens.getOrCreate(verified.user, verified)).rejects.toThrow(SignInOutdated)

    expect(hasRun()).toBe(true)
    expect(rowsOf('turnpike_token')).toEqual([])
  })
})
