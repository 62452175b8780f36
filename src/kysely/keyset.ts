import type { Keyset } from '../items/keyset.ts'
import { completeOrdering } from '../items/ordering.ts'
import type { AnyDatabase, AnyQuery, AnyRow } from './database.ts'
import { windowReader } from './window-reader.ts'

/** Reads the rows of a select query by position. Its order and its nulls are those of the database. */
export function kyselyKeyset(db: AnyDatabase, query: AnyQuery, key: string): Keyset<AnyRow> {
  const reader = windowReader(db, query.clearOrderBy())

  return {
    complete: (ordering) => completeOrdering(ordering, key),

    read: (window) => reader.placedRows({ ...window, skip: 0 }),
  }
}
