import { hash, randomBytes } from 'node:crypto'
import { tokenCache } from '../../caching/token-cache.ts'
import type { AnyDatabase } from '../database.ts'
import { changesOf } from '../sqlite/change-token.ts'

/** Finds the row for a string, or null. */
export type FindByText<Row> = (text: string) => Promise<Row | null>

/** Most cached rows per lookup. */
const maxRows = 10_000

/**
 * The same lookup with a cache on SQLite, until anything in the database changes, by any process: a
 * revoked token stops working at once, exactly as without the cache. Nothing is cached inside a
 * transaction. The strings looked up may be secret, so only their digests are kept.
 *
 * @param tables all tables that the lookup reads.
 */
export function cachedLookup<Row>(
  db: AnyDatabase,
  tables: readonly string[],
  find: FindByText<Row>,
): FindByText<Row> {
  const changes = changesOf(db)
  if (changes === null) return find
  const salt = randomBytes(32).toString('hex')
  const rowsAt = tokenCache<Row>(maxRows)

  return async (text) => {
    const token = changes.token(tables)
    if (token === null) return find(text)
    const rows = rowsAt(token)
    const digest = hash('sha256', salt + text)
    const cached = rows.get(digest)
    if (cached !== undefined) return cached

    const row = await find(text)
    if (row !== null && changes.isCommitted()) rows.set(digest, row)
    return row
  }
}
