import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { kyselyAccounts } from '../../../src/kysely/index.ts'
import { openDatabase } from '../../../src/kysely/opening/open.ts'
import { gatheredLookup } from '../../../src/kysely/statements/gathered-lookup.ts'

describe('look-ups that are gathered', () => {
  const asked: string[][] = []
  const find = gatheredLookup(
    async (texts) => {
      asked.push([...texts])
      if (texts.includes('broken')) throw new Error('unavailable')
      return texts.filter((text) => !text.startsWith('-')).map((text) => ({ text }))
    },
    ({ text }) => text,
  )

  it('look-ups of one turn share a statement, and each gets its own row', async () => {
    asked.length = 0
    const found = await Promise.all([find('a'), find('-b', 'c'), find('-d'), find('a')])

    expect(found).toEqual([{ text: 'a' }, { text: 'c' }, null, { text: 'a' }])
    expect(asked).toEqual([['a', '-b', 'c', '-d', 'a']])
  })

  it('a look-up that begins later is not answered by an earlier statement', async () => {
    asked.length = 0
    const first = find('a')
    await new Promise(setImmediate)
    await Promise.all([first, find('b')])

    expect(asked).toEqual([['a'], ['b']])
  })

  it('more than a hundred look-ups take several statements', async () => {
    asked.length = 0
    await Promise.all(Array.from({ length: 250 }, (_, index) => find(`${index}`)))

    expect(asked.map(({ length }) => length)).toEqual([100, 100, 50])
  })

  it('an error reaches all look-ups that share its statement, and no later one', async () => {
    const all = await Promise.allSettled([find('a'), find('broken')])

    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await find('a')).toEqual({ text: 'a' })
  })
})

describe.skipIf(postgresMissing !== null)('tokens on PostgreSQL', () => {
  async function open() {
    const own = await openPostgres()
    onTestFinished(own.close)
    const { db, migrate, close } = openDatabase(own.url)
    onTestFinished(close)
    await migrate()
    const accounts = kyselyAccounts(db, { secrets })
    const users = await Promise.all(
      ['ada', 'bob', 'eve'].map((username) => accounts.users.create({ username, password: null })),
    )
    const keys = await Promise.all(
      users.map(async (user) => (await accounts.tokens.getOrCreate(user)).key),
    )
    return { ...accounts, db, all: users, keys }
  }

  it('tokens that are looked up at once find each their own user', async () => {
    const { tokens, keys } = await open()
    const sent = [...keys, 'f'.repeat(40), ...keys.toReversed()]

    const found = await Promise.all(sent.map((key) => tokens.find(key)))
    expect(found.map((token) => token?.user.username)).toEqual([
      ...['ada', 'bob', 'eve', undefined, 'eve', 'bob', 'ada'],
    ])
  })

  it('a revoked token is refused at once', async () => {
    const { tokens, keys, all } = await open()
    const [key = ''] = keys
    const [user] = all
    if (user === undefined) throw new Error('There is no user.')

    expect(await tokens.find(key)).not.toBeNull()
    await tokens.revoke(user)
    expect(await tokens.find(key)).toBeNull()
  })

  it('a token of an unfinished transaction is found in it alone', async () => {
    const { db, tokens, users } = await open()
    await db.transaction().execute(async (transaction) => {
      const inside = kyselyAccounts(transaction, { secrets })
      const user = await inside.users.create({ username: 'new', password: null })
      const { key } = await inside.tokens.getOrCreate(user)

      expect((await inside.tokens.find(key))?.user.username).toBe('new')
      expect(await tokens.find(key)).toBeNull()
    })
    expect(users).toBeDefined()
  })
})
