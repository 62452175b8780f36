import type { OperationNode } from 'kysely'
import type { AnyQuery, AnyRow } from '../database.ts'

/** A query without an order, to which conditions, an order, columns and a limit can be added. */
export interface OpenQuery {
  readonly query: AnyQuery
  /** What the fields are in it, wherever they are written. */
  readonly terms: readonly OperationNode[]
  /** Makes its rows those of the query that was opened. */
  restore(rows: AnyRow[]): AnyRow[]
}

export const asTheyAre = (rows: AnyRow[]): AnyRow[] => rows
