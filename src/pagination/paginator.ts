import type { ItemSet } from '../items/item-set.ts'

/** Cuts an item set into numbered pages: the spec's `django_paginator_class`. */
export type Paginator = <Item>(
  items: ItemSet<Item>,
  pageSize: number,
) => Promise<NumberedPages<Item>>

/** The numbered pages of an item set at one moment. */
export interface NumberedPages<Item> {
  /** How many items there are on all pages. */
  readonly count: number
  /** Number of the last page; 0 when there is not even a first one. */
  readonly lastPage: number
  /** The items of a page from 1 to `lastPage`. */
  page(number: number): Promise<Item[]>
}

export interface StandardPaginatorOptions {
  /** A last page of at most this many items is added to the page before. Default 0. */
  orphans?: number
  /** False: an empty set has no first page, so asking for it is an error. Default true. */
  allowEmptyFirstPage?: boolean
}

/** The paginator that page-number pagination uses unless it is given another one. */
export function standardPaginator({
  orphans = 0,
  allowEmptyFirstPage = true,
}: StandardPaginatorOptions = {}): Paginator {
  return async (items, pageSize) => {
    const count = await items.count()
    const isEmpty = count === 0 && !allowEmptyFirstPage
    const lastPage = isEmpty ? 0 : Math.ceil(Math.max(1, count - orphans) / pageSize)

    return {
      count,
      lastPage,
      async page(number) {
        if (count === 0) return []
        const start = (number - 1) * pageSize
        const end = number === lastPage ? count : start + pageSize
        return items.slice(start, end - start)
      },
    }
  }
}
