import type { Kysely } from 'kysely'
import { isUsername, requireEmail, requireNewUser } from '../../accounts/new-user.ts'
import type { KnownPassword } from '../../accounts/passwords/known-passwords.ts'
import { type PasswordHasher, verifyPassword } from '../../accounts/passwords/passwords.ts'
import type { SessionUsers } from '../../accounts/session-store.ts'
import type { Account } from '../../accounts/user.ts'
import type { UserDirectory } from '../../accounts/user-directory.ts'
import { UserNotFound, UsernameTaken, type Verified } from '../../accounts/user-store.ts'
import { inTransaction, lookup } from '../database.ts'
import { integerKey } from '../items/keys.ts'
import { changeUser } from './change-user.ts'
import { endSessions, keepSessions } from './sessions.ts'
import { signInColumns, stampOf } from './signed-in.ts'
import { type AccountTables, accountOf, type UserRow } from './tables.ts'
import { insertToken, type TokenParts } from './tokens.ts'
import { searchUsers } from './user-search.ts'

export interface UsersOptions {
  passwords: PasswordHasher
  /** What the token is made of that every new user gets. Null: they get none. */
  newTokens: TokenParts | null
}

/** The users of `kyselyAccounts`. Session stores that keep no users can follow them. */
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
      // PostgreSQL would refuse a number beyond 32 bits for the column, not just find none.
      .where('id', '=', (eb) => eb.cast<number>(eb.val(0), 'bigint')),
  )
  const rowOf = async (username: string) => (isUsername(username) ? byUsername(username) : null)

  async function verify(
    username: string,
    password: string,
    known?: KnownPassword,
  ): Promise<Verified<Account> | null> {
    const checked = await rowOf(username)
    // Inactive users are refused, and a refusal costs a hash.
    const spares = checked?.is_active ? known : undefined
    const hash = checked?.password ?? null
    // Nothing has waited, so the row is as it was read.
    if (checked && hash !== null && spares?.fits(hash)) return verified(checked)
    if (!(await verifyPassword(passwords, password, hash, spares))) return null

    // The hash may have waited in a queue, and the password may have been changed meanwhile.
    const row = await rowOf(username)
    if (row === null || row.password !== checked?.password) return null
    if (!row.password || !passwords.needsRehash(row.password)) return verified(row)

    const rehashed = await rehash(db, passwords, row, password)
    // Another sign-in was first, or the password was changed: the row that there is now decides.
    return rehashed === null ? verify(username, password, known) : verified(rehashed)
  }

  return {
    async find(username) {
      const row = await rowOf(username)
      return row && accountOf(row)
    },

    verify,

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
        if (!isActive) await endSessions(db, user.pk)
      })
    },

    async findByPk(text) {
      const pk = integerKey(text)
      const row = pk === null ? null : await byId(pk)
      return row && accountOf(row)
    },

    search: (filter = {}) => searchUsers(db, filter),

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

    async passwordStamp(user) {
      const row = await db
        .selectFrom('turnpike_user')
        .select(signInColumns)
        .where('id', '=', user.pk)
        .executeTakeFirst()
      if (row === undefined) throw new UserNotFound(user)
      return stampOf(row)
    },

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

/** Users are read in batches: a statement left open would keep others from the connection. */
const batchSize = 500

function nullIfGone(error: unknown): null {
  if (error instanceof UserNotFound) return null
  throw error
}

const verified = (row: UserRow): Verified<Account> => ({
  user: accountOf(row),
  passwordStamp: stampOf(row),
})

/**
 * Keeps the password as it would be kept today.
 *
 * @returns the user as they are kept now, or null when they have got another hash meanwhile. When
 *   the hash cannot be written, the user as they were: the sign-in has succeeded, and the next one
 *   tries again.
 */
async function rehash(
  db: Kysely<AccountTables>,
  passwords: PasswordHasher,
  row: UserRow,
  password: string,
): Promise<UserRow | null> {
  const { id, password: outdated } = row
  try {
    const hash = await passwords.hash(password)
    return await inTransaction(db, async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('turnpike_user')
        .set({ password: hash })
        .where('id', '=', id)
        // A password that was changed meanwhile stays changed.
        .where('password', '=', outdated)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return null
      await keepSessions(db, id, outdated, hash)
      return { ...row, password: hash }
    })
  } catch {
    return row
  }
}
