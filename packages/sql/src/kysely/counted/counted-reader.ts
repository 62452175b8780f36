import type { CompiledQuery } from 'kysely'
import type { ItemSet } from 'turnpike'
import { type AnyRow, isSqlite } from '../database.ts'
import type { ListedQuery } from '../queries/listed-query.ts'
import { driverErrorCode } from '../sqlite/libraries/result-codes.ts'
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

type Reads = Required<Pick<ItemSet<AnyRow>, 'count' | 'slice' | 'sliceAndCount'>>

/** Nearer rows without a count are as fast without counters. */
const deepOffset = 500

/** The same for a group on SQLite, where finding its place takes a few milliseconds. */
const deepOffsetInGroup = 20_000

/** The rows of a page are looked up one by one, so that a longer list is read as it is. */
const mostRows = 1000

/**
 * The same reads, from the counters of a counted table where the list has an order of its. The
 * count, the place of the page and its rows are read in one statement, so they agree.
 */
export function countedReads(
  listed: ListedQuery,
  options: CountedReadsOptions,
  ordinary: Reads,
): Reads {
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

  /** Null: the counters do not have it. */
  async function read(
    statementOf: (statements: Statements) => CompiledQuery<AnyRow> | undefined,
  ): Promise<AnyRow[] | null> {
    const all = await statements()
    const statement = all === null ? undefined : statementOf(all)
    if (statement === undefined) return null
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

  async function count(): Promise<number> {
    const rows = await read(({ counted }) => counted?.())
    return rows === null ? ordinary.count() : Number(rows[0]?.[countColumn])
  }

  async function emptyPage(offset: number, limit: number) {
    const rows = await read(({ counted }) => counted?.())
    if (rows === null) return ordinary.sliceAndCount(offset, limit)
    return { items: [], count: Number(rows[0]?.[countColumn]) }
  }

  return {
    count,

    async slice(offset, limit) {
      // On SQLite a list asks for counters when it is counted, which comes first.
      const mayHave = !isSqlite(db) || known !== undefined
      const isGroup = isSqlite(db) && (list?.narrowed ?? null) !== null
      const isDeep = offset >= (isGroup ? deepOffsetInGroup : deepOffset)
      const isPage = mayHave && limit !== null && limit <= mostRows && isDeep
      const rows = isPage ? await read(({ page }) => page?.(limit, offset)) : null
      // Without a row there is no version either.
      const isRead = rows !== null && rows.length > 0
      return isRead ? options.ordered().restore(rows) : ordinary.slice(offset, limit)
    },

    async sliceAndCount(offset, limit) {
      const isPage = limit <= mostRows && Number.isSafeInteger(offset)
      const rows = isPage ? await read(({ countedPage }) => countedPage?.(limit, offset)) : null
      if (rows === null) return ordinary.sliceAndCount(offset, limit)
      // Without a row there is neither a count nor a version.
      if (rows.length === 0) return emptyPage(offset, limit)
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
