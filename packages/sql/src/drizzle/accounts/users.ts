import { type User, UserNotFound, type UserStore } from 'turnpike'
import type { SessionUsers } from 'turnpike/kit'
import { reportingUsers } from 'turnpike/kit'
import { passwordVerifier } from '../../kysely/accounts/verify-password.ts'
import type { AnyRow } from '../../kysely/database.ts'
import { createUser, type NewUserOptions } from './create-user.ts'
import {
  everyUserRow,
  findUserRow,
  passwordRows,
  passwordStampOf,
  readUserRow,
  type UserRows,
  userReader,
} from './user-rows.ts'

/** The users of `drizzleAccounts`. `redisSessions` works with them. */
export interface DrizzleUsers<U extends User> extends UserStore<U>, SessionUsers<U> {}

/** Users in a table of the application. */
export function drizzleUsers(rows: UserRows, options: NewUserOptions): DrizzleUsers<User> {
  const { db, fields } = rows
  const { passwords } = options
  const userOf = userReader(rows)

  return reportingUsers({
    async find(username) {
      const row = await findUserRow(rows, username)
      return row && userOf(row)
    },

    verify: passwordVerifier(passwordRows(rows), passwords),

    create: (user) => createUser(rows, user, options),

    async setPassword(user, password) {
      const hash = password === null ? null : await passwords.hash(password)
      await change(rows, user, { [fields.password]: hash })
    },

    async setActive(user, isActive) {
      const { ref } = db.dynamic
      const more = isActive ? {} : { [fields.deactivations]: counted(ref(fields.deactivations)) }
      await change(rows, user, { [fields.isActive]: isActive }, more)
    },

    async passwordStamp(user) {
      const row = await readUserRow(rows, user.pk)
      if (row === null) throw new UserNotFound(user)
      return passwordStampOf(rows, row)
    },

    async *all() {
      for await (const row of everyUserRow(rows)) yield userOf(row)
    },
  })
}

/** @throws UserNotFound when the user does not exist. */
async function change(
  { db, table, fields, sent, written }: UserRows,
  user: User,
  values: AnyRow,
  expressions: AnyRow = {},
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ ...written(values, false), ...expressions })
    .where(fields.id, '=', sent(fields.id, user.pk))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new UserNotFound(user)
}

// biome-ignore lint/suspicious/noExplicitAny: the names of the fields are known at run time.
const counted = (field: any) => (eb: any) => eb(field, '+', 1)
