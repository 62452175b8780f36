import type { PasswordHasher, User, UserStore, Verified } from 'turnpike'
import { type KnownPassword, refusalWork, verifyPassword } from 'turnpike/kit'

/** The rows of users, for the comparison of a password. */
export interface PasswordRows<Row extends HashRow, U extends User, HashRow = Row> {
  find(username: string): Promise<Row | null>
  /** Null if the user has no password. */
  hashOf(row: HashRow): string | null
  /** Hashes of so many users: from the newest on, or from the oldest. */
  sample(direction: 'asc' | 'desc', sampleSize: number): Promise<readonly HashRow[]>
  isActive(row: Row): boolean
  verified(row: Row): Verified<U>
  /** Stores another hash of the same password. Null if the hash has changed meanwhile. */
  rehash(row: Row, hash: string): Promise<Row | null>
}

/**
 * So many of each end are read to learn which forms of hashes are stored: a scan of all would take
 * seconds for a million users. Rarer forms are learned from the users who have them.
 */
const sampleSize = 5000

/** The `verify` of a user store. Replaces outdated hashes. */
export function passwordVerifier<Row extends HashRow, U extends User, HashRow = Row>(
  rows: PasswordRows<Row, U, HashRow>,
  passwords: PasswordHasher,
): UserStore<U>['verify'] {
  const refusals = refusalWork(passwords, { stored })

  async function stored(): Promise<string[]> {
    const newest = await rows.sample('desc', sampleSize)
    const oldest = newest.length < sampleSize ? [] : await rows.sample('asc', sampleSize)
    return [...newest, ...oldest].flatMap((row) => rows.hashOf(row) ?? [])
  }

  async function verify(
    username: string,
    password: string,
    known?: KnownPassword,
  ): Promise<Verified<U> | null> {
    const checked = await rows.find(username)
    // Inactive users are rejected, and a rejection always costs a hash.
    const spares = checked && rows.isActive(checked) ? known : undefined
    const hash = checked && rows.hashOf(checked)
    // Nothing was awaited, so the row is still current.
    if (checked && hash !== null && spares?.fits(hash)) return rows.verified(checked)
    if (!(await verifyPassword(passwords, password, hash, spares, refusals))) {
      return null
    }

    // Hashing may have waited in a queue, and the hash may have changed meanwhile: the password, or
    // only its form, by another sign-in. The new hash decides.
    const row = await rows.find(username)
    if (row === null) return null
    const current = rows.hashOf(row)
    if (current !== hash) return verify(username, password, known)
    if (!current || !passwords.needsRehash(current)) return rows.verified(row)

    const rehashed = await rehash(row, password)
    // Another sign-in was faster, or the password has changed: the current row decides.
    return rehashed === null ? verify(username, password, known) : rows.verified(rehashed)
  }

  /**
   * The row with a current hash, or null when the hash has changed meanwhile. When it cannot be
   * written, the row as before: the sign-in has succeeded, and the next one tries again.
   */
  async function rehash(row: Row, password: string): Promise<Row | null> {
    try {
      return await rows.rehash(row, await passwords.hash(password))
    } catch {
      return row
    }
  }

  return verify
}
