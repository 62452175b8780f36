import type { DatabaseSync } from 'node:sqlite'
import {
  charField,
  containsFilter,
  createApi,
  cursorPagination,
  exactFilter,
  integerField,
  isAuthenticatedOrReadOnly,
  loginView,
  logoutView,
  obtainToken,
  rangeFilter,
  routes,
  sessionAuthentication,
  tokenAuthentication,
} from 'turnpike'
import { z } from 'zod'
import { sqliteAccounts, sqliteSessions, sqliteStore, sqliteThrottleStore } from './index.ts'

interface Book {
  id: number
  title: string
  rating: number | null
}

const bookTable = `
  create table if not exists book (
    id integer primary key autoincrement, title text not null unique, rating integer
  )
`

/** Books that everybody reads and users write, with all that they need in one database. */
export function application(database: DatabaseSync, secrets: readonly [string, ...string[]]) {
  database.exec(bookTable)
  const { users, tokens } = sqliteAccounts(database, { secrets })
  const sessions = sqliteSessions(database)
  const store = sqliteStore<Book>(database, 'book')
  const schema = z.object({ title: charField(), rating: integerField().nullable().default(null) })

  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [
      tokenAuthentication({ tokens }),
      sessionAuthentication({ sessions }),
    ],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticatedOrReadOnly],
    THROTTLE_STORE: sqliteThrottleStore(database),
    SECRET_KEYS: [...secrets],
    PAGE_SIZE: 20,
  })
  const app = routes(api, {
    '/login/': loginView({ users, sessions }),
    '/logout/': logoutView({ sessions }),
    '/token/': obtainToken({ users, tokens }),
    '/books/': api.listView({
      store,
      schema,
      pagination: cursorPagination({ ordering: ['-rating', 'title'] }),
      filters: { rating: [exactFilter(), rangeFilter()], title: containsFilter() },
      search: { fields: ['title'] },
    }),
    '/books/:id/': api.detailView({ store, schema }),
  })
  return { app, users, tokens, store }
}
