import type { Condition } from 'turnpike'
import { partsOf, UnreadableValue } from 'turnpike/kit'
import { driverCode } from '../outages.ts'
import type { ListedQuery } from '../queries/listed-query.ts'
import { openQuery } from '../queries/open-query.ts'

/**
 * PostgreSQL's errors for a value that a type does not have: `abc` for a uuid, the 31st of
 * February, a number beyond 64 bits. Not those of calculations, such as a division by zero.
 */
const isUnreadable = /^(22P02|22P03|22P05|22003|22007|22008|22009|22021)$/

export const isUnreadableValue = (error: unknown): boolean =>
  isUnreadable.test(driverCode(error) ?? '')

/** Maximum number of conditions that are tried. */
const maxParts = 50

/**
 * The error for a value that the database could not read. PostgreSQL does not name it, so each
 * condition is tried alone. In a transaction it answers no more queries after the error.
 *
 * @param narrow the query with a condition.
 */
export async function unreadableValue(
  condition: Condition,
  error: unknown,
  narrow: (part: Condition) => Promise<ListedQuery>,
): Promise<UnreadableValue> {
  const parts = partsOf(condition)
  const fields = new Set(parts.map(({ field }) => field))
  if (fields.size === 1) return new UnreadableValue([...fields][0] ?? null, { cause: error })

  for (const part of parts.slice(0, maxParts)) {
    if (!(await isReadable(part, narrow))) return new UnreadableValue(part.field, { cause: error })
  }
  return new UnreadableValue(null, { cause: error })
}

async function isReadable(
  part: Condition,
  narrow: (part: Condition) => Promise<ListedQuery>,
): Promise<boolean> {
  try {
    const listed = await narrow(part)
    if (listed.db.isTransaction) return true
    // The values are read before the first row is.
    await listed.db.executeQuery(openQuery(listed, []).query.limit(0).compile())
    return true
  } catch (error) {
    return !isUnreadableValue(error)
  }
}
