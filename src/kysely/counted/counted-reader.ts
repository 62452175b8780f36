import { type CompiledQuery, type Expression, ExpressionWrapper, sql } from 'kysely'
import type { ItemSet } from '../../items/item-set.ts'
import type { Ordering } from '../../items/ordering.ts'
import { type AnyRow, isSqlite } from '../database.ts'
import type { ListedQuery, OpenQuery } from '../queries/listed-query.ts'
import { compileOnce } from '../statements/compile-once.ts'
import { type CountedList, countedList, orderNumber } from './counted-list.ts'
import type { CountedGroup, FoundCounters } from './counted-sql.ts'
import { countersOf, forgetCounters } from './discovery.ts'
import { postgresCounted } from './postgres/counted.ts'

type Reads = Required<Pick<ItemSet<AnyRow>, 'count' | 'slice' | 'sliceAndCount'>>

interface CountedReadsOptions {
  /** Null: the query's own. */
  readonly ordering: Ordering | null
  readonly keyTerms: Ordering
  readonly ordered: () => Pick<OpenQuery, 'query' | 'restore'>
}

/** Nearer rows without a count are as fast without counters. */
const deepOffset = 500

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
  if (isSqlite(db)) return ordinary
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
      return (await db.executeQuery(statement)).rows
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

  return {
    count,

    async slice(offset, limit) {
      const isPage = limit !== null && limit <= mostRows && offset >= deepOffset
      const rows = isPage ? await read(({ page }) => page?.(limit, offset)) : null
      return rows === null ? ordinary.slice(offset, limit) : options.ordered().restore(rows)
    },

    async sliceAndCount(offset, limit) {
      const isPage = limit <= mostRows && Number.isSafeInteger(offset)
      const rows = isPage ? await read(({ countedPage }) => countedPage?.(limit, offset)) : null
      if (rows === null) return ordinary.sliceAndCount(offset, limit)
      // Without a row there is no count either.
      if (rows.length === 0) return { items: [], count: await count() }
      const total = Number(rows[0]?.[countColumn])
      for (const row of rows) delete row[countColumn]
      return { items: options.ordered().restore(rows), count: total }
    },
  }
}

/** One lower-case word, which no plugin renames. */
const countColumn = 'turnpikecount'

type PageStatement = (limit: number, offset: number) => CompiledQuery<AnyRow>

/** Undefined: the counters do not have it. */
interface Statements {
  readonly counted: (() => CompiledQuery<AnyRow>) | undefined
  readonly page: PageStatement | undefined
  readonly countedPage: PageStatement | undefined
}

function statementsOf(
  { build }: ListedQuery,
  list: CountedList,
  { ordered }: CountedReadsOptions,
  { definition }: FoundCounters,
): Statements {
  const { narrowed, order } = list
  const group: CountedGroup | null = narrowed && {
    column: narrowed.column,
    value: new ExpressionWrapper(narrowed.value),
  }
  const isCounted = group === null || definition.groups.some(({ name }) => name === group.column)
  if (!isCounted) return { counted: undefined, page: undefined, countedPage: undefined }

  const total = sql<number>`(select ${postgresCounted.count(definition, group)})`.as(countColumn)
  const counted = compileOnce<AnyRow>(0, () =>
    build({ kind: 'SelectQueryNode', selections: [] }).select(total),
  )
  const number = orderNumber(definition, list)
  if (number === null) return { counted, page: undefined, countedPage: undefined }

  const onPage = (limit: never, offset: never) => {
    const value = (one: never): Expression<number> => sql<number>`${one}`
    return postgresCounted.isOnPage(
      definition,
      {
        order: number,
        reversed: order?.isReversed ?? false,
        group,
        offset: value(offset),
        limit: value(limit),
      },
      [],
    )
  }
  return {
    counted,
    page: compileOnce<AnyRow>(2, (limit, offset) => ordered().query.where(onPage(limit, offset))),
    countedPage: compileOnce<AnyRow>(2, (limit, offset) =>
      ordered().query.where(onPage(limit, offset)).select(total),
    ),
  }
}

/** Whether a function of the counters is missing: they were dropped, or are others now. */
function isGone(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return code === '42883' || (cause instanceof Error && isGone(cause))
}
