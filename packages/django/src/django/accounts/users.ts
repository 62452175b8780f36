import type { AnyDatabase } from '@turnpike/sql'
import { passwordVerifier } from '@turnpike/sql/internal/kysely/accounts/verify-password'
import type { AnyRow } from '@turnpike/sql/internal/kysely/database'
import { inTransaction } from '@turnpike/sql/internal/kysely/transactions/in-transaction'
import { sql } from 'kysely'
import {
  type NewUser,
  type PasswordHasher,
  type UserDirectory,
  UserNotFound,
  UsernameTaken,
} from 'turnpike'
import {
  LastAdmin,
  maxEmailLength,
  requireEmail,
  requireNewUser,
  type SessionUsers,
  type UserChangeOptions,
} from 'turnpike/kit'
import { dialectOf } from '../dialect.ts'
import type { DjangoDatabase } from '../django-database.ts'
import { storedMoment } from '../moments.ts'
import { passwordStampOf } from '../password-stamp.ts'
import { randomLetters } from '../passwords/salt.ts'
import {
  type DjangoUser,
  isStorable,
  locked,
  pkIn,
  pkOf,
  selectUsers,
  storedBoolean,
  userOf,
} from './user-rows.ts'
import { hasUsablePassword, isUsable, searchUsers } from './user-search.ts'
import type { UserTable } from './user-table.ts'

/** The users of `djangoAccounts`. Session stores without users work with them. */
export interface DjangoUsers extends UserDirectory<DjangoUser>, SessionUsers<DjangoUser> {}

export interface DjangoUsersOptions {
  readonly passwords: PasswordHasher
  /** Further values of the row of a new user. */
  readonly newUser: (user: NewUser) => Readonly<Record<string, unknown>>
}

/** Users in Django's table. */
export function djangoUsers(
  { db, now }: DjangoDatabase,
  users: UserTable,
  { passwords, newUser }: DjangoUsersOptions,
): DjangoUsers {
  const rowWhere = async (column: string, value: unknown, own = db): Promise<AnyRow | null> => {
    // PostgreSQL would fail for a number beyond 32 bits, not just find none.
    const isNumber = typeof value === 'number' && dialectOf(db) === 'postgres'
    const compared = isNumber ? sql`cast(${value} as bigint)` : sql`${value}`
    const matching = selectUsers(own, users).where(`${users.table}.${column}`, '=', compared)
    return (await matching.executeTakeFirst()) ?? null
  }

  /** MySQL compares names without regard to case, as Django does there. */
  const rowOf = async (username: string, own = db): Promise<AnyRow | null> => {
    if (username === '' || username.length > 2 * maxEmailLength || !isStorable(username)) {
      return null
    }
    if (!users.caseInsensitive) return rowWhere(users.username, username, own)
    const rows = await rowsAnyCase(username, own)
    // With one of several, a user could sign in as another who has the same name in another case.
    return rows.length === 1 ? (rows[0] ?? null) : null
  }

  /** At most two rows whose username is this one, in any case. */
  const rowsAnyCase = (username: string, own: AnyDatabase): Promise<readonly AnyRow[]> => {
    const column = sql.ref(`${users.table}.${users.username}`)
    return (
      selectUsers(own, users)
        .where(sql<boolean>`upper(${column}) = upper(${username})`)
        // A dotless i becomes the same capital as an i. It is another name, free to be registered.
        .where(sql<boolean>`lower(${column}) = lower(${username})`)
        .limit(2)
        .execute()
    )
  }

  async function rowWithPk(text: string): Promise<AnyRow | null> {
    const pk = pkOf(text, db, users)
    return pk === null ? null : rowWhere(users.pk, pk)
  }

  const found = (row: AnyRow | null): DjangoUser | null => row && userOf(row, users)

  const stampOf = (row: AnyRow): string => passwordStampOf(row[users.password])

  const written = (column: string | null, value: unknown): Record<string, unknown> =>
    column === null ? {} : { [column]: value }

  async function change(
    user: DjangoUser,
    values: Readonly<Record<string, unknown>>,
    { keepAdmin = false }: UserChangeOptions = {},
  ): Promise<void> {
    await inTransaction(db, async (own) => {
      // All admins are locked first, in one order, so that of two changes the second one sees the
      // result of the first.
      const isLast = keepAdmin && (await isLastAdmin(own, user))
      if ((await lockUser(own, user)) === null) throw new UserNotFound(user)
      if (isLast) throw new LastAdmin(user)
      if (Object.keys(values).length === 0) return
      await own.updateTable(users.table).set(values).where(users.pk, '=', user.pk).execute()
    })
  }

  async function lockUser(own: AnyDatabase, { pk }: DjangoUser): Promise<AnyRow | null> {
    const row = own.selectFrom(users.table).selectAll().where(users.pk, '=', pk)
    return (await locked(own, row).executeTakeFirst()) ?? null
  }

  async function isLastAdmin(own: AnyDatabase, { pk }: DjangoUser): Promise<boolean> {
    if (users.isStaff === null) return false
    let admins = own
      .selectFrom(users.table)
      .select(users.pk)
      .where(users.isStaff, '=', storedBoolean(own, true))
      .where(hasUsablePassword(users))
      .orderBy(users.pk)
    if (users.isActive !== null) {
      admins = admins.where(users.isActive, '=', storedBoolean(own, true))
    }
    const [only, another] = await locked(own, admins).execute()
    return another === undefined && only !== undefined && pkIn(only, users) === pk
  }

  const storedPassword = async (password: string | null): Promise<string> =>
    password === null ? `!${randomLetters(40)}` : passwords.hash(password)

  async function insert(own: AnyDatabase, values: Record<string, unknown>, username: string) {
    if (users.caseInsensitive && (await rowsAnyCase(username, own)).length > 0) {
      throw new UsernameTaken(username)
    }
    const insertion = own.insertInto(users.table).values(values)
    if (dialectOf(own) !== 'mysql') {
      // A failed statement would end the transaction of PostgreSQL.
      const { numInsertedOrUpdatedRows } = await insertion
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 0n) return
      if ((await rowOf(username, own)) !== null) throw new UsernameTaken(username)
    }
    await insertion.execute().catch(async (error: unknown) => {
      const isTaken = dialectOf(own) === 'mysql' && (await rowOf(username, own)) !== null
      throw isTaken ? new UsernameTaken(username, { cause: error }) : error
    })
  }

  return {
    find: async (username) => found(await rowOf(username)),

    verify: passwordVerifier(
      {
        find: rowOf,
        hashOf: (row: AnyRow) => (isUsable(row[users.password]) ? row[users.password] : null),
        sample: (direction, sampleSize) =>
          db
            .selectFrom(users.table)
            .select(users.password)
            .orderBy(users.pk, direction)
            .limit(sampleSize)
            .execute(),
        isActive: (row) => userOf(row, users).isActive,
        verified: (row) => ({ user: userOf(row, users), passwordStamp: stampOf(row) }),
        async rehash(row, hash) {
          const { numUpdatedRows } = await db
            .updateTable(users.table)
            .set({ [users.password]: hash })
            .where(users.pk, '=', row[users.pk])
            // A password changed meanwhile is not overwritten.
            .where(users.password, '=', row[users.password])
            .executeTakeFirst()
          return numUpdatedRows === 0n ? null : { ...row, [users.password]: hash }
        },
      },
      passwords,
    ),

    async create(user) {
      requireNewUser(user)
      const { username, email = '', isActive = true, isStaff = false } = user
      const values = {
        ...written(users.isSuperuser, storedBoolean(db, false)),
        ...written(users.created, storedMoment(db, now())),
        ...written(users.isActive, storedBoolean(db, isActive)),
        ...written(users.isStaff, storedBoolean(db, isStaff)),
        ...written(users.email, withLowerDomain(email)),
        // The default of a UUIDField is in Python.
        ...(users.pkType === 'uuid' && { [users.pk]: newUuid() }),
        ...newUser(user),
        [users.username]: username,
        [users.password]: await storedPassword(user.password),
      }
      return inTransaction(db, async (own) => {
        await insert(own, values, username)
        const row = await rowOf(username, own)
        if (row === null) throw new Error(`The new user ${username} was not stored.`)
        return userOf(row, users)
      })
    },

    async setPassword(user, password, options) {
      const stored = await storedPassword(password)
      await change(user, { [users.password]: stored }, password === null ? options : {})
    },

    async setActive(user, isActive, options) {
      const values = written(users.isActive, storedBoolean(db, isActive))
      await change(user, values, isActive ? {} : options)
    },

    findByPk: async (pk) => found(await rowWithPk(pk)),

    search: (filter = {}) => searchUsers(db, users, filter),

    hasPassword: async ({ pk }) => isUsable((await rowWhere(users.pk, pk))?.[users.password]),

    async update(user, { email, isStaff }, options) {
      if (email !== undefined) requireEmail(email)
      const values = {
        ...(email !== undefined && written(users.email, withLowerDomain(email))),
        ...(isStaff !== undefined && written(users.isStaff, storedBoolean(db, isStaff))),
      }
      try {
        if (Object.keys(values).length > 0) {
          await change(user, values, isStaff === false ? options : {})
        }
      } catch (error) {
        if (error instanceof UserNotFound) return null
        throw error
      }
      return found(await rowWhere(users.pk, user.pk))
    },

    async passwordStamp(user) {
      const row = await rowWhere(users.pk, user.pk)
      if (row === null) throw new UserNotFound(user)
      return stampOf(row)
    },

    async *all() {
      let last: unknown
      for (;;) {
        const ordered = selectUsers(db, users)
          .orderBy(`${users.table}.${users.pk}`)
          .limit(batchSize)
        const batch: AnyRow[] = await (last === undefined
          ? ordered
          : ordered.where(`${users.table}.${users.pk}`, '>', last)
        ).execute()
        for (const row of batch) yield userOf(row, users)
        if (batch.length < batchSize) return
        last = batch.at(-1)?.[users.pk]
      }
    },
  }
}

/** Users are read in batches: an open statement would block the connection for others. */
const batchSize = 500

/** PostgreSQL takes it without hyphens, too. */
const newUuid = (): string => crypto.randomUUID().replaceAll('-', '')

/** As Django stores addresses: the name of the domain has no case. */
const withLowerDomain = (email: string): string =>
  email.slice(0, email.lastIndexOf('@') + 1) + email.slice(email.lastIndexOf('@') + 1).toLowerCase()
