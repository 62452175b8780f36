import {
  type NewUser,
  type PasswordHasher,
  type User,
  UserNotFound,
  UsernameTaken,
  type UserStore,
} from 'turnpike'
import { isUsername, requireNewUser, type SessionUsers } from 'turnpike/kit'
import { stampOf } from '../../kysely/accounts/signed-in.ts'
import { passwordVerifier } from '../../kysely/accounts/verify-password.ts'
import type { AnyDatabase, AnyRow } from '../../kysely/database.ts'
import { inTransaction } from '../../kysely/transactions/in-transaction.ts'
import { constraintViolation } from '../../kysely/violations/constraint-violation.ts'
import type { OtherUserFields, UserFields } from './fields.ts'
import type { AccountRows } from './rows.ts'

/** The users of `drizzleAccounts`. `redisSessions` works with them. */
export interface DrizzleUsers<U extends User> extends UserStore<U>, SessionUsers<U> {}

export type UserRows = AccountRows<
  Record<keyof UserFields, string> & Record<keyof OtherUserFields, string | null>
>

export interface DrizzleUsersOptions {
  readonly passwords: PasswordHasher
  /** Further values of the row of a new user. */
  readonly newUser: (user: NewUser) => object
  /** Called in the transaction that creates a user. */
  readonly created: (user: User) => Promise<unknown>
}

/** Users in a table of the application. */
export function drizzleUsers(rows: UserRows, options: DrizzleUsersOptions): DrizzleUsers<User> {
  const { db, table, fields, sent, written } = rows
  const { passwords, newUser, created } = options
  const all = db.selectFrom(table).selectAll()
  const where = (field: string, value: unknown) => all.where(field, '=', sent(field, value))
  const userOf = userReader(rows)
  const stamp = (row: AnyRow) =>
    stampOf({ password: row[fields.password], deactivations: Number(row[fields.deactivations]) })

  const rowOf = async (username: string): Promise<AnyRow | null> => {
    if (!isUsername(username)) return null
    await rows.requireUnique(fields.username)
    return (await where(fields.username, username).executeTakeFirst()) ?? null
  }

  const change = async (user: User, values: AnyRow, others: AnyRow = {}) => {
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ ...written(values, false), ...others })
      .where(fields.id, '=', sent(fields.id, user.pk))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new UserNotFound(user)
  }

  const insert = async (own: AnyDatabase, values: AnyRow, username: string) => {
    // A failed statement would end the transaction of PostgreSQL.
    const insertion = own.insertInto(table).values(values).returningAll()
    const row = await insertion.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
    if (row !== undefined) return row
    if ((await rowOf(username)) !== null) throw new UsernameTaken(username)
    return insertion.executeTakeFirstOrThrow()
  }

  return {
    async find(username) {
      const row = await rowOf(username)
      return row && userOf(row)
    },

    verify: passwordVerifier(
      {
        find: rowOf,
        hashOf: (row: AnyRow) => row[fields.password] ?? null,
        sample: (direction, sampleSize) =>
          db
            .selectFrom(table)
            .select(fields.password)
            .orderBy(fields.id, direction)
            .limit(sampleSize)
            .execute(),
        isActive: (row) => row[fields.isActive] === true,
        verified: (row) => ({ user: userOf(row), passwordStamp: stamp(row) }),
        async rehash(row, hash) {
          const { numUpdatedRows } = await db
            .updateTable(table)
            .set({ [fields.password]: sent(fields.password, hash) })
            .where(fields.id, '=', sent(fields.id, row[fields.id]))
            // A password changed meanwhile is not overwritten.
            .where(fields.password, '=', sent(fields.password, row[fields.password]))
            .executeTakeFirst()
          return numUpdatedRows === 0n ? null : { ...row, [fields.password]: hash }
        },
      },
      passwords,
    ),

    async create(user) {
      requireNewUser(user)
      await rows.requireUnique(fields.username)
      const { username, email = '', isActive = true, isStaff = false } = user
      const password = user.password === null ? null : await passwords.hash(user.password)
      const values = {
        ...newUser(user),
        ...{ [fields.username]: username, [fields.password]: password },
        ...{ [fields.isActive]: isActive, [fields.deactivations]: 0 },
        ...(fields.email !== null && fields.email !== fields.username && { [fields.email]: email }),
        ...(fields.isStaff !== null && { [fields.isStaff]: isStaff }),
      }
      const stored = written(values, true)
      return inTransaction(db, async () => {
        const row = await insert(db, stored, username).catch(async (error: unknown) => {
          throw (await constraintViolation(db, error, { table, values: stored })) ?? error
        })
        const added = userOf(row)
        await created(added)
        return added
      })
    },

    async setPassword(user, password) {
      const hash = password === null ? null : await passwords.hash(password)
      await change(user, { [fields.password]: hash })
    },

    async setActive(user, isActive) {
      const { ref } = db.dynamic
      const more = isActive ? {} : { [fields.deactivations]: counted(ref(fields.deactivations)) }
      await change(user, { [fields.isActive]: isActive }, more)
    },

    async passwordStamp(user) {
      const row = await where(fields.id, user.pk).executeTakeFirst()
      if (row === undefined) throw new UserNotFound(user)
      return stamp(row)
    },

    async *all() {
      let last: unknown
      for (;;) {
        const next = last === undefined ? all : all.where(fields.id, '>', last)
        const batch = await next.orderBy(fields.id).limit(batchSize).execute()
        for (const row of batch) yield userOf(row)
        if (batch.length < batchSize) return
        last = sent(fields.id, batch.at(-1)?.[fields.id])
      }
    },
  }
}

/** Users are read in batches: an open statement would block the connection for others. */
const batchSize = 500

// biome-ignore lint/suspicious/noExplicitAny: the names of the fields are known at run time.
const counted = (field: any) => (eb: any) => eb(field, '+', 1)

/** The row without the password, and what each user has. */
export function userReader({ fields }: UserRows): (row: AnyRow) => User {
  return (row) => {
    const { [fields.password]: _password, [fields.deactivations]: _count, ...own } = row
    return {
      ...own,
      pk: row[fields.id],
      username: row[fields.username],
      email: (fields.email === null ? null : row[fields.email]) ?? '',
      isActive: row[fields.isActive] === true,
      isStaff: fields.isStaff !== null && row[fields.isStaff] === true,
      isAuthenticated: true,
    }
  }
}
