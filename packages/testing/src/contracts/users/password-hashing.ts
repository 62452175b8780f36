import { type PasswordHasher, pbkdf2, type User } from 'turnpike'
import { knownPasswords } from 'turnpike/kit'
import { type Chapter, type ContractCase, contract } from '../contract.ts'
import { expectSame } from '../expect.ts'
import { named, type OpenedUsers } from './fixtures.ts'

/**
 * The further contract of a `UserStore` with a `PasswordHasher`: the time of a refusal reveals
 * nothing, and a password that is replaced during the comparison is refused.
 *
 * @param open opens an empty store that hashes with this hasher.
 */
export const passwordHashingContract = <U extends User>(
  open: (passwords: PasswordHasher) => OpenedUsers<U> | Promise<OpenedUsers<U>>,
): ContractCase[] =>
  contract<OpenedHashing>(async () => {
    const hashing: Hashing = { work: 0, whileVerifying: async () => {} }
    const opened = await open(hasherOf(hashing))
    return { hashing, users: opened.users, close: () => opened.close?.() }
  }, hashes)

interface OpenedHashing extends OpenedUsers {
  hashing: Hashing
}

interface Hashing {
  /** How many hashes were made. */
  work: number
  /** Called while a password is compared. */
  whileVerifying: () => Promise<void>
}

const quick = pbkdf2({ iterations: 1 })

const hasherOf = (hashing: Hashing): PasswordHasher => ({
  ...quick,
  hash(password) {
    hashing.work++
    return quick.hash(password)
  },
  async verify(password, hash) {
    hashing.work++
    const isRight = await quick.verify(password, hash)
    await hashing.whileVerifying()
    return isRight
  },
})

const hashes: Chapter<OpenedHashing> = (it) => {
  it('a user store refuses a password that is changed while it is being checked', async ({
    users,
    hashing,
  }) => {
    const ada = await users.create({ username: 'ada', password: 'first' })
    expectSame((await users.verify('ada', 'first'))?.user, ada, 'the verified user')

    hashing.whileVerifying = () => users.setPassword(ada, 'second')
    expectSame(await users.verify('ada', 'first'), null, 'the password that was replaced meanwhile')
    hashing.whileVerifying = async () => {}
    expectSame((await users.verify('ada', 'second'))?.user, ada, 'the verified user')
  })

  it('every refusal of a password costs one hash', async ({ users, hashing }) => {
    await users.create({ username: 'ada', password: 'enchantress' })
    await users.create({ username: 'bob', password: 'builder', isActive: false })
    await users.create(named('eve'))
    await users.verify('ada', 'enchantress')

    for (const [username, password] of refused) {
      hashing.work = 0
      const asked = `${JSON.stringify([username.slice(0, 9), password.slice(0, 12)])}`
      expectSame(await users.verify(username, password), null, `verify() of ${asked}`)
      expectSame(hashing.work, 1, `the number of hashes for ${asked}`)
    }
  })

  it('a known password spares the hash of its active user, and of no other', async ({
    users,
    hashing,
  }) => {
    const ada = await users.create({ username: 'ada', password: 'enchantress' })
    const passwords = knownPasswords({ seconds: 60 })
    const expectWork = async (
      [username, password]: readonly [string, string],
      expected: { user: User | null; hashes: number },
      about: string,
    ) => {
      hashing.work = 0
      const found = await passwords.check(username, password, (known) =>
        users.verify(username, password, known),
      )
      expectSame({ user: found?.user ?? null, hashes: hashing.work }, expected, about)
    }
    const right = ['ada', 'enchantress'] as const

    await expectWork(right, { user: ada, hashes: 1 }, 'a password that is not known yet')
    await expectWork(right, { user: ada, hashes: 0 }, 'a password that is known')
    await expectWork(['ada', 'wrong'], { user: null, hashes: 1 }, 'a wrong password')
    await expectWork(['ada', 'wrong'], { user: null, hashes: 1 }, 'a wrong password again')
    await expectWork(['eve', 'enchantress'], { user: null, hashes: 1 }, 'an unknown user')

    await users.setActive(ada, false)
    const inactive = { user: { ...ada, isActive: false }, hashes: 1 }
    await expectWork(right, inactive, 'the known password of an inactive user')
    await expectWork(right, inactive, 'the known password of an inactive user again')

    await users.setActive(ada, true)
    await users.setPassword(ada, 'changed')
    await expectWork(right, { user: null, hashes: 1 }, 'the password of before')
    await expectWork(['ada', 'changed'], { user: ada, hashes: 1 }, 'the new password')
    await expectWork(['ada', 'changed'], { user: ada, hashes: 0 }, 'the new password again')
    await users.setPassword(ada, null)
    await expectWork(['ada', 'changed'], { user: null, hashes: 1 }, 'a password taken away')
  })
}

const refused = [
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
] as const
