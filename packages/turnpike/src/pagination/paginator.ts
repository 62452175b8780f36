import { knownOptions } from '../errors/known-options.ts'
import type { ItemSet } from '../items/item-set.ts'
import { listFrom } from '../items/read-results.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import type { CountIs, CountPolicy } from './count-policy.ts'
import { countedSlice, openTotal } from './counted-slice.ts'

/** Splits an item set into numbered pages: the spec's `django_paginator_class`. */
export type Paginator = <Item>(
  items: ItemSet<Item>,
  pageSize: number,
  wanted: WantedPage,
) => Promise<NumberedPages<Item>>

/** The page that the numbered pages are needed for. */
export interface WantedPage {
  /** The page to read if it exists, from 1. */
  readonly number: number | 'last'
  /** How the style counts. */
  readonly count: CountPolicy
}

/** The numbered pages of an item set at one moment. */
export interface NumberedPages<Item> {
  /** How many items all pages have. Null if not counted. */
  readonly count: number | null
  /** The meaning of the count. Default `exact`; null leaves the count out. */
  readonly countIs?: CountIs | null
  /** Number of the last known page; 0 when there is not even a first page. */
  readonly lastPage: number
  /** Whether there may be pages after it. Default false. */
  readonly isOpen?: boolean
  /** The items of a page from 1 to `lastPage`. */
  page(number: number): Promise<Item[]>
}

export interface StandardPaginatorOptions {
  /** A last page of at most this many items is joined to the previous page. Default 0. */
  orphans?: number
  /** False: an empty set has no first page, so asking for it is an error. Default true. */
  allowEmptyFirstPage?: boolean
}

export const standardPaginatorOptions = knownOptions<StandardPaginatorOptions>(
  'standardPaginator()',
  {
    orphans: wholeNumber({ least: 0 }),
    allowEmptyFirstPage: 'optional',
  },
)

/** The default paginator of page-number pagination. */
export function standardPaginator(options: StandardPaginatorOptions = {}): Paginator {
  standardPaginatorOptions.require(options)
  const { orphans = 0, allowEmptyFirstPage = true } = options
  return async (items, pageSize, { number: wanted, count: policy }) => {
    const startOf = (number: number) => (number - 1) * pageSize
    const read =
      wanted === 'last'
        ? null
        : await countedSlice(items, startOf(wanted), pageSize + orphans, policy)
    const { count, countIs, known, isOpen } = read ?? (await openTotal(items, policy))
    const isEmpty = known === 0 && !allowEmptyFirstPage
    const lastPage = isEmpty ? 0 : Math.ceil(Math.max(1, known - orphans) / pageSize)

    return {
      count,
      countIs,
      lastPage,
      isOpen,
      async page(number) {
        if (known === 0) return []
        const start = startOf(number)
        const size = number === lastPage && !isOpen ? known - start : pageSize
        return number === wanted && read !== null
          ? read.items.slice(0, size)
          : listFrom('slice', await items.slice(start, size))
      },
    }
  }
}
