/** Users and their passwords. */
import type { DatabaseSync } from 'node:sqlite'
import {
  type Account,
  type PasswordHasher,
  type UserDirectory,
  UserNotFound,
  UsernameTaken,
} from 'turnpike'
import {
  isUsername,
  LastAdmin,
  refusalWork,
  requireEmail,
  requireNewUser,
  type SessionUsers,
  type UserChangeOptions,
  verifyPassword,
} from 'turnpike/kit'
import { allRows, commaList, firstRow, run, type Sql, sql } from '../sql.ts'
import { type AccountRow, accountOf, accountRow, stampOf } from './rows.ts'
import { accountSearch } from './search.ts'

/** Users in the table `account`. Session stores without users work with them, too. */
export interface SqliteUsers extends UserDirectory<Account>, SessionUsers<Account> {}

export function sqliteUsers(database: DatabaseSync, passwords: PasswordHasher): SqliteUsers {
  const search = accountSearch(database)
  const refusals = refusalWork(passwords, { stored: async () => someHashes(database) })

  const rowNamed = (username: string): AccountRow | null =>
    isUsername(username)
      ? firstRow(database, sql('select * from account where username = ?', username))
      : null

  /** A hash of the same password replaces it: sessions and tokens stay as they are. */
  async function rehash({ id, password: outdated }: AccountRow, password: string): Promise<void> {
    const set = sql('update account set password = ? where id = ? and password = ?')
    run(database, { ...set, values: [await passwords.hash(password), id, outdated] })
  }

  return {
    async find(username) {
      const row = rowNamed(username)
      return row && accountOf(row)
    },

    async verify(username, password, known) {
      const row = rowNamed(username)
      const hash = row?.password ?? null
      // An inactive user is refused like everyone else, after a hash.
      const spares = row?.is_active ? known : undefined
      if (!(await verifyPassword(passwords, password, hash, spares, refusals))) return null

      // The password may have been replaced while the hash was computed.
      const current = rowNamed(username)
      if (row === null || current === null || current.password !== hash) return null
      if (hash !== null && passwords.needsRehash(hash)) {
        // The sign-in has succeeded in any case, and the next one tries again.
        await rehash(current, password).catch(() => {})
      }
      return { user: accountOf(current), passwordStamp: stampOf(row) }
    },

    async create(user) {
      requireNewUser(user)
      const { username, email = '', isActive = true, isStaff = false } = user
      const password = user.password === null ? null : await passwords.hash(user.password)
      const row = firstRow<AccountRow>(
        database,
        sql(
          `insert into account (username, email, password, is_active, is_staff, created)
           values (?, ?, ?, ?, ?, ?) on conflict (username) do nothing returning *`,
          ...[username, email, password, Number(isActive), Number(isStaff)],
          new Date().toISOString(),
        ),
      )
      // The constraint decides: of several users with one name, the first is stored.
      if (row === null) throw new UsernameTaken(username)
      return accountOf(row)
    },

    async setPassword(user, password, options) {
      const hash = password === null ? null : await passwords.hash(password)
      const set = sql('password = ?, stamp = stamp + 1', hash)
      change(database, user, set, password === null ? options : {})
    },

    async setActive(user, isActive, options) {
      const set = isActive ? sql('is_active = 1') : sql('is_active = 0, stamp = stamp + 1')
      change(database, user, set, isActive ? {} : options)
    },

    async update(user, { email, isStaff }, options) {
      if (email !== undefined) requireEmail(email)
      const set = [
        ...(email === undefined ? [] : [sql('email = ?', email)]),
        ...(isStaff === undefined ? [] : [sql('is_staff = ?', Number(isStaff))]),
      ]
      try {
        if (set.length > 0) {
          change(database, user, commaList(set), isStaff === false ? options : {})
        }
      } catch (error) {
        if (error instanceof UserNotFound) return null
        throw error
      }
      const row = accountRow(database, user.pk)
      return row && accountOf(row)
    },

    async findByPk(pk) {
      const row = /^[1-9]\d{0,14}$/.test(pk) ? accountRow(database, Number(pk)) : null
      return row && accountOf(row)
    },

    search,

    hasPassword: async ({ pk }) => (accountRow(database, pk)?.password ?? null) !== null,

    async passwordStamp(user) {
      const row = accountRow(database, user.pk)
      if (row === null) throw new UserNotFound(user)
      return stampOf(row)
    },

    async *all() {
      const next = 'select * from account where id > ? order by id limit 500'
      for (let last = 0; ; ) {
        const rows = allRows<AccountRow>(database, sql(next, last))
        for (const row of rows) yield accountOf(row)
        const final = rows.at(-1)
        if (final === undefined) return
        last = final.id
      }
    },
  }
}

/** Hashes of the newest users: some may be dearer than those that the hasher makes now. */
const someHashes = (database: DatabaseSync): string[] =>
  allRows<{ password: string }>(
    database,
    sql('select password from account where password is not null order by id desc limit 5000'),
  ).map(({ password }) => password)

/**
 * Changes a user in one statement, which also looks for another administrator if it must.
 *
 * @throws UserNotFound when there is no such user, LastAdmin as the options say.
 */
function change(
  database: DatabaseSync,
  user: Account,
  set: Sql,
  { keepAdmin = false }: UserChangeOptions = {},
): void {
  const spared = `not (${administers('account')}) or exists (
    select 1 from account as other where other.id != account.id and ${administers('other')})`
  const where = `id = ? and (${keepAdmin ? spared : '1'})`
  if (run(database, sql(`update account set ${set.text} where ${where}`, ...set.values, user.pk))) {
    return
  }
  throw accountRow(database, user.pk) === null ? new UserNotFound(user) : new LastAdmin(user)
}

const administers = (account: string): string =>
  `${account}.is_staff and ${account}.is_active and ${account}.password is not null`
