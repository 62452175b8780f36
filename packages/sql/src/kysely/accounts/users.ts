import type { Kysely } from 'kysely'
import { type Account, type UserDirectory, UserNotFound } from 'turnpike'
import {
  isUsername,
  reportingUsers,
  requireEmail,
  type SessionUsers,
  type UserChangeOptions,
} from 'turnpike/kit'
import { lookup } from '../database.ts'
import { integerKey } from '../items/keys.ts'
import { inTransaction } from '../transactions/in-transaction.ts'
import { changeUser, passwordRows } from './change-user.ts'
import { createUser, type NewUserOptions } from './create-user.ts'
import { endFamilies } from './pairs/user-families.ts'
import { endSessions } from './sessions/user-sessions.ts'
import { signInRowOf, stampOf } from './signed-in.ts'
import { type AccountTables, accountOf, type UserRow } from './tables.ts'
import { searchUsers } from './user-search.ts'
import { passwordVerifier } from './verify-password.ts'

/** The users of `kyselyAccounts`. Session stores without users work with them. */
export interface KyselyUsers extends UserDirectory<Account>, SessionUsers<Account> {}

/** Users in the table `turnpike_user`. */
export function kyselyUsers(db: Kysely<AccountTables>, options: NewUserOptions): KyselyUsers {
  const { passwords } = options
  const byUsername = lookup(
    db,
    db.selectFrom('turnpike_user').selectAll().where('username', '=', ''),
  )
  const byId = lookup(
    db,
    db
      .selectFrom('turnpike_user')
      .selectAll()
      // PostgreSQL would fail for a number beyond 32 bits, not just find none.
      .where('id', '=', (eb) => eb.cast<number>(eb.val(0), 'bigint')),
  )
  const rowOf = async (username: string) => (isUsername(username) ? byUsername(username) : null)

  return reportingUsers({
    async find(username) {
      const row = await rowOf(username)
      return row && accountOf(row)
    },

    verify: passwordVerifier(passwordRows(db, rowOf), passwords),

    create: (fields) => createUser(db, fields, options),

    async setPassword(user, password, options) {
      const hash = password === null ? null : await passwords.hash(password)
      await changeUser(db, user, () => ({ password: hash }), password === null ? options : {})
    },

    setActive: (user, isActive, options) => setUserActive(db, user, isActive, options),

    async findByPk(text) {
      const pk = integerKey(text)
      const row = pk === null ? null : await byId(pk)
      return row && accountOf(row)
    },

    search: (filter = {}) => searchUsers(db, filter),

    hasPassword: async ({ pk }) => ((await byId(pk))?.password ?? null) !== null,

    async update(user, { email, isStaff }, options) {
      if (email !== undefined) requireEmail(email)
      if (email !== undefined || isStaff !== undefined) {
        const changing = changeUser(
          db,
          user,
          ({ lit }) => ({
            ...(email !== undefined && { email }),
            ...(isStaff !== undefined && { is_staff: lit(isStaff) }),
          }),
          isStaff === false ? options : {},
        )
        if ((await changing.catch(nullIfGone)) === null) return null
      }
      const row = await byId(user.pk)
      return row && accountOf(row)
    },

    passwordStamp: async (user) => stampOf(await signInRowOf(db, user)),

    async *all() {
      for await (const row of everyUserRow(db)) yield accountOf(row)
    },
  })
}

/** An inactive user is signed out, and does not stay signed in when active again. */
async function setUserActive(
  db: Kysely<AccountTables>,
  user: Account,
  isActive: boolean,
  options?: UserChangeOptions,
): Promise<void> {
  await inTransaction(db, async (db) => {
    await changeUser(
      db,
      user,
      ({ eb, lit }) => ({
        is_active: lit(isActive),
        deactivations: eb('deactivations', '+', isActive ? 0 : 1),
      }),
      isActive ? {} : options,
    )
    if (isActive) return
    await endSessions(db, user.pk)
    await endFamilies(db, user.pk)
  })
}

/** All rows, by their ids. */
async function* everyUserRow(db: Kysely<AccountTables>): AsyncGenerator<UserRow> {
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('turnpike_user')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    yield* rows
    if (rows.length < batchSize) return
    last = rows.at(-1)?.id ?? last
  }
}

/** Users are read in batches: an open statement would block the connection for others. */
const batchSize = 500

function nullIfGone(error: unknown): null {
  if (error instanceof UserNotFound) return null
  throw error
}
