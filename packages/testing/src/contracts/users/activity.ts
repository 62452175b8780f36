import { UserNotFound } from 'turnpike'
import type { Chapter } from '../contract.ts'
import { expectFailure, expectSame } from '../expect.ts'
import { named, type OpenedUsers, stranger } from './fixtures.ts'

/** How users are made inactive, and what happens to users who are gone. */
export const activity: Chapter<OpenedUsers> = (it) => {
  it('a user is made inactive and active again, and nothing else changes', async ({ users }) => {
    const ada = await users.create({ username: 'ada', password: 'enchantress' })
    const bob = await users.create(named('bob'))
    const inactive = { ...ada, isActive: false }

    await users.setActive(ada, false)
    expectSame(await users.find('ada'), inactive, 'the inactive user')
    const verified = await users.verify('ada', 'enchantress')
    expectSame(verified?.user, inactive, 'the inactive user whose password is right')
    expectSame(await users.find('bob'), bob, 'another user')

    await users.setActive(ada, true)
    expectSame(await users.find('ada'), ada, 'the user who is active again')
  })

  it('changing a user who is no longer there fails with UserNotFound', async ({ users }) => {
    const ada = await users.create({ username: 'ada', password: 'enchantress' })
    const gone = stranger(ada)

    await expectFailure(users.setPassword(gone, 'a new one'), UserNotFound, 'setPassword()')
    await expectFailure(users.setPassword(gone, null), UserNotFound, 'setPassword() to null')
    await expectFailure(users.setActive(gone, false), UserNotFound, 'setActive() to false')
    await expectFailure(users.setActive(gone, true), UserNotFound, 'setActive() to true')
    const verified = await users.verify('ada', 'enchantress')
    expectSame(verified?.user, ada, 'another user')
  })
}
