import { InvalidUser, UsernameTaken } from 'turnpike'
import type { Chapter } from '../contract.ts'
import { expectFailure, expectFields, expectSame } from '../expect.ts'
import { named, namesOf, type OpenedUsers } from './fixtures.ts'

/** New users and passwords that a store must not accept. */
export const refusals: Chapter<OpenedUsers> = (it) => {
  it('a user store refuses a username that is taken, and keeps its user', async ({ users }) => {
    const ada = await users.create(named('ada'))

    await expectFailure(
      users.create({ ...named('ada'), isStaff: true }),
      UsernameTaken,
      'a second user of the name',
    )
    expectSame(await users.find('ada'), ada, 'the first user of the name')
  })

  it('a user store creates one user however many ask for the same name at once', async ({
    users,
  }) => {
    const wanted = Array.from({ length: 20 }, () => users.create(named('ada')))

    const outcomes = await Promise.allSettled(wanted)

    const created = outcomes.filter(({ status }) => status === 'fulfilled')
    expectSame(created.length, 1, 'the number of users that were created')
    for (const work of wanted) {
      await work.catch(() => expectFailure(work, UsernameTaken, 'each further user of the name'))
    }
    expectSame(await namesOf(users), ['ada'], 'the list of all users')
  })

  for (const [kind, username] of unfitNames) {
    it(`a user store refuses a username that is ${kind}`, async ({ users }) => {
      await expectFailure(users.create(named(username)), InvalidUser, 'such a user')
      expectSame(await namesOf(users), [], 'the list of all users')
    })
  }

  it('a user store accepts a username of 150 characters beyond the first plane', async ({
    users,
  }) => {
    const longest = '𠮷'.repeat(150)

    const user = await users.create(named(longest))

    expectSame(await users.find(longest), user, 'the user with that name')
  })

  for (const email of ['ada', '@example.com', 'ada@', 'a@b@c', 'a b@x.org', 'a\0@x.org']) {
    it(`a user store refuses the email address ${JSON.stringify(email)}`, async ({ users }) => {
      await expectFailure(users.create({ ...named('ada'), email }), InvalidUser, 'such a user')
    })
  }

  for (const [kind, password] of unfitPasswords) {
    it(`a user store refuses a password that is ${kind}`, async ({ users }) => {
      const ada = await users.create({ username: 'ada', password: 'enchantress' })

      await expectFailure(users.create({ username: 'bob', password }), InvalidUser, 'create()')
      await expectFailure(users.setPassword(ada, password), InvalidUser, 'setPassword()')
      const verified = await users.verify('ada', 'enchantress')
      expectSame(verified?.user, ada, 'the user with the password of before')
      expectSame(await namesOf(users), ['ada'], 'the list of all users')
    })
  }

  it('InvalidUser names the field of a new user that is at fault', async ({ users }) => {
    const faults = [
      { user: named('ada '), field: 'username' },
      { user: { ...named('ada'), email: 'ada' }, field: 'email' },
      { user: { username: 'ada', password: '' }, field: 'password' },
    ]
    for (const { user, field } of faults) {
      const error = await expectFailure(users.create(user), InvalidUser, `a user without ${field}`)
      expectFields(error, { field }, 'the error')
    }
  })
}

const unfitNames = [
  ['empty', ''],
  ['longer than 150 characters', 'a'.repeat(151)],
  ['longer than 150 characters beyond the first plane', '𠮷'.repeat(151)],
  ['with a zero byte', 'a\0b'],
  ['with a control character', 'a\u0085b'],
  ['with half of a surrogate pair', 'a\ud800'],
  ['with an invisible character', 'a\u200bda'],
  ['with full-width letters', 'ａｄａ'],
  ['with a blank at the end', 'ada '],
] as const

const unfitPasswords = [
  ['empty', ''],
  ['longer than 4,096 bytes', 'ä'.repeat(2049)],
  ['with a zero byte', 'open\0sesame'],
  ['with half of a surrogate pair', 'open\udfff'],
] as const
