import type { DatabaseSync } from 'node:sqlite'
import {
  charField,
  createApi,
  cursorPagination,
  exactFilter,
  integerField,
  rangeFilter,
  routes,
} from 'turnpike'
import { z } from 'zod'
import { bookStore } from './books.ts'

const schema = z.object({ title: charField(), rating: integerField().nullable().default(null) })

/** An API over the books, with filters, a search and cursors. */
export function application(database: DatabaseSync) {
  const api = createApi({ PAGE_SIZE: 20 })
  const store = bookStore(database)
  return routes(api, {
    '/books/': api.listView({
      store,
      schema,
      pagination: cursorPagination({ ordering: ['-rating', 'title'] }),
      filters: { rating: [exactFilter(), rangeFilter()] },
      search: { fields: ['title'] },
    }),
    '/books/:id/': api.detailView({ store, schema }),
  })
}
