import type { AnyDatabase } from '@turnpike/sql'
import { passwordVerifier } from '@turnpike/sql/internal/kysely/accounts/verify-password'
import type { AnyRow } from '@turnpike/sql/internal/kysely/database'
import type { PasswordHasher, UserStore } from 'turnpike'
import { passwordStampOf } from '../../password-stamp.ts'
import { rowOf } from './lookup.ts'
import { type DjangoUser, userOf } from './rows.ts'
import { isUsable } from './search.ts'
import type { UserTable } from './table.ts'

/** The `verify` of the users. Replaces outdated hashes. */
export const userVerifier = (
  db: AnyDatabase,
  users: UserTable,
  passwords: PasswordHasher,
): UserStore<DjangoUser>['verify'] =>
  passwordVerifier(
    {
      find: (username) => rowOf(db, users, username),
      hashOf: (row: AnyRow) => (isUsable(row[users.password]) ? row[users.password] : null),
      sample: (direction, sampleSize) =>
        db
          .selectFrom(users.table)
          .select(users.password)
          .orderBy(users.pk, direction)
          .limit(sampleSize)
          .execute(),
      isActive: (row) => userOf(row, users).isActive,
      verified: (row) => ({
        user: userOf(row, users),
        passwordStamp: passwordStampOf(row[users.password]),
      }),
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
  )
