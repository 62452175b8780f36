import type { Condition, ItemSet, Ordering } from 'turnpike'
import { completeOrdering, mark, requireCondition } from 'turnpike/kit'
import type { DescribedQuery } from '../conditions/described-query.ts'
import { type AnyDatabase, type AnyRow, isSqlite } from '../database.ts'
import { type Readers, readersOf } from './readers.ts'

/** A list to which conditions can be added. */
export interface NarrowableList {
  readonly db: AnyDatabase
  readonly keys: readonly string[]
  readonly textSearch: string
  /** Its query for this request, which is the same object while it is the same query. */
  described(): DescribedQuery
}

/**
 * The items of a list that meet the condition. Its values are parameters, and what is compiled is
 * kept as long as the set.
 *
 * @param ordering null: the query's own.
 */
export function narrowedItems(
  list: NarrowableList,
  condition: Condition,
  ordering: Ordering | null,
): ItemSet<AnyRow> {
  const { db, keys, described } = list
  // An unknown operator would become part of the statement.
  requireCondition(condition, 'The condition of where()')
  let known: { readonly of: DescribedQuery; readonly readers: Promise<Readers> } | undefined

  function readersFor(query: DescribedQuery): Promise<Readers> {
    if (known?.of === query) return known.readers
    const readers = query.narrow(condition).then((narrowed) => readersOf(narrowed, keys, ordering))
    known = { of: query, readers }
    return readers
  }

  const read = async <Result>(work: (readers: Readers) => Promise<Result>): Promise<Result> => {
    const query = described()
    try {
      return await work(await readersFor(query))
    } catch (error) {
      known = undefined
      throw await query.refusal(condition, error)
    }
  }

  const items: ItemSet<AnyRow> = {
    count: () => read(({ count }) => count()),
    countUpTo: (limit) => read(({ countUpTo }) => countUpTo(limit)),
    estimate: () => read(({ estimate }) => estimate()),
    slice: (offset, limit) => read(({ slice }) => slice(offset, limit)),
    ...(!isSqlite(db) && {
      sliceAndCount: (offset, limit) => read(({ sliceAndCount }) => sliceAndCount(offset, limit)),
    }),

    orderBy: (other) => narrowedItems(list, condition, other),
    where: (other) => narrowedItems(list, { all: [condition, other] }, ordering),

    keyset: {
      complete: (terms) => completeOrdering(terms, keys),
      read: (window) => read(({ keyset }) => keyset.read(window)),
    },
  }
  listOf.set(items, () => ({ ...list, condition }))
  return items
}

/** The lists of items from `kyselyItems`, with the condition added to them, if any. */
export const listOf = mark<object, () => NarrowableList & { readonly condition?: Condition }>()
