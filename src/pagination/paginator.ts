import { knownOptions } from '../errors/known-options.ts'
import type { ItemSet } from '../items/item-set.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import type { CountIs, CountPolicy } from './count-policy.ts'
import { countedSlice, openTotal } from './counted-slice.ts'

/** Cuts an item set into numbered pages: the spec's `django_paginator_class`. */
export type Paginator = <Item>(
  items: ItemSet<Item>,
  pageSize: number,
  wanted: WantedPage,
) => Promise<NumberedPages<Item>>

/** What numbered pages are made for. */
export interface WantedPage {
  /** The page that will be read if there is such a one, from 1. */
  readonly number: number | 'last'
  /** How the style counts. */
  readonly count: CountPolicy
}

/** The numbered pages of an item set at one moment. */
export interface NumberedPages<Item> {
  /** How many items there are on all pages. Null: they were not counted. */
  readonly count: number | null
  /** What the count says. Default `exact`; null: there is none. */
  readonly countIs?: CountIs | null
  /** Number of the last page that is known; 0 when there is not even a first one. */
  readonly lastPage: number
  /** Whether there may be pages behind it. Default false. */
  readonly isOpen?: boolean
  /** The items of a page from 1 to `lastPage`. */
  page(number: number): Promise<Item[]>
}

export interface StandardPaginatorOptions {
  /** A last page of at most this many items is added to the page before. Default 0. */
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

/** The paginator that page-number pagination uses unless it is given another one. */
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
          : items.slice(start, size)
      },
    }
  }
}
