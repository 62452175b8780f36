import { readConfig } from '@turnpike/service'
import { openRecordedSqlite } from '@turnpike/test-support/recorded-sqlite.ts'
import { testClient } from '@turnpike/testing'
import { createApi, routes, type Settings } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openConfiguredDatabase } from '../../../../service/src/service/database/open.ts'
import {
  type AnyDatabase,
  kyselyAccounts,
  kyselyItems,
  migrate,
} from '../../../src/kysely/index.ts'
import { changesOf } from '../../../src/kysely/sqlite/change-token.ts'

const setUp = `create table note (id integer primary key, title text);
  with recursive number(n) as (select 1 union all select n + 1 from number where n < 4000)
  insert into note select n, 'note ' || n from number`

function open(options: { cache: boolean }) {
  const opened = openRecordedSqlite(setUp, options)
  onTestFinished(opened.close)
  return opened
}

const notes = (db: AnyDatabase) => kyselyItems(db, db.selectFrom('note').select(['id', 'title']))

/** The statements that are sent when the work is done a second time. */
async function statementsOfSecond({ sent }: { sent: string[] }, work: () => Promise<unknown>) {
  await work()
  const before = sent.length
  await work()
  return sent.slice(before)
}

describe.each([true, false])('sqliteDialect() with cache: %s', (cache) => {
  const times = cache ? 'once' : 'each time'

  it(`reads a count ${times}`, async () => {
    const opened = open({ cache })
    const statements = await statementsOfSecond(opened, () => notes(opened.db).count())
    expect(statements).toHaveLength(cache ? 0 : 1)
  })

  it(`reads the row of a token ${times}`, async () => {
    const opened = open({ cache })
    await migrate(opened.db)
    const { users, tokens } = kyselyAccounts(opened.db, { secrets: ['x'.repeat(32)] })
    const user = await users.create({ username: 'ann', email: '', password: null })
    const { key } = await tokens.regenerate(user)
    const statements = await statementsOfSecond(opened, () => tokens.find(key))
    expect(statements).toHaveLength(cache ? 0 : 1)
  })

  it(`reads a page of a list ${times}`, async () => {
    const opened = open({ cache })
    const api = createApi()
    const client = testClient(routes(api, { '/': api.listView({ items: notes(opened.db) }) }))
    const statements = await statementsOfSecond(opened, () => client.get('/'))
    expect(statements).toHaveLength(cache ? 0 : 1)
  })

  it(`reads a deep page ${cache ? 'from a position' : 'by its offset'}`, async () => {
    const opened = open({ cache })
    await notes(opened.db).slice(3500, 10)
    const [statement] = await statementsOfSecond(opened, () => notes(opened.db).slice(3510, 10))
    expect(statement?.includes('where')).toBe(cache)
  })
})

describe('LIST_CACHE_MAX_LENGTH', () => {
  const statementsUnder = async (settings: Settings, paths: readonly string[]) => {
    const opened = open({ cache: true })
    const api = createApi(settings)
    const client = testClient(routes(api, { '/': api.listView({ items: notes(opened.db) }) }))
    return statementsOfSecond(opened, async () => {
      for (const path of paths) await client.get(path)
    })
  }

  it('caches pages of lists by default', async () => {
    expect(await statementsUnder({}, ['/', '/?a=1'])).toHaveLength(0)
  })

  it('caches none when it is 0', async () => {
    expect(await statementsUnder({ LIST_CACHE_MAX_LENGTH: 0 }, ['/'])).toHaveLength(1)
  })

  it('caches as many as it has room for', async () => {
    const length = 200_000
    expect(await statementsUnder({ LIST_CACHE_MAX_LENGTH: length }, ['/'])).toHaveLength(0)
    expect(await statementsUnder({ LIST_CACHE_MAX_LENGTH: length }, ['/', '/?a=1'])).toHaveLength(2)
    expect(await statementsUnder({ LIST_CACHE_MAX_LENGTH: length / 2 }, ['/'])).toHaveLength(1)
  })
})

describe('DATABASE_CACHE', () => {
  it.each([
    ['', true],
    ['true', true],
    ['false', false],
  ])('decides as %j whether the database of the service is cached', async (text, isCached) => {
    const config = readConfig({ DATABASE_URL: 'sqlite::memory:', DATABASE_CACHE: text })
    const { db, close } = openConfiguredDatabase(config)
    onTestFinished(close)
    expect(changesOf(db) !== null).toBe(isCached)
  })
})
