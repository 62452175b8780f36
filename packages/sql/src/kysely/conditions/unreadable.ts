import type { Condition } from 'turnpike'
import { partsOf, UnreadableValue } from 'turnpike/kit'
import { driverCode } from '../outages.ts'
import type { ListedQuery } from '../queries/listed-query.ts'
import { openQuery } from '../queries/open-query.ts'
import { unreadableCodes } from '../violations/unreadable-codes.ts'

const codes: ReadonlySet<string> = new Set(unreadableCodes)

export const isUnreadableValue = (error: unknown): boolean => codes.has(driverCode(error) ?? '')

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
    if (!(await isReadablePart(part, narrow)))
      return new UnreadableValue(part.field, { cause: error })
  }
  return new UnreadableValue(null, { cause: error })
}

async function isReadablePart(
  part: Condition,
  narrow: (part: Condition) => Promise<ListedQuery>,
): Promise<boolean> {
  try {
    return await isReadable(await narrow(part))
  } catch (error) {
    return !isUnreadableValue(error)
  }
}

/**
 * Whether the database can read the values of a query. Within a transaction, which answers no more
 * queries after an error, it is taken for granted.
 */
export async function isReadable(listed: ListedQuery): Promise<boolean> {
  if (listed.db.isTransaction) return true
  try {
    // The values are read before the first row is.
    await listed.db.executeQuery(openQuery(listed, []).query.limit(0).compile())
    return true
  } catch (error) {
    return !isUnreadableValue(error)
  }
}
