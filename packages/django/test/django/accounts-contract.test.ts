import { quick } from '@turnpike/test-support/accounts.ts'
import {
  type ContractCase,
  passwordHashingContract,
  signInContract,
  tokenStoreContract,
  userDirectoryContract,
  userStoreContract,
} from '@turnpike/testing'
import type { PasswordHasher } from 'turnpike'
import { afterAll, beforeAll, it } from 'vitest'
import { djangoAccounts } from '../../src/django/index.ts'
import type { SharedDatabase } from './reference/databases.ts'
import { startDjango } from './reference/django.ts'
import { besideDjango, secretKey } from './reference/shared-tests.ts'

/** What the tables of Django have no place for, and why. */
const notKept: Readonly<Record<string, string>> = {
  'the password stamp stays the same until the password or the activity changes':
    'Django does not count how often a user was made inactive.',
  'a sign-in creates no token for a user who was made inactive meanwhile':
    'Django does not count it: a sign-in under way does not notice when the user is active again.',
}

const notKeptOnMysql: Readonly<Record<string, string>> = {
  ...notKept,
  'a user store distinguishes upper and lower case in usernames':
    'The collation of the column decides, as it does for Django.',
}

besideDjango("the contracts of accounts in Django's tables", ({ name, open }) => {
  let shared: SharedDatabase
  beforeAll(async () => {
    shared = await open()
    const django = await startDjango({
      database: shared.django,
      settings: { SECRET_KEY: secretKey },
      apps: ['rest_framework.authtoken'],
    })
    django.close()
  })
  afterAll(() => shared.close())

  async function opened(passwords: PasswordHasher = quick) {
    await shared.db.deleteFrom('authtoken_token').execute()
    await shared.db.deleteFrom('auth_user').execute()
    const { users, tokens } = djangoAccounts(shared.db, { passwords })
    return { users, tokens, createUser: users.create }
  }

  const cases: readonly ContractCase[] = [
    ...userStoreContract(() => opened()),
    ...userDirectoryContract(() => opened()),
    ...passwordHashingContract((passwords) => opened(passwords)),
    ...tokenStoreContract(() => opened()),
    ...signInContract(() => opened()),
  ]
  const exceptions = name === 'MySQL' ? notKeptOnMysql : notKept
  for (const { name: promise, run } of cases) {
    // One that is kept after all fails here.
    const test = promise in exceptions ? it.fails : it
    test(`${promise} (${name})`, run)
  }
})
