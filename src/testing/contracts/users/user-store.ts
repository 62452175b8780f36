import { describe, expect, it, onTestFinished } from 'vitest'
import { knownPasswords } from '../../../accounts/passwords/known-passwords.ts'
import type {
  Account,
  Accounts,
  PasswordHasher,
  TokenOptions,
  UserDirectory,
  UserStore,
} from '../../../index.ts'
import { InvalidUser, LastAdmin, pbkdf2, UserNotFound, UsernameTaken } from '../../../index.ts'
import type { UserFilter } from '../../../stores/index.ts'

export interface OpenAccountsOptions {
  passwords: PasswordHasher
  createTokens?: boolean
  tokens?: TokenOptions
}

/** Accounts that people can look through. Some write down the use of tokens later. */
export interface OpenedAccounts extends Accounts<Account> {
  users: UserDirectory<Account>
  flush?(): Promise<void>
}

/** Opens empty accounts. The test closes them. */
export type OpenAccounts = (
  options: OpenAccountsOptions,
) => Promise<{ accounts: OpenedAccounts; close(): Promise<void> }>

const quick = pbkdf2({ iterations: 1 })
export const named = (username: string) => ({ username, password: null })

/** What every user store keeps. */
export function testUserStore(name: string, openAccounts: OpenAccounts): void {
  async function open(options: Partial<OpenAccountsOptions> = {}): Promise<OpenedAccounts> {
    const { accounts, close } = await openAccounts({ passwords: quick, ...options })
    onTestFinished(close)
    return accounts
  }

  describe(`user store: ${name}`, () => {
    describe('create and find', () => {
      it('a user store finds no user when empty', async () => {
        const { users } = await open()

        expect(await users.find('ada')).toBeNull()
        expect(await namesOf(users)).toEqual([])
      })

      it('finds a user by name, with every field', async () => {
        const { users } = await open()
        const before = Date.now()

        const created = await users.create({
          username: 'ada',
          password: 'enchantress',
          email: 'ada@example.com',
          isActive: false,
          isStaff: true,
        })

        expect(created).toEqual({
          pk: expect.any(Number),
          username: 'ada',
          email: 'ada@example.com',
          isActive: false,
          isStaff: true,
          isAuthenticated: true,
          created: expect.any(Date),
        })
        expect(created.created.getTime()).toBeGreaterThanOrEqual(before)
        expect(created.created.getTime()).toBeLessThanOrEqual(Date.now())
        expect(await users.find('ada')).toEqual(created)
      })

      it('makes users active, without staff rights and without an email address by default', async () => {
        const { users } = await open()

        expect(await users.create(named('ada'))).toMatchObject({
          email: '',
          isActive: true,
          isStaff: false,
        })
      })

      it('a user store distinguishes upper and lower case', async () => {
        const { users } = await open()
        const lower = await users.create(named('ada'))
        const upper = await users.create(named('Ada'))

        expect(upper.pk).not.toBe(lower.pk)
        expect(await users.find('Ada')).toEqual(upper)
        expect(await users.find('ADA')).toBeNull()
      })

      it('lists all users in the order of creation', async () => {
        const { users } = await open()
        for (const username of ['zoe', 'ada', 'mia']) await users.create(named(username))

        expect(await namesOf(users)).toEqual(['zoe', 'ada', 'mia'])
      })

      it('creates a token with each user when asked to', async () => {
        const { users, tokens } = await open({ createTokens: true })
        const ada = await users.create(named('ada'))

        const token = await tokens.getOrCreate(ada)

        expect(token.created.getTime()).toBeLessThanOrEqual(Date.now())
        expect(await tokens.find(token.key)).toEqual(token)
      })
    })

    describe('refusing new users', () => {
      it('a user store refuses a name that is taken, and keeps its user', async () => {
        const { users } = await open()
        const ada = await users.create(named('ada'))

        await expect(users.create({ ...named('ada'), isStaff: true })).rejects.toThrow(
          new UsernameTaken('ada'),
        )
        expect(await users.find('ada')).toEqual(ada)
      })

      it('a user store gives a name to one of many who want it at once', async () => {
        const { users } = await open()
        const wanted = Array.from({ length: 20 }, () => users.create(named('ada')))

        const outcomes = await Promise.allSettled(wanted)

        const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
        expect(refused).toHaveLength(19)
        for (const { reason } of refused) expect(reason).toBeInstanceOf(UsernameTaken)
        expect(await namesOf(users)).toEqual(['ada'])
      })

      it.each([
        ['empty', ''],
        ['longer than 150 characters', 'a'.repeat(151)],
        ['longer than 150 characters beyond the first plane', '𝒂'.repeat(151)],
        ['with a zero byte', 'a\0b'],
        ['with a control character', 'a\u0085b'],
        ['with half of a surrogate pair', 'a\ud800'],
        ['with an invisible character', 'a\u200bda'],
        ['with a blank at the end', 'ada '],
      ])('refuses a username that is %s', async (_, username) => {
        const { users } = await open()

        await expect(users.create(named(username))).rejects.toThrow(InvalidUser)
        expect(await namesOf(users)).toEqual([])
      })

      it('accepts 150 characters, whatever they need in memory', async () => {
        const { users } = await open()
        const longest = '𝒂'.repeat(150)

        const user = await users.create(named(longest))

        expect(await users.find(longest)).toEqual(user)
      })

      it.each(['ada', '@example.com', 'ada@', 'a@b@c', 'a b@example.com', 'a\0@example.com'])(
        'refuses the email address %j',
        async (email) => {
          const { users } = await open()

          await expect(users.create({ ...named('ada'), email })).rejects.toThrow(InvalidUser)
        },
      )

      it.each([
        ['empty', ''],
        ['longer than 4,096 bytes', 'ä'.repeat(2049)],
        ['with a zero byte', 'open\0sesame'],
        ['with half of a surrogate pair', 'open\udfff'],
      ])('refuses a password that is %s', async (_, password) => {
        const { users } = await open()
        const ada = await users.create({ username: 'ada', password: 'enchantress' })

        await expect(users.create({ username: 'bob', password })).rejects.toThrow(InvalidUser)
        await expect(users.setPassword(ada, password)).rejects.toThrow(InvalidUser)
        expect((await users.verify('ada', 'enchantress'))?.user).toEqual(ada)
        expect(await namesOf(users)).toEqual(['ada'])
      })
    })

    it.each(['', '\0', 'ada\0', '\ud800', 'a'.repeat(151), 'a'.repeat(1_000_000), "' or 1=1 --"])(
      'a user store finds no user by an unknown name (case %#)',
      async (username) => {
        const { users } = await open()
        await users.create({ username: 'ada', password: 'enchantress' })

        expect(await users.find(username)).toBeNull()
        expect(await users.verify(username, 'enchantress')).toBeNull()
      },
    )

    describe('activity', () => {
      it('changing activity changes nothing else', async () => {
        const { users } = await open()
        const ada = await users.create({ username: 'ada', password: 'enchantress' })
        const bob = await users.create(named('bob'))

        await users.setActive(ada, false)
        expect(await users.find('ada')).toEqual({ ...ada, isActive: false })
        expect((await users.verify('ada', 'enchantress'))?.user).toEqual({
          ...ada,
          isActive: false,
        })
        expect(await users.find('bob')).toEqual(bob)

        await users.setActive(ada, true)
        expect(await users.find('ada')).toEqual(ada)
      })
    })

    it('a user store reports a change to a user who no longer exists', async () => {
      const { users } = await open()
      const ada = await users.create({ username: 'ada', password: 'enchantress' })
      const gone: Account = { ...ada, pk: 4711, username: 'gone' }

      await expect(users.setPassword(gone, 'a new password')).rejects.toThrow(UserNotFound)
      await expect(users.setPassword(gone, null)).rejects.toThrow(UserNotFound)
      await expect(users.setActive(gone, false)).rejects.toThrow(UserNotFound)
      await expect(users.setActive(gone, true)).rejects.toThrow(
        'There is no user gone with the pk 4711.',
      )
      expect(await users.update(gone, { isStaff: true })).toBeNull()
      expect((await users.verify('ada', 'enchantress'))?.user).toEqual(ada)
    })

    describe('lookup by pk', () => {
      it('finds a user by the pk as it stands in a URL, active or not', async () => {
        const { users } = await open()
        const ada = await users.create(named('ada'))
        await users.setActive(ada, false)

        expect(await users.findByPk(`${ada.pk}`)).toEqual({ ...ada, isActive: false })
      })

      it.each([
        '',
        '0',
        '-1',
        '01',
        '1.0',
        ' 1',
        '1e0',
        'ada',
        '99',
        '2147483648',
        '9'.repeat(40),
        '\0',
        '\ud800',
      ])('a user store finds no user by an unknown pk (case %#)', async (pk) => {
        const { users } = await open()
        await users.create(named('ada'))

        expect(await users.findByPk(pk)).toBeNull()
      })
    })

    describe('search', () => {
      const found = async (users: UserDirectory<Account>, filter?: UserFilter) =>
        (await users.search(filter).slice(0, null)).map(({ username }) => username)

      it('gives every user in the order of creation when nothing is asked for', async () => {
        const { users } = await open()
        for (const username of ['zoe', 'ada', 'mia']) await users.create(named(username))

        const everyone = users.search()

        expect(await found(users)).toEqual(['zoe', 'ada', 'mia'])
        expect(await found(users, { text: '' })).toEqual(['zoe', 'ada', 'mia'])
        expect(await everyone.count()).toBe(3)
        expect(await everyone.slice(1, 1)).toEqual([await users.find('ada')])
      })

      it('finds a part of the username or of the email address', async () => {
        const { users } = await open()
        await users.create({ ...named('ada'), email: 'countess@example.com' })
        await users.create({ ...named('bob'), email: 'bob@ada.example' })
        await users.create(named('mia'))

        expect(await found(users, { text: 'da' })).toEqual(['ada', 'bob'])
        expect(await found(users, { text: 'ess@' })).toEqual(['ada'])
        expect(await users.search({ text: 'da' }).count()).toBe(2)
        expect(await found(users, { text: 'nobody' })).toEqual([])
      })

      it('takes upper and lower case alike, in every alphabet', async () => {
        const { users } = await open()
        for (const name of ['Ada', 'Özil', 'ΑΘΗΝΑ', 'straße', '𐐀lan'])
          await users.create(named(name))

        expect(await found(users, { text: 'aDA' })).toEqual(['Ada'])
        expect(await found(users, { text: 'ÖZIL' })).toEqual(['Özil'])
        expect(await found(users, { text: 'özil' })).toEqual(['Özil'])
        expect(await found(users, { text: 'θην' })).toEqual(['ΑΘΗΝΑ'])
        expect(await found(users, { text: 'TRAß' })).toEqual(['straße'])
        expect(await found(users, { text: '𐐨L' })).toEqual(['𐐀lan'])
      })

      it.each([...'%_*?[]^$.|+(){}\\-\'"#!'])(
        'takes %j for an ordinary character',
        async (character) => {
          const { users } = await open()
          await users.create(named('plain'))
          await users.create(named(`a${character}b`))

          expect(await found(users, { text: character })).toEqual([`a${character}b`])
          expect(await found(users, { text: `a${character}B` })).toEqual([`a${character}b`])
        },
      )

      it.each(['\0', '\ud800', 'a'.repeat(100_000), 'n_ne', '(?i)', '***=ada'])(
        'a user store finds no user by an unmatched text (case %#)',
        async (text) => {
          const { users } = await open()
          await users.create(named('ada'))

          expect(await found(users, { text })).toEqual([])
        },
      )

      it('a user store filters active from inactive users, and staff from others', async () => {
        const { users } = await open()
        await users.create({ ...named('ada'), isStaff: true })
        await users.create({ ...named('bob'), isActive: false })
        await users.create(named('mia'))

        expect(await found(users, { isActive: true })).toEqual(['ada', 'mia'])
        expect(await found(users, { isActive: false })).toEqual(['bob'])
        expect(await found(users, { isStaff: true })).toEqual(['ada'])
        expect(await found(users, { isActive: true, isStaff: false })).toEqual(['mia'])
        expect(await found(users, { text: 'a', isStaff: true })).toEqual(['ada'])
      })

      it.each([
        ['username', ['ada', 'bob', 'mia']],
        ['-username', ['mia', 'bob', 'ada']],
        ['email', ['bob', 'mia', 'ada']],
        ['-created', ['bob', 'ada', 'mia']],
        ['pk', ['mia', 'ada', 'bob']],
        ['isStaff', ['ada', 'mia', 'bob']],
        ['-isActive', ['ada', 'bob', 'mia']],
      ])('users can be ordered by %s', async (field, names) => {
        const { users } = await open()
        await users.create({ ...named('mia'), email: 'm@example.com', isActive: false })
        await pause()
        await users.create({ ...named('ada'), email: 'z@example.com' })
        await pause()
        await users.create({ ...named('bob'), email: 'a@example.com', isStaff: true })

        const inOrder = users.search().orderBy([field, 'username'])

        const usernames = (await inOrder.slice(0, null)).map(({ username }) => username)
        expect(usernames).toEqual(names)
      })

      it('users can be read by position, as cursors do', async () => {
        const { users } = await open()
        for (const username of ['zoe', 'ada', 'mia']) await users.create(named(username))
        const { keyset } = users.search({ text: 'A' })
        const ordering = keyset?.complete(['-username']) ?? []
        const window = { ordering, from: null, includesFrom: false, backward: false, limit: 1 }

        const [first] = (await keyset?.read(window)) ?? []
        const [second] = (await keyset?.read({ ...window, from: first?.position ?? null })) ?? []

        expect(first?.item).toEqual(await users.find('mia'))
        expect(second?.item).toEqual(await users.find('ada'))
      })
    })

    describe('update', () => {
      it('changes the email address and the staff flag, and nothing else', async () => {
        const { users } = await open()
        const ada = await users.create({ username: 'ada', password: 'enchantress' })
        const bob = await users.create(named('bob'))

        const changed = { ...ada, email: 'ada@example.com', isStaff: true }
        expect(await users.update(ada, { email: 'ada@example.com', isStaff: true })).toEqual(
          changed,
        )
        expect((await users.verify('ada', 'enchantress'))?.user).toEqual(changed)
        expect(await users.find('bob')).toEqual(bob)

        expect(await users.update(changed, { email: '' })).toEqual({ ...changed, email: '' })
        expect(await users.update(changed, { isStaff: false })).toEqual(ada)
        expect(await users.update(ada, {})).toEqual(ada)
      })

      it('a token shows the changes to its user', async () => {
        const { users, tokens } = await open()
        const ada = await users.create(named('ada'))
        const { key } = await tokens.getOrCreate(ada)

        await users.update(ada, { isStaff: true })

        expect((await tokens.find(key))?.user).toEqual({ ...ada, isStaff: true })
      })

      it('refuses an email address that cannot be one, and says which field it is', async () => {
        const { users } = await open()
        const ada = await users.create(named('ada'))

        const refused = users.update(ada, { email: 'ada', isStaff: true })

        await expect(refused).rejects.toThrow(InvalidUser)
        await expect(refused).rejects.toMatchObject({ field: 'email' })
        expect(await users.find('ada')).toEqual(ada)
      })

      it('an update gives null when the user is gone', async () => {
        const { users } = await open()
        const ada = await users.create(named('ada'))

        expect(await users.update({ ...ada, pk: ada.pk + 1 }, { isStaff: true })).toBeNull()
      })
    })

    describe('the last administrator: active, staff, and with a password', () => {
      const staff = (username: string) => ({ username, password: 'a phrase', isStaff: true })
      const keepAdmin = { keepAdmin: true }
      type Users = OpenedAccounts['users']
      const losses: [string, (users: Users, user: Account) => Promise<unknown>][] = [
        ['the staff flag', (users, user) => users.update(user, { isStaff: false }, keepAdmin)],
        ['the activity', (users, user) => users.setActive(user, false, keepAdmin)],
        ['the password', (users, user) => users.setPassword(user, null, keepAdmin)],
      ]

      describe.each(losses)('%s', (_, take) => {
        it('the right to administer stays with the last user, and can be taken from others', async () => {
          const { users } = await open()
          const ada = await users.create(staff('ada'))
          await users.create({ ...staff('no password'), password: null })
          await users.create({ ...staff('inactive'), isActive: false })
          const bob = await users.create({ username: 'bob', password: 'builder' })

          await expect(take(users, ada)).rejects.toThrow(LastAdmin)
          expect((await users.verify('ada', 'a phrase'))?.user).toEqual(ada)
          await take(users, bob)
          const eve = await users.create(staff('eve'))
          await take(users, ada)
          await expect(take(users, eve)).rejects.toThrow(LastAdmin)
        })

        it('the right to administer stays with one user when all lose it at once', async () => {
          const { users } = await open()
          for (let round = 0; round < 5; round++) {
            const names = ['ada', 'bob', 'eve'].map((name) => `${name}${round}`)
            const all = []
            for (const name of names) all.push(await users.create(staff(name)))

            const taken = await Promise.allSettled(all.map((user) => take(users, user)))

            expect(taken.filter(({ status }) => status === 'rejected')).toHaveLength(1)
            for (const user of all) await users.update(user, { isStaff: false })
          }
        })
      })

      it('two changes at once do not take different parts of the right to administer', async () => {
        const { users } = await open()
        for (let round = 0; round < 5; round++) {
          const one = await users.create(staff(`one${round}`))
          const other = await users.create(staff(`other${round}`))

          const taken = await Promise.allSettled([
            users.setActive(one, false, keepAdmin),
            users.update(other, { isStaff: false }, keepAdmin),
          ])

          expect(taken.filter(({ status }) => status === 'rejected')).toHaveLength(1)
          for (const user of [one, other]) await users.update(user, { isStaff: false })
        }
      })

      it('the right to administer may be taken from the last user when not protected', async () => {
        const { users } = await open()
        const ada = await users.create(staff('ada'))

        await users.update(ada, { email: 'ada@example.com', isStaff: true }, keepAdmin)
        await users.setPassword(ada, 'another phrase', keepAdmin)
        await users.setActive(ada, true, keepAdmin)
        expect(await users.update(ada, { isStaff: false })).toMatchObject({ isStaff: false })
      })
    })

    it('says which field of a new user is at fault', async () => {
      const { users } = await open()

      const faults = [
        { ...named('ada '), field: 'username' },
        { ...named('ada'), email: 'ada', field: 'email' },
        { username: 'ada', password: '', field: 'password' },
      ]
      for (const { field, ...user } of faults) {
        await expect(users.create(user)).rejects.toMatchObject({ field })
      }
    })

    describe('passwords', () => {
      it('verifies the password of a user, active or not', async () => {
        const { users } = await open()
        const ada = await users.create({ username: 'ada', password: 'enchantress' })
        const bob = await users.create({ username: 'bob', password: 'builder', isActive: false })

        expect((await users.verify('ada', 'enchantress'))?.user).toEqual(ada)
        expect((await users.verify('bob', 'builder'))?.user).toEqual(bob)
        expect(await users.verify('ada', 'Enchantress')).toBeNull()
        expect(await users.verify('ada', 'builder')).toBeNull()
        expect(await users.verify('eve', 'enchantress')).toBeNull()
      })

      it('takes every byte of the password into account', async () => {
        const { users } = await open()
        const longest = 'x'.repeat(4095)
        const ada = await users.create({ username: 'ada', password: `${longest}y` })

        expect((await users.verify('ada', `${longest}y`))?.user).toEqual(ada)
        expect(await users.verify('ada', `${longest}z`)).toBeNull()
        expect(await users.verify('ada', `${longest}yy`)).toBeNull()
      })

      it('a user without a password cannot sign in', async () => {
        const { users } = await open()
        await users.create(named('ada'))

        for (const guess of ['', 'null', 'nobody has this password']) {
          expect(await users.verify('ada', guess)).toBeNull()
        }
      })

      it('replaces a password, and takes it away', async () => {
        const { users } = await open()
        const ada = await users.create({ username: 'ada', password: 'first' })

        await users.setPassword(ada, 'second')
        expect(await users.verify('ada', 'first')).toBeNull()
        expect((await users.verify('ada', 'second'))?.user).toEqual(ada)

        await users.setPassword(ada, null)
        expect(await users.verify('ada', 'second')).toBeNull()
      })

      it('refuses a password that is changed while it is being checked', async () => {
        let change: (() => Promise<void>) | undefined
        const slow: PasswordHasher = {
          ...quick,
          async verify(password, hash) {
            const isRight = await quick.verify(password, hash)
            await change?.()
            return isRight
          },
        }
        const { users } = await open({ passwords: slow })
        const ada = await users.create({ username: 'ada', password: 'first' })
        expect((await users.verify('ada', 'first'))?.user).toEqual(ada)

        change = () => users.setPassword(ada, 'second')
        expect(await users.verify('ada', 'first')).toBeNull()
        change = undefined
        expect((await users.verify('ada', 'second'))?.user).toEqual(ada)
      })

      it('the stamp of a verified password changes after each change of the user', async () => {
        const { users } = await open()
        const ada = await users.create({ username: 'ada', password: 'first' })
        const stamp = async (password: string) =>
          (await users.verify('ada', password))?.passwordStamp

        const stamps = [await stamp('first')]
        expect(await stamp('first')).toBe(stamps[0])
        await users.setPassword(ada, 'first')
        stamps.push(await stamp('first'))
        await users.setPassword(ada, 'second')
        stamps.push(await stamp('second'))
        await users.setActive(ada, false)
        await users.setActive(ada, true)
        stamps.push(await stamp('second'))

        expect(stamps).toEqual([...new Set(stamps)])
        for (const each of stamps) expect(each).toEqual(expect.any(String))
      })

      it('every refusal of a password costs one hash', async () => {
        let work = 0
        const { users } = await open({ passwords: counting(() => work++) })
        await users.create({ username: 'ada', password: 'enchantress' })
        await users.create({ username: 'bob', password: 'builder', isActive: false })
        await users.create(named('eve'))
        await users.verify('ada', 'enchantress')

        const refusals: [string, string][] = [
          ['ada', 'wrong'],
          ['ada', ''],
          ['ada', 'x'.repeat(5000)],
          ['ada', 'enchantress\0'],
          ['bob', 'wrong'],
          ['eve', 'wrong'],
          ['nobody', 'wrong'],
          ['nobody', 'x'.repeat(5000)],
          ['a'.repeat(151), 'wrong'],
          ['\0', 'wrong'],
        ]
        for (const [username, password] of refusals) {
          work = 0
          expect(await users.verify(username, password)).toBeNull()
          expect(work, `${username.slice(0, 9)} ${password.slice(0, 9)}`).toBe(1)
        }
      })

      it('a known password spares the hash of its active user, and of no other', async () => {
        let work = 0
        const { users } = await open({ passwords: counting(() => work++) })
        const ada = await users.create({ username: 'ada', password: 'enchantress' })
        const passwords = knownPasswords({ seconds: 60 })
        /** Who is let in, and by how much work. */
        const verify = async (password: string, username = 'ada') => {
          work = 0
          const found = await passwords.check(username, password, (known) =>
            users.verify(username, password, known),
          )
          return [found?.user ?? null, work]
        }

        expect(await verify('enchantress')).toEqual([ada, 1])
        expect(await verify('enchantress')).toEqual([ada, 0])
        const staff = await users.update(ada, { isStaff: true })
        expect(await verify('enchantress'), 'as they are now').toEqual([staff, 0])
        expect(await verify('wrong')).toEqual([null, 1])
        expect(await verify('wrong')).toEqual([null, 1])
        expect(await verify('enchantress', 'nobody')).toEqual([null, 1])

        await users.setActive(ada, false)
        for (let time = 0; time < 2; time++) {
          expect(await verify('enchantress'), 'inactive').toEqual([
            { ...staff, isActive: false },
            1,
          ])
        }
        await users.setActive(ada, true)
        await users.setPassword(ada, 'changed')
        expect(await verify('enchantress'), 'changed').toEqual([null, 1])
        expect(await verify('changed')).toEqual([staff, 1])
        expect(await verify('changed')).toEqual([staff, 0])
        await users.setPassword(ada, null)
        expect(await verify('changed'), 'taken away').toEqual([null, 1])
      })
    })
  })
}

/** Two users in one millisecond have no order by time. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 2))

async function namesOf(users: UserStore): Promise<string[]> {
  const names: string[] = []
  for await (const { username } of users.all()) names.push(username)
  return names
}

/** A hasher that says when it hashes. */
const counting = (work: () => void): PasswordHasher => ({
  ...quick,
  hash(password) {
    work()
    return quick.hash(password)
  },
  verify(password, hash) {
    work()
    return quick.verify(password, hash)
  },
})
