import type { Ordering } from 'turnpike'
import { cacheableTables } from '../caching/cacheable-query.ts'
import { countedReads } from '../counted/counted-reader.ts'
import type { AnyRow } from '../database.ts'
import { limited } from '../queries/limited.ts'
import type { ListedQuery } from '../queries/listed-query.ts'
import { orderedQuery } from '../queries/ordered-query.ts'
import { compileOnce } from '../statements/compile-once.ts'
import { anchoredSlice, deepOffset, type Slice } from '../windows/anchored-slice.ts'
import { countsOf, sliceAndCountOf } from './counts.ts'
import { kyselyKeyset } from './keyset.ts'

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
  const deep = once(() => anchoredSlice(listed, { keys, keyTerms, ordering, plain }))
  const slice = (offset: number, limit: number | null) => {
    const sliced = offset < deepOffset ? plain : deep()
    return sliced(Math.min(offset, most), Math.min(limit ?? most, most))
  }
  const counts = countsOf(listed)
  const { count } = counts
  const sliceAndCount = sliceAndCountOf(listed, ordered, { ...counts, slice })
  const tables = changes && cacheableTables(tree)
  const number = ++lastNumber

  return {
    ...counts,
    ...countedReads(listed, { ordering, keyTerms, ordered }, { count, slice, sliceAndCount }),
    keyset: kyselyKeyset(listed, keys),
    /** Also differs per tree: another tree may have other rows of the same database. */
    changeToken() {
      const token = tables && changes ? changes.token(tables) : null
      return token && `${token} ${number}`
    },
  }
}

let lastNumber = 0

/** The same function, called once. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Reads the rows of a list. */
export type Readers = ReturnType<typeof readersOf>

const most = Number.MAX_SAFE_INTEGER
