import type { User, UserDirectory } from 'turnpike'
import { LastAdmin } from 'turnpike/kit'
import type { Chapter, Opened } from '../contract.ts'
import { expectFailure, expectFields, expectSame } from '../expect.ts'

/** A user directory under test. */
export interface OpenedDirectory<U extends User = User> extends Opened {
  users: UserDirectory<U>
}

const keepAdmin = { keepAdmin: true }
const staff = (username: string) => ({ username, password: 'a phrase', isStaff: true })

/** Ways to take from a user the right to administer. */
const losses: Record<string, (users: UserDirectory, user: User) => Promise<unknown>> = {
  'staff flag': (users, user) => users.update(user, { isStaff: false }, keepAdmin),
  activity: (users, user) => users.setActive(user, false, keepAdmin),
  password: (users, user) => users.setPassword(user, null, keepAdmin),
}

/** Who may administer: an active staff user with a password. The last one stays. */
export const administrators: Chapter<OpenedDirectory> = (it) => {
  it('the right to administer stays with the last user, and can be taken from others', async ({
    users,
  }) => {
    await users.create({ ...staff('no password'), password: null })
    await users.create({ ...staff('inactive'), isActive: false })
    for (const [kind, take] of Object.entries(losses)) {
      const ada = await users.create(staff(`ada ${kind}`))
      const bob = await users.create({ username: `bob ${kind}`, password: 'builder' })

      await expectFailure(take(users, ada), LastAdmin, `taking the ${kind} from the last one`)
      const verified = await users.verify(ada.username, 'a phrase')
      expectSame(verified?.user, ada, 'the last user who may administer')
      await take(users, bob)
      const eve = await users.create(staff(`eve ${kind}`))
      await take(users, ada)
      await expectFailure(take(users, eve), LastAdmin, `taking the ${kind} from the next one`)
      await users.update(eve, { isStaff: false })
    }
  })

  it('the right to administer stays with one user when all lose it at once', async ({ users }) => {
    for (const [kind, take] of Object.entries(losses)) {
      for (let round = 0; round < 5; round++) {
        const all: User[] = []
        for (const name of ['ada', 'bob', 'eve']) {
          all.push(await users.create(staff(`${name} ${kind} ${round}`)))
        }

        const taken = await Promise.allSettled(all.map((user) => take(users, user)))

        expectSame(refusedOf(taken), 1, `the number of users who keep the ${kind}`)
        for (const user of all) await users.update(user, { isStaff: false })
      }
    }
  })

  it('two changes at once do not take different parts of the right to administer', async ({
    users,
  }) => {
    for (let round = 0; round < 5; round++) {
      const one = await users.create(staff(`one${round}`))
      const other = await users.create(staff(`other${round}`))

      const taken = await Promise.allSettled([
        users.setActive(one, false, keepAdmin),
        users.update(other, { isStaff: false }, keepAdmin),
      ])

      expectSame(refusedOf(taken), 1, 'the number of changes that are refused')
      for (const user of [one, other]) await users.update(user, { isStaff: false })
    }
  })

  it('the right to administer may be taken from the last user when not protected', async ({
    users,
  }) => {
    const ada = await users.create(staff('ada'))

    await users.update(ada, { email: 'ada@example.com', isStaff: true }, keepAdmin)
    await users.setPassword(ada, 'another phrase', keepAdmin)
    await users.setActive(ada, true, keepAdmin)
    const changed = await users.update(ada, { isStaff: false })
    expectFields(changed, { isStaff: false }, 'the changed user')
  })
}

const refusedOf = (outcomes: readonly PromiseSettledResult<unknown>[]): number =>
  outcomes.filter(({ status }) => status === 'rejected').length
