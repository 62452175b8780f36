import type { Keyset } from '../../items/keyset.ts'
import { completeOrdering } from '../../items/ordering.ts'
import type { AnyRow } from '../database.ts'
import type { ListedQuery } from '../rows/listed-query.ts'
import { windowReader } from '../windows/window-reader.ts'

/**
 * Reads the rows of a select query by position. Its order and its nulls are those of the database.
 */
export function kyselyKeyset(listed: ListedQuery, keys: readonly string[]): Keyset<AnyRow> {
  const reader = windowReader(listed)

  return {
    complete: (ordering) => completeOrdering(ordering, keys),

    read: (window) => reader.placedRows({ ...window, skip: 0 }),
  }
}
