import { InvalidUser, type User } from 'turnpike'
import { type Chapter, type ContractCase, contract } from '../contract.ts'
import { expectFailure, expectFields, expectSame } from '../expect.ts'
import { administrators, type OpenedDirectory } from './administrators.ts'
import { named, stranger } from './fixtures.ts'
import { filteredSearch, orderedSearch, textSearch } from './search.ts'

/**
 * The contract of every `UserDirectory`, beyond that of a `UserStore`.
 *
 * @param open opens an empty directory.
 */
export const userDirectoryContract = <U extends User>(
  open: () => OpenedDirectory<U> | Promise<OpenedDirectory<U>>,
): ContractCase[] =>
  contract<OpenedDirectory>(
    open,
    lookup,
    passwords,
    textSearch,
    filteredSearch,
    orderedSearch,
    update,
    administrators,
  )

const lookup: Chapter<OpenedDirectory> = (it) => {
  it('a user directory finds a user by the pk as it stands in a URL, active or not', async ({
    users,
  }) => {
    const ada = await users.create(named('ada'))
    await users.setActive(ada, false)

    const found = await users.findByPk(`${ada.pk}`)
    expectSame(found, { ...ada, isActive: false }, 'the user from findByPk()')
  })

  for (const pk of unknownPks) {
    it(`a user directory finds no user by an unknown pk: ${JSON.stringify(pk.slice(0, 12))}`, async ({
      users,
    }) => {
      await users.create(named('ada'))

      expectSame(await users.findByPk(pk), null, 'what findByPk() gives')
    })
  }
}

const passwords: Chapter<OpenedDirectory> = (it) => {
  it('a user directory knows who has a password', async ({ users }) => {
    const ada = await users.create({ username: 'ada', password: 'enchantress' })
    const bot = await users.create({ username: 'bot', password: null })

    expectSame(await users.hasPassword(ada), true, 'hasPassword() of a user with a password')
    expectSame(await users.hasPassword(bot), false, 'hasPassword() of a user without one')
    expectSame(await users.hasPassword(stranger(ada)), false, 'hasPassword() of a deleted user')
    await users.setPassword(ada, null)
    expectSame(await users.hasPassword(ada), false, 'hasPassword() after it was removed')
  })
}

/** Other spellings of a 1, and numbers beyond those of a database. */
const unknownPks = [
  ...['', '0', '-1', '01', '1.0', ' 1', '1e0', 'ada', '99', '2147483648', '9'.repeat(40)],
  ...['\0', '\ud800'],
]

const update: Chapter<OpenedDirectory> = (it) => {
  it('a user directory changes the email address and the staff flag, and nothing else', async ({
    users,
  }) => {
    const ada = await users.create({ username: 'ada', password: 'enchantress' })
    const bob = await users.create(named('bob'))
    const changes = { email: 'ada@example.com', isStaff: true }
    const changed = { ...ada, ...changes }

    expectSame(await users.update(ada, changes), changed, 'the changed user')
    const verified = await users.verify('ada', 'enchantress')
    expectSame(verified?.user, changed, 'the changed user whose password is right')
    expectSame(await users.find('bob'), bob, 'another user')

    const withoutEmail = await users.update(changed, { email: '' })
    expectSame(withoutEmail, { ...changed, email: '' }, 'the user without an email address')
    expectSame(await users.update(changed, { isStaff: false }), ada, 'the user as before')
    expectSame(await users.update(ada, {}), ada, 'the user without changes')
  })

  it('a user directory refuses an invalid email address, and names the field', async ({
    users,
  }) => {
    const ada = await users.create(named('ada'))

    const refused = users.update(ada, { email: 'ada', isStaff: true })

    const error = await expectFailure(refused, InvalidUser, 'an email address without a host')
    expectFields(error, { field: 'email' }, 'the error')
    expectSame(await users.find('ada'), ada, 'the unchanged user')
  })

  it('an update of a deleted user gives null', async ({ users }) => {
    const ada = await users.create(named('ada'))

    expectSame(await users.update(stranger(ada), { isStaff: true }), null, 'what update() gives')
  })
}
