import { hash, randomBytes } from 'node:crypto'
import { tokenCache } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import { changesOf } from '../sqlite/change-token.ts'

/** Finds the row for a string, or null. */
export type FindByText<Row> = (text: string) => Promise<Row | null>

/**
 * The same with a check of the row, which is null when it is not accepted. Default every row is.
 */
export type FindAcceptable<Row> = (
  text: string,
  accepts?: (row: Row) => boolean,
) => Promise<Row | null>

/** Maximum number of cached rows per lookup. */
const maxRows = 10_000

/**
 * The same lookup with a cache on SQLite, until anything in the database changes, by any process: a
 * revoked token stops working at once, exactly as without the cache. Nothing is cached inside a
 * transaction. The strings looked up may be secret, so only their digests are kept.
 *
 * A row that is not accepted is read again, so that it is rejected no faster than an unknown text,
 * which is never cached.
 *
 * @param tables all tables that the lookup reads.
 */
export function cachedLookup<Row>(
  db: AnyDatabase,
  tables: readonly string[],
  find: FindByText<Row>,
): FindAcceptable<Row> {
  const ifAccepted = async (
    text: string,
    accepts: (row: Row) => boolean = acceptsAll,
  ): Promise<Row | null> => {
    const row = await find(text)
    return row !== null && accepts(row) ? row : null
  }
  const changes = changesOf(db)
  if (changes === null) return ifAccepted
  const salt = randomBytes(32).toString('hex')
  const rowsAt = tokenCache<Row>(maxRows)

  return async (text, accepts = acceptsAll) => {
    const token = await changes.tokenOfTurn(tables)
    if (token === null) return ifAccepted(text, accepts)
    const rows = rowsAt(token)
    const digest = hash('sha256', salt + text)
    const cached = rows.get(digest)
    if (cached !== undefined && accepts(cached)) return cached

    const row = await ifAccepted(text, accepts)
    if (row !== null && changes.isCommitted()) rows.set(digest, row)
    return row
  }
}

const acceptsAll = (_row: unknown) => true
