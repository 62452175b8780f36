import { maxIterations } from '../../django/passwords/derived.ts'
import type { Catalogue } from '../inspect/schema.ts'
import type { UserTable } from './project.ts'

/** The length of `pbkdf2_sha256$10000000$`. */
const length = 23

/** Maximum number of users whose passwords are looked at. */
const maxUsers = 100

/**
 * The iterations of PBKDF2 in the passwords of the users who signed in last: Django replaces a
 * password that has others. Null if there is none, or it may not be read.
 *
 * Only the name of the format, the iterations and at most some characters of the salt leave the
 * database.
 */
export async function passwordIterations(
  { rows, quote }: Catalogue,
  { table, columns }: UserTable,
): Promise<number | null> {
  const { password, lastLogin, pk } = columns
  if (password === null || pk === null) return null
  const signedIn =
    lastLogin === null
      ? ''
      : `case when ${quote(lastLogin)} is null then 1 else 0 end, ${quote(lastLogin)} desc, `
  const beginning = `substr(${quote(password)}, 1, ${length})`
  const found = await rows(
    `select ${beginning} as beginning from ${quote(table)} order by ${signedIn}${quote(pk)} desc limit ${maxUsers}`,
    // A role may lack the right to read passwords.
  ).catch(() => [])
  const counts = found.flatMap(({ beginning }) => {
    const [, count] = /^pbkdf2_sha(?:256|1)\$([1-9]\d{0,7})\$/.exec(String(beginning)) ?? []
    return count === undefined || Number(count) > maxIterations ? [] : [Number(count)]
  })
  return counts.length === 0 ? null : Math.max(...counts)
}
