import type { Chapter } from '../contract.ts'
import { expectOther, expectSame, required } from '../expect.ts'
import { named, type OpenedUsers } from './fixtures.ts'

/** How a store verifies and replaces passwords, whatever hashes them. */
export const passwords: Chapter<OpenedUsers> = (it) => {
  it('a user store verifies the password of a user, active or not', async ({ users }) => {
    const ada = await users.create({ username: 'ada', password: 'enchantress' })
    const bob = await users.create({ username: 'bob', password: 'builder', isActive: false })

    expectSame((await users.verify('ada', 'enchantress'))?.user, ada, 'the verified user')
    expectSame((await users.verify('bob', 'builder'))?.user, bob, 'the inactive verified user')
    expectSame(await users.verify('ada', 'Enchantress'), null, 'a password in another case')
    expectSame(await users.verify('ada', 'builder'), null, 'the password of another user')
    expectSame(await users.verify('eve', 'enchantress'), null, 'an unknown user')
  })

  it('a user store takes every byte of the password into account', async ({ users }) => {
    const longest = 'x'.repeat(4095)
    const ada = await users.create({ username: 'ada', password: `${longest}y` })

    expectSame((await users.verify('ada', `${longest}y`))?.user, ada, 'the verified user')
    expectSame(await users.verify('ada', `${longest}z`), null, 'another last byte')
    expectSame(await users.verify('ada', `${longest}yy`), null, 'one byte more')
  })

  it('a user without a password cannot sign in', async ({ users }) => {
    await users.create(named('ada'))

    for (const guess of ['', 'null', 'nobody has this password']) {
      expectSame(await users.verify('ada', guess), null, `the guess ${JSON.stringify(guess)}`)
    }
  })

  it('a user store replaces a password, and removes it', async ({ users }) => {
    const ada = await users.create({ username: 'ada', password: 'first' })

    await users.setPassword(ada, 'second')
    expectSame(await users.verify('ada', 'first'), null, 'the password of before')
    expectSame((await users.verify('ada', 'second'))?.user, ada, 'the verified user')

    await users.setPassword(ada, null)
    expectSame(await users.verify('ada', 'second'), null, 'the password that was taken away')
  })

  it('the password stamp stays the same until the password or the activity changes', async ({
    users,
  }) => {
    const ada = await users.create({ username: 'ada', password: 'first' })
    const stamp = async (password: string) => {
      const verified = required(await users.verify('ada', password), 'the verified user')
      expectSame(typeof verified.passwordStamp, 'string', 'the type of the stamp')
      return verified.passwordStamp
    }

    const first = await stamp('first')
    expectSame(await stamp('first'), first, 'the stamp of the same password')

    await users.setPassword(ada, 'first')
    const again = await stamp('first')
    expectOther(again, first, 'the stamp after the same password was set again')

    await users.setPassword(ada, 'second')
    const second = await stamp('second')
    expectOther(second, again, 'the stamp after another password was set')

    await users.setActive(ada, false)
    await users.setActive(ada, true)
    expectOther(await stamp('second'), second, 'the stamp after the user was inactive')
  })
}
