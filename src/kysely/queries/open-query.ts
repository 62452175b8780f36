import type { OperationNode } from 'kysely'
import type { AnyQuery, AnyRow } from '../database.ts'

/** A query without an order, to which conditions, an order, columns and a limit can be added. */
export interface OpenQuery {
  readonly query: AnyQuery
  /** The fields in its terms, valid in every clause. */
  readonly terms: readonly OperationNode[]
  /** Converts its rows to those of the original query. */
  restore(rows: AnyRow[]): AnyRow[]
}

export const asTheyAre = (rows: AnyRow[]): AnyRow[] => rows
