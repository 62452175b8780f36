import { execFileSync } from 'node:child_process'
import { named, quick } from '@turnpike/test-support/accounts.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { openInFile, openInMemory } from '@turnpike/test-support/sqlite.ts'
import { generateTokenKey } from 'turnpike/kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AnyDatabase, kyselyAccounts, migrate } from '../../../../src/kysely/index.ts'
import { openDatabase } from '../../../../src/kysely/opening/open.ts'
import { directWayOf, giveDirectWay } from '../../../../src/kysely/statements/direct.ts'

interface Opened {
  db: AnyDatabase
  close(): Promise<void>
}

describe('on SQLite', () => testLookups('SQLite', openInMemory))

describe.skipIf(postgresMissing !== null)('on PostgreSQL', () =>
  testLookups('PostgreSQL', async () => {
    const own = await openPostgres()
    const { db, close } = openDatabase(own.url)
    await migrate(db)
    return {
      db,
      async close() {
        await close()
        await own.close()
      },
    }
  }),
)

function testLookups(name: string, openAny: () => Promise<Opened>): void {
  async function open() {
    const { db, close } = await openAny()
    onTestFinished(close)
    const statements = recordStatements(db)
    let seconds = 1_800_000_000
    const now = () => new Date(seconds * 1000)
    const accounts = kyselyAccounts(db, { secrets, passwords: quick, keys: { now } })
    const ann = await accounts.users.create(named('ann'))
    return {
      ...accounts,
      ann,
      later: (more: number) => new Date((seconds + more) * 1000),
      pass: (passed: number) => {
        seconds += passed
      },
      /** The statements that the work sends. */
      async sentBy(work: () => Promise<unknown>) {
        statements.length = 0
        await work()
        return [...statements]
      },
    }
  }

  it('each refused API key takes the same statement, again and again', async () => {
    const { keys, users, ann, later, pass, sentBy } = await open()
    const issue = async (name: string, fields = {}) =>
      keys.create(ann, { name, scopes: ['notes:read'], ...fields })
    const expired = await issue('expired', { expires: later(100) })
    const elsewhere = await issue('elsewhere', { allowedAddresses: ['10.0.0.1'] })
    const revoked = await issue('revoked')
    const valid = await issue('valid')
    const find = (key: string) => keys.find(key, '192.0.2.7')
    // Now each of them is in the cache, if there is one.
    for (const { key } of [expired, revoked, valid]) expect(await find(key)).not.toBeNull()
    expect(await keys.find(elsewhere.key, '10.0.0.1')).not.toBeNull()
    await keys.revoke(revoked.apiKey)
    for (const { key } of [expired, valid]) expect(await find(key)).not.toBeNull()
    expect(await keys.find(elsewhere.key, '10.0.0.1')).not.toBeNull()
    pass(100)

    const unknown = await sentBy(() => find(generateTokenKey('tk_')))

    expect(unknown).toHaveLength(1)
    for (const { key } of [expired, elsewhere, revoked]) {
      for (let time = 1; time <= 3; time++) {
        expect(await sentBy(() => find(key))).toEqual(unknown)
      }
    }
    await users.setActive(ann, false)
    expect(await sentBy(() => find(valid.key))).toEqual(unknown)
  })

  it('an API key takes as many statements as a token', async () => {
    const { keys, tokens, ann, sentBy } = await open()
    const { key } = await keys.create(ann, { name: 'export', scopes: [] })
    const token = await tokens.getOrCreate(ann)

    for (let time = 1; time <= 3; time++) {
      const counts = [
        await sentBy(() => keys.find(key)),
        await sentBy(() => tokens.find(token.key)),
      ].map(({ length }) => length)
      expect(counts[0]).toBe(counts[1])
    }
    const together = await sentBy(() =>
      Promise.all(Array.from({ length: 20 }, () => keys.find(generateTokenKey('tk_')))),
    )
    expect(together.length).toBe(name === 'PostgreSQL' ? 1 : 20)
  })

  it('a text that is no API key takes no statement', async () => {
    const { keys, ann, sentBy } = await open()
    const { key } = await keys.create(ann, { name: 'export', scopes: [] })
    const last = key.endsWith('0') ? 1 : 0

    for (const text of [
      `${key.slice(0, -1)}${last}`,
      key.slice(3),
      'tk_',
      '',
      'a'.repeat(100_000),
    ]) {
      expect(await sentBy(() => keys.find(text))).toEqual([])
    }
  })
}

it('an API key that another process has revoked is refused at once', async () => {
  const { db, path, close } = await openInFile()
  onTestFinished(close)
  const { users, keys } = kyselyAccounts(db, { secrets, passwords: quick })
  const ann = await users.create(named('ann'))
  const { key } = await keys.create(ann, { name: 'export', scopes: [] })
  expect(await keys.find(key)).not.toBeNull()
  expect(await keys.find(key)).not.toBeNull()

  const program = `require('better-sqlite3')(process.argv[1]).exec(process.argv[2])`
  execFileSync(process.execPath, ['--eval', program, path, 'delete from turnpike_api_key'])

  expect(await keys.find(key)).toBeNull()
})

it('the API keys of a deleted user are deleted with them', async () => {
  const { db, close } = await openInMemory()
  onTestFinished(close)
  const { users, keys } = kyselyAccounts(db, { secrets, passwords: quick })
  const ann = await users.create(named('ann'))
  const { key } = await keys.create(ann, { name: 'export', scopes: [] })
  expect(await keys.find(key)).not.toBeNull()

  await db.deleteFrom('turnpike_user').where('id', '=', ann.pk).execute()

  expect(await keys.find(key)).toBeNull()
  expect(await keys.search().count()).toBe(0)
})

/** What is sent the short way, which all look-ups take. */
function recordStatements(db: AnyDatabase): string[] {
  const sent: string[] = []
  const executor = db.getExecutor()
  const way = directWayOf(executor)
  if (way === undefined) throw new Error('The database has no short way.')
  giveDirectWay(executor, (query) => {
    sent.push(query.sql)
    return way(query)
  })
  return sent
}
