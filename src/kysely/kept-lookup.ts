import { hash, randomBytes } from 'node:crypto'
import type { AnyDatabase } from './database.ts'
import { stateOf } from './sqlite-state.ts'

/** Finds what a text names, or null. */
export type FindByText<Found> = (text: string) => Promise<Found | null>

/** Most that is kept of one lookup. When there is more, all of it is dropped. */
const maxKept = 10_000

/**
 * The same lookup, which on SQLite keeps what it has found until anything in the database changes, by this
 * process or another: a token that was revoked is not found, as without. In a transaction everything is
 * read. The texts, which may be secret, are not kept.
 *
 * @param tables all that the lookup reads.
 */
export function keptLookup<Found>(
  db: AnyDatabase,
  tables: readonly string[],
  find: FindByText<Found>,
): FindByText<Found> {
  const database = stateOf(db)
  if (database === null) return find
  const kept = new Map<string, Found>()
  const salt = randomBytes(32).toString('hex')
  let state: string | null = null

  return async (text) => {
    const before = database.read(tables)
    if (before === null) return find(text)
    if (state !== before) kept.clear()
    state = before
    const name = hash('sha256', salt + text)
    const known = kept.get(name)
    if (known !== undefined) return known

    const found = await find(text)
    // The state it had before and afterwards, it had in between: none comes a second time.
    if (found === null || database.read(tables) !== before) return found
    if (kept.size >= maxKept) kept.clear()
    kept.set(name, found)
    return found
  }
}
