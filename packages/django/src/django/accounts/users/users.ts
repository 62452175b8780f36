import type { AnyRow } from '@turnpike/sql/internal/kysely/database'
import { type UserDirectory, UserNotFound } from 'turnpike'
import type { SessionUsers } from 'turnpike/kit'
import { reportingUsers } from 'turnpike/kit'
import type { DjangoDatabase } from '../../django-database.ts'
import { passwordStampOf } from '../../password-stamp.ts'
import { changeUser, updateUser } from './changes.ts'
import { createUser, type UserCreation } from './creation.ts'
import { allUsers, rowOf, rowWithPk, rowWithPkText } from './lookup.ts'
import { type DjangoUser, userOf } from './rows.ts'
import { isUsable, searchUsers } from './search.ts'
import type { UserTable } from './table.ts'
import { storedBoolean, storedPassword, written } from './values.ts'
import { userVerifier } from './verification.ts'

/** The users of `djangoAccounts`. Session stores without users work with them. */
export interface DjangoUsers extends UserDirectory<DjangoUser>, SessionUsers<DjangoUser> {}

/** Users in Django's table. */
export function djangoUsers(
  database: DjangoDatabase,
  users: UserTable,
  creation: UserCreation,
): DjangoUsers {
  const { db } = database
  const { passwords } = creation
  const found = (row: AnyRow | null): DjangoUser | null => row && userOf(row, users)

  return reportingUsers({
    find: async (username) => found(await rowOf(db, users, username)),

    verify: userVerifier(db, users, passwords),

    create: (user) => createUser(database, users, creation, user),

    async setPassword(user, password, options) {
      const values = { [users.password]: await storedPassword(passwords, password) }
      await changeUser(db, users, user, values, password === null ? options : {})
    },

    async setActive(user, isActive, options) {
      const values = written(users.isActive, storedBoolean(db, isActive))
      await changeUser(db, users, user, values, isActive ? {} : options)
    },

    findByPk: async (pk) => found(await rowWithPkText(db, users, pk)),

    search: (filter = {}) => searchUsers(db, users, filter),

    async hasPassword({ pk }) {
      const row = await rowWithPk(db, users, pk)
      return isUsable(row?.[users.password])
    },

    update: (user, changes, options) => updateUser(db, users, user, changes, options),

    async passwordStamp(user) {
      const row = await rowWithPk(db, users, user.pk)
      if (row === null) throw new UserNotFound(user)
      return passwordStampOf(row[users.password])
    },

    all: () => allUsers(db, users),
  })
}
