import { named, quick } from '@turnpike/test-support/accounts.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { type Account, type PasswordHasher, pbkdf2, type TokenStore } from 'turnpike'
import type { ApiKeyStore } from 'turnpike/kit'
import { argon2id } from 'turnpike/node'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import {
  type AnyDatabase,
  type KyselyUsers,
  kyselyAccounts,
  migrate,
  sqliteDialect,
} from '../../../src/kysely/index.ts'

describe('accounts by Kysely', () => {
  it('accounts by Kysely are of the type Account', () => {
    expectTypeOf(kyselyAccounts).returns.toEqualTypeOf<{
      users: KyselyUsers
      tokens: TokenStore<Account>
      keys: ApiKeyStore<Account>
      flush(): Promise<void>
    }>()
  })

  it('accounts by Kysely keep passwords as argon2id by default', async () => {
    const { db } = await open()
    const { users } = kyselyAccounts(db, { secrets })
    await users.create({ username: 'ada', password: 'enchantress' })

    expect(await passwordOf(db)).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
    expect(await users.verify('ada', 'enchantress')).not.toBeNull()
  })

  it('accounts by Kysely store moments as texts that sort by time', async () => {
    const { db, users, tokens } = await open()
    const ada = await users.create(named('ada'))
    await tokens.getOrCreate(ada)

    for (const table of ['turnpike_user', 'turnpike_token']) {
      const { created } = await db.selectFrom(table).select('created').executeTakeFirstOrThrow()
      expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
  })

  it('the pk of a deleted user is never reused, and the token is deleted with its user', async () => {
    const { db, users, tokens } = await open()
    const ada = await users.create(named('ada'))
    const token = await tokens.getOrCreate(ada)
    await db.deleteFrom('turnpike_user').execute()

    const eve = await users.create(named('eve'))

    expect(eve.pk).not.toBe(ada.pk)
    expect(await tokens.find(token.key)).toBeNull()
    expect(await tokens.getOrCreate(eve)).toMatchObject({ user: eve })
  })

  it.each([
    ['an invisible character', 'ad\u200bmin'],
    ['full-width letters', 'ａｄｍｉｎ'],
  ])(
    'accounts by Kysely let users sign in whose names from an earlier version have %s',
    async (_, username) => {
      const { db, users } = await open()
      await users.create({ username: 'admin', password: 'enchantress' })
      await db.updateTable('turnpike_user').set({ username }).execute()

      const verified = await users.verify(username, 'enchantress')
      expect(verified?.user).toMatchObject({ pk: 1 })
      expect(await users.find(username)).toMatchObject({ pk: 1 })
    },
  )

  it('accounts by Kysely list more users than are read at once, in order', async () => {
    const { db, users } = await open()
    const rows = Array.from({ length: 1203 }, (_, index) => ({
      username: `user${index}`,
      email: '',
      is_active: 1,
      is_staff: 0,
      created: new Date().toISOString(),
    }))
    await db.insertInto('turnpike_user').values(rows).execute()

    const names: string[] = []
    for await (const user of users.all()) {
      names.push(user.username)
      // The connection is free for others meanwhile.
      if (names.length === 2) await users.create(named('late'))
    }

    expect(names).toEqual([...rows.map(({ username }) => username), 'late'])
  })

  it('accounts by Kysely keep neither the user nor the token when one of them cannot be stored', async () => {
    const { db, users } = await open(quick, true)
    await db.schema.dropTable('turnpike_token').execute()

    await expect(users.create(named('ada'))).rejects.toThrow()

    expect(await users.find('ada')).toBeNull()
  })

  it('accounts by Kysely work within a transaction of the caller', async () => {
    const { db } = await open()

    await expect(
      db.transaction().execute(async (transaction) => {
        const { users } = kyselyAccounts(transaction, {
          secrets,
          passwords: quick,
          createTokens: true,
        })
        await users.create(named('ada'))
        expect(await users.find('ada')).not.toBeNull()
        throw new Error('Changed my mind.')
      }),
    ).rejects.toThrow('Changed my mind.')

    expect(await kyselyAccounts(db, { secrets }).users.find('ada')).toBeNull()
  })
})

describe('the password hash at sign-in', () => {
  const today = argon2id({ memory: 64 })

  it('a password hash made in another way is replaced at sign-in', async () => {
    const { db, users } = await open(today)
    await users.create({ username: 'ada', password: 'enchantress' })
    const imported = await pbkdf2({ iterations: 10 }).hash('enchantress')
    await db.updateTable('turnpike_user').set({ password: imported }).execute()

    expect(await users.verify('ada', 'wrong')).toBeNull()
    expect(await passwordOf(db)).toBe(imported)

    expect((await users.verify('ada', 'enchantress'))?.user).toMatchObject({ username: 'ada' })
    const renewed = await passwordOf(db)
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=64,/)

    expect((await users.verify('ada', 'enchantress'))?.user).toMatchObject({ username: 'ada' })
    expect(await passwordOf(db)).toBe(renewed)
  })

  it('a sign-in succeeds when the new hash cannot be stored, and keeps the old one', async () => {
    const { db, users } = await open(today)
    const ada = await users.create({ username: 'ada', password: 'enchantress' })
    const imported = await pbkdf2({ iterations: 10 }).hash('enchantress')
    await db.updateTable('turnpike_user').set({ password: imported }).execute()
    await sql`
      create trigger no_change before update on turnpike_user
      begin select raise(abort, 'The disk is full.'); end
    `.execute(db)

    expect((await users.verify('ada', 'enchantress'))?.user).toEqual(ada)
    expect(await passwordOf(db)).toBe(imported)
  })

  it('a new hash at sign-in does not undo a simultaneous change of the password', async () => {
    let meanwhile = async () => {}
    const slow: PasswordHasher = {
      ...today,
      async hash(password) {
        const change = meanwhile
        meanwhile = async () => {}
        await change()
        return today.hash(password)
      },
    }
    const { db, users } = await open(slow)
    const ada = await users.create({ username: 'ada', password: 'enchantress' })
    const imported = await pbkdf2({ iterations: 10 }).hash('enchantress')
    await db.updateTable('turnpike_user').set({ password: imported }).execute()

    meanwhile = () => users.setPassword(ada, 'changed')
    expect(await users.verify('ada', 'enchantress')).toBeNull()

    expect(await users.verify('ada', 'enchantress')).toBeNull()
    expect((await users.verify('ada', 'changed'))?.user).toEqual(ada)
  })

  it.each([
    ['renews the hash', 'enchantress', true],
    ['changes the password', 'changed', false],
  ])('a sign-in whose comparison waits while another program %s', async (_, stored, succeeds) => {
    let meanwhile = async () => {}
    const slow: PasswordHasher = {
      ...today,
      async verify(password, hash) {
        const change = meanwhile
        meanwhile = async () => {}
        const fits = await today.verify(password, hash)
        await change()
        return fits
      },
    }
    const { db, users } = await open(slow)
    const ada = await users.create({ username: 'ada', password: 'enchantress' })
    const renewed = await today.hash(stored)

    meanwhile = () =>
      db
        .updateTable('turnpike_user')
        .set({ password: renewed })
        .execute()
        .then(() => {})
    expect((await users.verify('ada', 'enchantress'))?.user).toEqual(succeeds ? ada : undefined)
  })

  it('a known password costs one look-up of the user', async () => {
    const sent: string[] = []
    const dialect = sqliteDialect(new Sqlite(':memory:'))
    const db: AnyDatabase = new Kysely({ dialect, log: ({ query }) => void sent.push(query.sql) })
    onTestFinished(() => db.destroy())
    await migrate(db)
    const { users } = kyselyAccounts(db, { secrets, passwords: quick })
    const ada = await users.create({ username: 'ada', password: 'enchantress' })
    const known = { fits: () => true, keep: () => {} }

    sent.length = 0
    expect((await users.verify('ada', 'enchantress', known))?.user).toEqual(ada)
    expect(sent).toHaveLength(1)
  })

  it('no user signs in when no hasher knows the hash', async () => {
    const { db, users } = await open(today)
    await users.create({ username: 'ada', password: 'enchantress' })
    await db.updateTable('turnpike_user').set({ password: '!enchantress' }).execute()

    expect(await users.verify('ada', 'enchantress')).toBeNull()
    expect(await users.verify('ada', '!enchantress')).toBeNull()
  })
})

async function open(passwords = quick, createTokens = false) {
  const { db, close } = await openInMemory()
  onTestFinished(close)
  return { db, ...kyselyAccounts(db, { secrets, passwords, createTokens }) }
}

async function passwordOf(db: AnyDatabase): Promise<string> {
  const row = await db.selectFrom('turnpike_user').select('password').executeTakeFirstOrThrow()
  return row.password
}
