import type { CompiledQuery } from 'kysely'
import type { AnyRow } from '../database.ts'
import type { ListedQuery } from '../queries/listed-query.ts'
import { driverErrorCode } from '../sqlite/libraries/result-codes.ts'
import { allowCounters } from '../statements/reads.ts'
import { quoted } from '../tables/name.ts'
import { withoutJoining } from '../transactions/joining.ts'
import { scopeOf } from '../transactions/scope.ts'
import { type CountedList, countedList } from './counted-list.ts'
import type { FoundCounters } from './counted-sql.ts'
import {
  type CountedReadsOptions,
  countColumn,
  type Statements,
  statementsOf,
  versionColumn,
} from './counted-statements.ts'
import { countersOf, forgetCounters } from './discovery.ts'

/** Reads from the counters of a counted table. Everything is null if they do not have it. */
export interface CountedReads {
  count(): Promise<number | null>
  slice(offset: number, limit: number): Promise<AnyRow[] | null>
  /** The count, the place of the page and its rows are read in one statement, so they agree. */
  sliceAndCount(
    offset: number,
    limit: number,
  ): Promise<{ readonly items: AnyRow[]; readonly count: number } | null>
  /** Whether counters have been found. They are looked for at the first read. */
  areFound(): boolean
  /** Whether the list is a group of the table: its conditions choose which counters count. */
  isGroup(): boolean
}

/**
 * Reads a list that uses one of the orders of a counted table. kysely/items/readers.ts decides when
 * it is asked.
 */
export function countedReads(listed: ListedQuery, options: CountedReadsOptions): CountedReads {
  const { db } = listed
  let list: CountedList | null | undefined
  let known: { readonly counters: FoundCounters; readonly reads: Statements } | undefined

  async function statements(): Promise<Statements | null> {
    if (list === undefined) list = countedList(listed, options.ordering, options.keyTerms)
    if (list === null) return null
    const counters = await countersOf(db, list.table)
    if (counters === null) return null
    if (known?.counters !== counters) {
      known = { counters, reads: statementsOf(listed, list, options, counters) }
    }
    return known.reads
  }

  /** Null if the counters do not have it. */
  async function read(
    statementOf: (statements: Statements) => CompiledQuery<AnyRow> | undefined,
  ): Promise<AnyRow[] | null> {
    const all = await statements()
    const statement = all === null ? undefined : statementOf(all)
    if (statement === undefined) return null
    allowCounters(statement.sql, quoted((list as CountedList).table))
    try {
      const { rows } = await db.executeQuery(statement)
      if (rows.length === 0 || (all as Statements).version === null) return rows
      if (rows[0]?.[versionColumn] === (all as Statements).version) return withoutVersion(rows)
      // In a transaction another table may have the name only for a while.
      if (!db.isTransaction && scopeOf(withoutJoining(db)) === null) forgetCounters(db)
      return null
    } catch (error) {
      if (!isGone(error)) throw error
      forgetCounters(db)
      return null
    }
  }

  async function count(): Promise<number | null> {
    const rows = await read(({ counted }) => counted?.())
    return rows && Number(rows[0]?.[countColumn])
  }

  return {
    count,
    areFound: () => known !== undefined,
    isGroup: () => (list?.narrowed ?? null) !== null,

    async slice(offset, limit) {
      const rows = await read(({ page }) => page?.(limit, offset))
      // Without a row there is no version either.
      return rows === null || rows.length === 0 ? null : options.ordered().restore(rows)
    },

    async sliceAndCount(offset, limit) {
      const rows = await read(({ countedPage }) => countedPage?.(limit, offset))
      if (rows === null) return null
      if (rows.length === 0) {
        // Without a row there is neither a count nor a version.
        const total = await count()
        return total === null ? null : { items: [], count: total }
      }
      const total = Number(rows[0]?.[countColumn])
      for (const row of rows) delete row[countColumn]
      return { items: options.ordered().restore(rows), count: total }
    },
  }
}

function withoutVersion(rows: AnyRow[]): AnyRow[] {
  for (const row of rows) delete row[versionColumn]
  return rows
}

/** Whether a part of the counters is missing: they were dropped, or are others now. */
function isGone(error: unknown): boolean {
  const { cause, message } = error as { cause?: unknown; message?: unknown }
  const code = driverErrorCode(error)
  if (code === 'SQLITE_ERROR') return /^no such table: .*turnpike_counted/.test(String(message))
  // A view has the name of the table now. Its rows have no place.
  if (code === '42703' && String(message).includes('ctid')) return true
  return code === '42883' || (cause instanceof Error && isGone(cause))
}
