import type { Kysely } from 'kysely'
import {
  type Account,
  type PasswordHasher,
  type UserDirectory,
  UserNotFound,
  UsernameTaken,
} from 'turnpike'
import { isUsername, requireEmail, requireNewUser, type SessionUsers } from 'turnpike/kit'
import { lookup } from '../database.ts'
import { integerKey } from '../items/keys.ts'
import { inTransaction } from '../transactions/in-transaction.ts'
import { changeUser, passwordRows } from './change-user.ts'
import { endFamilies } from './pairs/user-families.ts'
import { endSessions } from './sessions/sessions.ts'
import { signInRowOf, stampOf } from './signed-in.ts'
import { type AccountTables, accountOf } from './tables.ts'
import { insertToken, type TokenParts } from './tokens.ts'
import { searchUsers } from './user-search.ts'
import { passwordVerifier } from './verify-password.ts'

export interface UsersOptions {
  passwords: PasswordHasher
  /** What is needed to create a token for each new user. Null: they get none. */
  newTokens: TokenParts | null
}

/** The users of `kyselyAccounts`. Session stores without users work with them. */
export interface KyselyUsers extends UserDirectory<Account>, SessionUsers<Account> {}

/** Users in the table `turnpike_user`. */
export function kyselyUsers(
  db: Kysely<AccountTables>,
  { passwords, newTokens }: UsersOptions,
): KyselyUsers {
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

  return {
    async find(username) {
      const row = await rowOf(username)
      return row && accountOf(row)
    },

    verify: passwordVerifier(passwordRows(db, rowOf), passwords),

    async create(fields) {
      requireNewUser(fields)
      const { username, email = '', isActive = true, isStaff = false } = fields
      const password = fields.password === null ? null : await passwords.hash(fields.password)

      return inTransaction(db, async (db) => {
        const row = await db
          .insertInto('turnpike_user')
          .values(({ lit }) => ({
            username,
            email,
            password,
            is_active: lit(isActive),
            is_staff: lit(isStaff),
            created: new Date().toISOString(),
          }))
          .onConflict((conflict) => conflict.column('username').doNothing())
          .returningAll()
          .executeTakeFirst()
        if (row === undefined) throw new UsernameTaken(username)

        if (newTokens !== null) await insertToken(db, newTokens, row.id)
        return accountOf(row)
      })
    },

    async setPassword(user, password, options) {
      const hash = password === null ? null : await passwords.hash(password)
      await changeUser(db, user, () => ({ password: hash }), password === null ? options : {})
    },

    async setActive(user, isActive, options) {
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
    },

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
      let last = 0
      for (;;) {
        const rows = await db
          .selectFrom('turnpike_user')
          .selectAll()
          .where('id', '>', last)
          .orderBy('id')
          .limit(batchSize)
          .execute()
        for (const row of rows) yield accountOf(row)
        if (rows.length < batchSize) return
        last = rows.at(-1)?.id ?? last
      }
    },
  }
}

/** Users are read in batches: an open statement would block the connection for others. */
const batchSize = 500

function nullIfGone(error: unknown): null {
  if (error instanceof UserNotFound) return null
  throw error
}
