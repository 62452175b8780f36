import type { User, UserDirectory } from 'turnpike'
import type { UserFilter } from 'turnpike/kit'
import type { Chapter } from '../contract.ts'
import { expectSame } from '../expect.ts'
import type { OpenedDirectory } from './administrators.ts'
import { named } from './fixtures.ts'

/** Which users `search` gives for a text. */
export const textSearch: Chapter<OpenedDirectory> = (it) => {
  it('a search without a filter gives every user in the order of creation', async ({ users }) => {
    for (const username of ['zoe', 'ada', 'mia']) await users.create(named(username))

    const everyone = users.search()

    await expectFound(users, undefined, ['zoe', 'ada', 'mia'])
    await expectFound(users, { text: '' }, ['zoe', 'ada', 'mia'])
    expectSame(await everyone.count(), 3, 'the count of all users')
    expectSame(await everyone.slice(1, 1), [await users.find('ada')], 'the second user')
  })

  it('a search finds a part of the username or of the email address', async ({ users }) => {
    await users.create({ ...named('ada'), email: 'countess@example.com' })
    await users.create({ ...named('bob'), email: 'bob@ada.example' })
    await users.create(named('mia'))

    await expectFound(users, { text: 'da' }, ['ada', 'bob'])
    await expectFound(users, { text: 'ess@' }, ['ada'])
    expectSame(await users.search({ text: 'da' }).count(), 2, 'the count of the users found')
    await expectFound(users, { text: 'nobody' }, [])
  })

  it('a search takes upper and lower case alike, in every alphabet', async ({ users }) => {
    for (const name of ['Ada', 'Özil', 'ΑΘΗΝΑ', 'straße', '𐐀lan']) await users.create(named(name))

    await expectFound(users, { text: 'aDA' }, ['Ada'])
    await expectFound(users, { text: 'ÖZIL' }, ['Özil'])
    await expectFound(users, { text: 'özil' }, ['Özil'])
    await expectFound(users, { text: 'θην' }, ['ΑΘΗΝΑ'])
    await expectFound(users, { text: 'TRAß' }, ['straße'])
    await expectFound(users, { text: '𐐨L' }, ['𐐀lan'])
  })

  for (const character of '%_*?[]^$.|+(){}\\-\'"#!') {
    it(`a search takes ${character} for an ordinary character`, async ({ users }) => {
      await users.create(named('plain'))
      await users.create(named(`a${character}b`))

      await expectFound(users, { text: character }, [`a${character}b`])
      await expectFound(users, { text: `a${character}B` }, [`a${character}b`])
    })
  }

  for (const text of ['\0', '\ud800', 'a'.repeat(100_000), 'n_ne', '(?i)', '***=ada']) {
    const shown = JSON.stringify(text.slice(0, 12))
    it(`a search finds no user by an unmatched text: ${shown}`, async ({ users }) => {
      await users.create(named('ada'))

      await expectFound(users, { text }, [])
    })
  }
}

/** Which users `search` gives for the other conditions. */
export const filteredSearch: Chapter<OpenedDirectory> = (it) => {
  it('a search filters active from inactive users, and staff from others', async ({ users }) => {
    await users.create({ ...named('ada'), isStaff: true })
    await users.create({ ...named('bob'), isActive: false })
    await users.create(named('mia'))

    await expectFound(users, { isActive: true }, ['ada', 'mia'])
    await expectFound(users, { isActive: false }, ['bob'])
    await expectFound(users, { isStaff: true }, ['ada'])
    await expectFound(users, { isActive: true, isStaff: false }, ['mia'])
    await expectFound(users, { text: 'a', isStaff: true }, ['ada'])
  })

  it('a search filters users with a password from those without', async ({ users }) => {
    const ada = await users.create({ username: 'ada', password: 'enchantress' })
    const bot = await users.create({ username: 'bot', password: null })

    await expectFound(users, { hasPassword: true }, ['ada'])
    await expectFound(users, { hasPassword: false }, ['bot'])
    await users.setPassword(ada, null)
    await users.setPassword(bot, 'enchantress')
    await expectFound(users, { hasPassword: true }, ['bot'])
  })
}

/** In which order `search` gives users. */
export const orderedSearch: Chapter<OpenedDirectory> = (it) => {
  for (const [field, names] of orders) {
    it(`a search can be ordered by ${field}`, async ({ users }) => {
      await users.create({ ...named('mia'), email: 'm@example.com', isActive: false })
      await pause()
      await users.create({ ...named('ada'), email: 'z@example.com' })
      await pause()
      await users.create({ ...named('bob'), email: 'a@example.com', isStaff: true })

      const ordered = await users.search().orderBy([field, 'username']).slice(0, null)

      expectSame(namesIn(ordered), names, 'the order of the users')
    })
  }

  it('users can be read by position, as cursors do', async ({ users }) => {
    for (const username of ['zoe', 'ada', 'mia']) await users.create(named(username))
    const { keyset } = users.search({ text: 'A' })
    if (keyset === undefined) return
    const ordering = keyset.complete(['-username'])
    const window = { ordering, from: null, includesFrom: false, backward: false, limit: 1 }

    const first = await keyset.read(window)
    const second = await keyset.read({ ...window, from: first.positionOf(0) })

    expectSame(first.items, [await users.find('mia')], 'the first user')
    expectSame(second.items, [await users.find('ada')], 'the user behind the first one')
  })
}

const orders = [
  ['username', ['ada', 'bob', 'mia']],
  ['-username', ['mia', 'bob', 'ada']],
  ['email', ['bob', 'mia', 'ada']],
  ['-created', ['bob', 'ada', 'mia']],
  ['isStaff', ['ada', 'mia', 'bob']],
  ['-isActive', ['ada', 'bob', 'mia']],
] as const

async function expectFound(
  users: UserDirectory,
  filter: UserFilter | undefined,
  names: readonly string[],
): Promise<void> {
  const found = await users.search(filter).slice(0, null)
  expectSame(namesIn(found), names, `the users of the filter ${JSON.stringify(filter ?? {})}`)
}

const namesIn = (users: readonly User[]) => users.map(({ username }) => username)

/** Two users in one millisecond have no order by time. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 2))
