import type { Kysely } from 'kysely'
import type { KnownPassword } from '../../accounts/passwords/known-passwords.ts'
import { type PasswordHasher, verifyPassword } from '../../accounts/passwords/passwords.ts'
import type { Account } from '../../accounts/user.ts'
import type { UserStore, Verified } from '../../accounts/user-store.ts'
import { inTransaction } from '../transactions/in-transaction.ts'
import { keepFamilies } from './pairs/user-families.ts'
import { keepSessions } from './sessions.ts'
import { stampOf } from './signed-in.ts'
import { type AccountTables, accountOf, type UserRow } from './tables.ts'

/** The `verify` of a user store. Replaces outdated hashes. */
export function passwordVerifier(
  db: Kysely<AccountTables>,
  passwords: PasswordHasher,
  rowOf: (username: string) => Promise<UserRow | null>,
): UserStore<Account>['verify'] {
  async function verify(
    username: string,
    password: string,
    known?: KnownPassword,
  ): Promise<Verified<Account> | null> {
    const checked = await rowOf(username)
    // Inactive users are rejected, and a rejection always costs a hash.
    const spares = checked?.is_active ? known : undefined
    const hash = checked?.password ?? null
    // Nothing was awaited, so the row is still current.
    if (checked && hash !== null && spares?.fits(hash)) return verified(checked)
    if (!(await verifyPassword(passwords, password, hash, spares))) return null

    // Hashing may have waited in a queue, and the password may have changed meanwhile.
    const row = await rowOf(username)
    if (row === null || row.password !== checked?.password) return null
    if (!row.password || !passwords.needsRehash(row.password)) return verified(row)

    const rehashed = await rehash(db, passwords, row, password)
    // Another sign-in was faster, or the password has changed: the current row decides.
    return rehashed === null ? verify(username, password, known) : verified(rehashed)
  }

  return verify
}

const verified = (row: UserRow): Verified<Account> => ({
  user: accountOf(row),
  passwordStamp: stampOf(row),
})

/**
 * Stores the password with a current hash.
 *
 * @returns the updated user, or null when their hash has changed meanwhile. When the hash cannot be
 *   written, the user as before: the sign-in has succeeded, and the next one tries again.
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
        // A password changed meanwhile is not overwritten.
        .where('password', '=', outdated)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return null
      await keepSessions(db, id, outdated, hash)
      await keepFamilies(db, id, outdated, hash)
      return { ...row, password: hash }
    })
  } catch {
    return row
  }
}
