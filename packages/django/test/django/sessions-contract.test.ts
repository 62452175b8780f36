import { quick } from '@turnpike/test-support/accounts.ts'
import { sessionStoreContract } from '@turnpike/testing'
import { afterAll, beforeAll, it } from 'vitest'
import { djangoAccounts } from '../../src/django/index.ts'
import type { SharedDatabase } from './reference/databases.ts'
import { startDjango } from './reference/django.ts'
import { besideDjango, secretKey } from './reference/shared-tests.ts'

/** What the tables of Django have no place for, and why. */
const notKept: Readonly<Record<string, string>> = {
  'a user made inactive after the password was verified gets no session, nor when active again':
    'Django does not count how often a user was made inactive: a sign-in under way does not notice.',
}

besideDjango("the contract of sessions in Django's table", ({ name, open }) => {
  let shared: SharedDatabase
  beforeAll(async () => {
    shared = await open()
    const django = await startDjango({
      database: shared.django,
      settings: { SECRET_KEY: secretKey },
    })
    django.close()
  })
  afterAll(() => shared.close())

  const cases = sessionStoreContract(async (now) => {
    await shared.db.deleteFrom('django_session').execute()
    await shared.db.deleteFrom('auth_user').execute()
    const { users, sessions } = djangoAccounts(shared.db, {
      secretKey,
      now,
      passwords: quick,
      // A sign-in sets it, and the contract compares users from before and after.
      users: { lastLogin: null },
      sessions: { limitPerUser: true },
    })
    // Without a key it has no sessions, and ends none.
    const { setActive } = djangoAccounts(shared.db, { passwords: quick }).users
    return { users, sessions, setActive }
  })
  for (const { name: promise, run } of cases) {
    // One that is kept after all fails here.
    const test = promise in notKept ? it.fails : it
    test(`${promise} (${name})`, run)
  }
})
