import type { Chapter } from '../contract.ts'
import { expectFields, expectSame, required } from '../expect.ts'
import { named, namesOf, type OpenedUsers } from './fixtures.ts'

/** How users are created, found and listed. */
export const creation: Chapter<OpenedUsers> = (it) => {
  it('an empty user store finds no user', async ({ users }) => {
    expectSame(await users.find('ada'), null, 'what find() gives')
    expectSame(await namesOf(users), [], 'the list of all users')
  })

  it('a user store finds a user by name, with every field', async ({ users }) => {
    const fields = {
      username: 'ada',
      email: 'ada@example.com',
      isActive: false,
      isStaff: true,
    }
    const created = await users.create({ ...fields, password: 'enchantress' })

    expectFields(created, { ...fields, isAuthenticated: true }, 'the created user')
    required(created.pk, 'a pk of the created user')
    expectSame(await users.find('ada'), created, 'the user that find() gives')
  })

  it('a user store makes users active, without staff rights and without an email address by default', async ({
    users,
  }) => {
    const ada = await users.create(named('ada'))

    expectFields(ada, { email: '', isActive: true, isStaff: false }, 'the created user')
  })

  it('a user store distinguishes upper and lower case in usernames', async ({ users }) => {
    const lower = await users.create(named('ada'))
    const upper = await users.create(named('Ada'))

    expectSame(await users.find('ada'), lower, 'the user named ada')
    expectSame(await users.find('Ada'), upper, 'the user named Ada')
    expectSame(await users.find('ADA'), null, 'the user named ADA')
  })

  it('a user store gives each user another pk', async ({ users }) => {
    const pks = []
    for (const name of ['ada', 'bob', 'eve']) pks.push((await users.create(named(name))).pk)

    expectSame(new Set(pks).size, 3, 'the number of different pks')
  })

  it('a user store lists all users in the order of creation', async ({ users }) => {
    for (const username of ['zoe', 'ada', 'mia']) await users.create(named(username))

    expectSame(await namesOf(users), ['zoe', 'ada', 'mia'], 'the list of all users')
  })

  for (const username of ['', '\0', 'ada\0', '\ud800', 'a'.repeat(151), "' or 1=1 --"]) {
    it(`a user store finds no user by an unknown name: ${JSON.stringify(username.slice(0, 12))}`, async ({
      users,
    }) => {
      await users.create({ username: 'ada', password: 'enchantress' })

      expectSame(await users.find(username), null, 'what find() gives')
      expectSame(await users.verify(username, 'enchantress'), null, 'what verify() gives')
    })
  }

  it('a user store finds no user by a name of a million characters', async ({ users }) => {
    expectSame(await users.find('a'.repeat(1_000_000)), null, 'what find() gives')
  })
}
