import type { AnyDatabase, Lookup } from './database.ts'
import { stateOf } from './sqlite-state.ts'

/** Most rows that are kept of one lookup. When there are more, all of them are dropped. */
const maxRows = 10_000

/**
 * The same lookup, which on SQLite keeps the rows that it has found until anything in the database changes,
 * by this process or another: a token that was revoked is not found, as without. In a transaction each
 * row is read.
 *
 * @param tables all that the lookup reads.
 */
export function keptLookup<Row>(
  db: AnyDatabase,
  tables: readonly string[],
  find: Lookup<Row>,
): Lookup<Row> {
  const database = stateOf(db)
  if (database === null) return find
  const rows = new Map<string, Row>()
  let state: string | null = null

  return async (...values) => {
    const before = database.read(tables)
    if (before === null) return find(...values)
    if (state !== before) rows.clear()
    state = before
    const key = JSON.stringify(values)
    const known = rows.get(key)
    if (known !== undefined) return known

    const row = await find(...values)
    // The state it had before and afterwards, it had in between: none comes a second time.
    if (row === null || database.read(tables) !== before) return row
    if (rows.size >= maxRows) rows.clear()
    rows.set(key, row)
    return row
  }
}
