import type { Ordering } from 'turnpike'
import { once } from 'turnpike/kit'
import { cacheableTables } from '../caching/cacheable-query.ts'
import { countedReads } from '../counted/counted-reader.ts'
import { type AnyRow, isSqlite } from '../database.ts'
import { limited } from '../queries/limited.ts'
import type { ListedQuery } from '../queries/listed-query.ts'
import { orderedQuery } from '../queries/ordered-query.ts'
import { compileOnce } from '../statements/compile-once.ts'
import { anchoredSlice, type Slice } from '../windows/anchored-slice.ts'
import { countsOf, sliceAndCountOf } from './counts.ts'
import { kyselyKeyset } from './keyset.ts'

/*
 * What reads a page of a list is decided here, in this order:
 *
 * 1. The list cache, which has the text of a whole answer. It asks before anything below is called
 *    (packages/turnpike/src/caching/list-cache.ts, with what it asks for).
 * 2. The list itself for a slice before `deepOffset`: nothing is quicker.
 * 3. The counters of a counted table, for at most `maxCounted` rows: any page with its count, and a
 *    slice from `deepOffset` on, on SQLite from `countersOnSqlite` on
 *    (kysely/counted/counted-reader.ts).
 * 4. Anchors on SQLite, for a slice from `deepOffset` on (kysely/windows/anchored-slice.ts).
 * 5. The list itself.
 *
 * Each of 3 and 4 gives the page on when it does not have it. A page by a cursor has no offset and
 * passes none of them. bench/deep-offset.ts measures the thresholds; bench/ABLATIONS.md has what it
 * showed.
 */

/** The offset from which anchors, and counters on PostgreSQL, are quicker than the list itself. */
const deepOffset = 2500

/** The same for counters on SQLite, where finding a place in a group takes milliseconds. */
const countersOnSqlite = { list: 10_000, group: 100_000 }

/** Counters look the rows of a page up one by one, so a longer page is read without them. */
const maxCounted = 1000

/** Reads the rows of a query with this tree. */
export function readersOf(listed: ListedQuery, keys: readonly string[], ordering: Ordering | null) {
  const { db, changes, tree } = listed
  const keyTerms = ordering?.at(-1)?.startsWith('-') ? keys.map((key) => `-${key}`) : keys
  const ordered = once(() => orderedQuery(listed, ordering, keyTerms))
  const windowed = compileOnce<AnyRow>(2, (limit, offset) =>
    limited(db, ordered().query, limit, offset),
  )
  const plain: Slice = async (offset, limit) => {
    const { rows } = await db.executeQuery(windowed(limit, offset))
    return ordered().restore(rows)
  }
  const anchored = once(() => anchoredSlice(listed, { keys, keyTerms, ordering, plain }))
  const counters = countedReads(listed, { ordering, keyTerms, ordered })
  const counts = countsOf(listed)
  const tables = changes && cacheableTables(tree)
  const number = ++lastNumber

  const sliceAsListed: Slice = (offset, limit) =>
    offset < deepOffset ? plain(offset, limit) : anchored()(offset, limit)

  /** The offset from which counters are asked for a slice. A page with its count always asks. */
  function deepForCounters(): number {
    if (!isSqlite(db)) return deepOffset
    // A list that was not counted yet would look for counters only to slice.
    if (!counters.areFound()) return Number.POSITIVE_INFINITY
    return counters.isGroup() ? countersOnSqlite.group : countersOnSqlite.list
  }

  async function slice(offset: number, limit: number | null): Promise<AnyRow[]> {
    const from = Math.min(offset, most)
    const rows = Math.min(limit ?? most, most)
    const asksCounters = from >= deepForCounters() && fitsCounters(from, rows)
    const counted = asksCounters ? await counters.slice(from, rows) : null
    return counted ?? sliceAsListed(from, rows)
  }

  const count = async () => (await counters.count()) ?? counts.count()

  const listedWithCount = sliceAndCountOf(listed, ordered, {
    count: counts.count,
    slice: (offset, limit) => sliceAsListed(Math.min(offset, most), Math.min(limit ?? most, most)),
  })

  return {
    ...counts,
    count,
    slice,
    async sliceAndCount(offset: number, limit: number) {
      const isCounted = fitsCounters(offset, limit)
      const page = isCounted ? await counters.sliceAndCount(offset, limit) : null
      return page ?? listedWithCount(offset, limit)
    },
    keyset: kyselyKeyset(listed, keys),
    /** Also differs per tree: another tree may have other rows of the same database. */
    changeToken() {
      const token = tables && changes ? changes.token(tables) : null
      return token && `${token} ${number}`
    },
  }
}

const fitsCounters = (offset: number, limit: number): boolean =>
  limit <= maxCounted && Number.isSafeInteger(offset)

let lastNumber = 0

/** Reads the rows of a list. */
export type Readers = ReturnType<typeof readersOf>

const most = Number.MAX_SAFE_INTEGER
