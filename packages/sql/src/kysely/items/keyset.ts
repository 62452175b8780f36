import { completeOrdering, type Keyset } from 'turnpike/kit'
import type { AnyRow } from '../database.ts'
import type { ListedQuery } from '../queries/listed-query.ts'
import { windowReader } from '../windows/window-reader.ts'

/** Reads the rows of a select query by position. Ordering and nulls are the database's. */
export function kyselyKeyset(listed: ListedQuery, keys: readonly string[]): Keyset<AnyRow> {
  const reader = windowReader(listed)

  return {
    complete: (ordering) => completeOrdering(ordering, keys),

    read: (window) => reader.placedRows({ ...window, skip: 0 }),
  }
}
