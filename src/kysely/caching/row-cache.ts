import { hash, randomBytes } from 'node:crypto'
import type { AnyDatabase } from '../database.ts'
import { changesOf } from '../sqlite/change-token.ts'

/** Finds what a text names, or null. */
export type FindByText<Found> = (text: string) => Promise<Found | null>

/** Most rows that are cached of one look-up. All are dropped when there are more. */
const maxRows = 10_000

/**
 * The same look-up with a cache on SQLite, until anything in the database changes, by any process:
 * a revoked token stops working at once, exactly as without the cache. Nothing is cached inside a
 * transaction, and no text that is looked up, which may be secret: a digest stands for it.
 *
 * @param tables all that the look-up reads.
 */
export function cachedLookup<Found>(
  db: AnyDatabase,
  tables: readonly string[],
  find: FindByText<Found>,
): FindByText<Found> {
  const changes = changesOf(db)
  if (changes === null) return find
  const salt = randomBytes(32).toString('hex')
  let cache = { token: '', rows: new Map<string, Found>() }

  return async (text) => {
    const token = changes.token(tables)
    if (token === null) return find(text)
    if (cache.token !== token) cache = { token, rows: new Map() }
    const { rows } = cache
    const digest = hash('sha256', salt + text)
    const cached = rows.get(digest)
    if (cached !== undefined) return cached

    const found = await find(text)
    if (found === null || !changes.isCommitted()) return found
    if (rows.size >= maxRows) rows.clear()
    rows.set(digest, found)
    return found
  }
}
