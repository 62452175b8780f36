import { hash, randomBytes } from 'node:crypto'
import type { AnyDatabase } from '../database.ts'
import { stateOf } from '../sqlite/change-token.ts'

/** Finds what a text names, or null. */
export type FindByText<Found> = (text: string) => Promise<Found | null>

/** Most that is kept of one lookup. When there is more, all of it is dropped. */
const maxKept = 10_000

/**
 * The same lookup, which on SQLite keeps what it has found until anything in the database changes,
 * by this process or another: a token that was revoked is not found, as without. In a transaction
 * everything is read. The texts, which may be secret, are not kept.
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
  const salt = randomBytes(32).toString('hex')
  let kept = { state: '', found: new Map<string, Found>() }

  return async (text) => {
    const state = database.read(tables)
    if (state === null) return find(text)
    if (kept.state !== state) kept = { state, found: new Map() }
    const { found: known } = kept
    const name = hash('sha256', salt + text)
    const present = known.get(name)
    if (present !== undefined) return present

    const found = await find(text)
    if (found === null || !database.isSteady()) return found
    if (known.size >= maxKept) known.clear()
    known.set(name, found)
    return found
  }
}
