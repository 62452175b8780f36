import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import {
  bigIntegerField,
  booleanField,
  containsFilter,
  createApi,
  cursorPagination,
  dateFilter,
  dateTimeField,
  decimalField,
  equalsTextFilter,
  exactFilter,
  inFilter,
  integerField,
  isNullFilter,
  limitOffsetPagination,
  pageNumberPagination,
  rangeFilter,
  routes,
  startsWithFilter,
} from 'turnpike'
import { z } from 'zod'
import type { AnyItems } from '../pair.ts'

/** The lists of an ORM: of all records, and of a query with a condition and an order. */
export interface Lists {
  readonly all: AnyItems
  /** Those that are done, by rank descending. */
  readonly some: AnyItems
}

const answers = z.object({
  id: integerField(),
  madeAt: dateTimeField().nullable(),
  big: bigIntegerField().nullable(),
  price: decimalField({ maxDigits: 20, decimalPlaces: 6 }).nullable(),
  rank: integerField().nullable(),
  weight: z.number().nullable(),
  done: booleanField().nullable(),
  name: z.string().nullable(),
})

export const fields = ['id', 'madeAt', 'big', 'price', 'rank', 'weight', 'done', 'name'] as const

const policies = {
  search: { fields: ['name'] },
  orderingFilter: { fields },
  filters: {
    id: [inFilter(), rangeFilter()],
    madeAt: [exactFilter(), dateFilter(), isNullFilter()],
    big: [exactFilter(), inFilter(), rangeFilter(), isNullFilter()],
    price: [exactFilter(), inFilter(), rangeFilter(), isNullFilter()],
    rank: [exactFilter(), inFilter(), rangeFilter(), isNullFilter()],
    weight: [exactFilter(), rangeFilter()],
    done: [exactFilter(), isNullFilter()],
    name: [
      exactFilter(),
      inFilter(),
      containsFilter(),
      startsWithFilter(),
      equalsTextFilter(),
      isNullFilter(),
    ],
  },
}

const sizes = { pageSizeQueryParam: 'page_size', maxPageSize: 60 }
const preferences = {
  countPreferences: ['exact', 'none'] as const,
  pageInfo: true,
  linkHeader: true,
}
const cursors = { ...sizes, linkHeader: true }

/** A way of pagination by the last part of the path. */
const styles = {
  pages: pageNumberPagination({ ...sizes, ...preferences }),
  capped: pageNumberPagination({ ...sizes, ...preferences, count: { capAt: 200 } }),
  estimated: pageNumberPagination({ ...sizes, ...preferences, count: 'estimated' }),
  offsets: limitOffsetPagination({ maxLimit: 60, ...preferences }),
  uncounted: limitOffsetPagination({ maxLimit: 60, ...preferences, count: 'none' }),
  cursors: cursorPagination({ ...cursors, ordering: ['-madeAt', 'price'] }),
  ranks: cursorPagination({ ...cursors, ordering: 'rank' }),
}

export const paths = Object.keys(styles).flatMap((style) => [`/all/${style}/`, `/some/${style}/`])

/**
 * A client of the same views over these lists.
 *
 * @param failures gets the errors that were a 500.
 */
export function clientOf(lists: Lists, failures: unknown[] = []): TestClient {
  const api = createApi({
    LOGGER: { ...silentLogger, error: (fields) => failures.push(fields) },
    PAGE_SIZE: 10,
    SECRET_KEYS: ['the same secret of all the services here'],
    CONDITIONAL_REQUESTS: true,
  })
  const views = Object.entries(lists).flatMap(([name, items]) =>
    Object.entries(styles).map(([style, pagination]) => [
      `/${name}/${style}/`,
      api.listView({ name: 'Records', items, answers, pagination, ...policies }),
    ]),
  )
  return testClient(routes(api, Object.fromEntries(views)))
}
