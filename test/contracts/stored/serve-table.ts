import { type AnyDatabase, kyselyStore } from '@turnpike/sql'
import { openDatabase } from '@turnpike/sql/node'
import { testClient } from '@turnpike/testing'
import {
  createApi,
  cursorPagination,
  pageNumberPagination,
  routes,
  type Schema,
  type Settings,
} from 'turnpike'
import { onTestFinished } from 'vitest'
import { silentLogger } from '../../support/one-view.ts'
import { openPostgres } from '../../support/postgres.ts'

/** Opens a database that is closed after the test. */
export type Open = () => Promise<AnyDatabase>

export const openSqlite: Open = async () => {
  const { db, close } = openDatabase('sqlite::memory:')
  onTestFinished(close)
  return db
}

/** As the service opens it, which is more than Kysely alone. */
export const openServer: Open = async () => {
  const { url, close } = await openPostgres()
  onTestFinished(close)
  const { db, close: disconnect } = openDatabase(url)
  onTestFinished(disconnect)
  return db
}

// biome-ignore lint/suspicious/noExplicitAny: tests compare it with what they expect.
type Json = any

/** A client of a table, which gives the answers without the response around them. */
export function serveTable(
  db: AnyDatabase,
  table: string,
  schema: Schema<Json>,
  settings: Settings = {},
) {
  const store = kyselyStore(db, table)
  const api = createApi({ LOGGER: silentLogger, ...settings })
  const orderingFilter = { fields: ['id', 'done', 'big', 'title', 'meta'] }
  const pages = pageNumberPagination({ pageSize: 3, pageSizeQueryParam: 'page_size' })
  const cursors = cursorPagination({ pageSize: 2, ordering: 'id' })
  const client = testClient(
    routes(api, {
      '/': api.listView({ store, schema }),
      '/pages/': api.listView({ items: store.items, orderingFilter, pagination: pages }),
      '/cursors/': api.listView({ items: store.items, orderingFilter, pagination: cursors }),
      '/:id/': api.detailView({ store, schema }),
    }),
  )

  const get = async (path: string): Promise<Json> => (await client.get(path)).json()
  return {
    get,
    post: async (path: string, json: object): Promise<Json> =>
      (await client.post(path, { json })).json(),
    put: async (path: string, json: object): Promise<Json> =>
      (await client.put(path, { json })).json(),
    patch: async (path: string, json: object): Promise<Json> =>
      (await client.patch(path, { json })).json(),
    /** Null when it was done. */
    async delete(path: string): Promise<Json> {
      const response = await client.delete(path)
      return response.status === 204 ? null : response.json()
    },

    /** The ids in the order in which a client that follows the links meets them. */
    async walk(path: string): Promise<Json[]> {
      const ids: Json[] = []
      for (let next: string | null = path; next !== null; ) {
        const page: Json = await get(next)
        ids.push(...page.results.map(({ id }: Json) => id))
        next = page.next
        if (ids.length > 1000) throw new Error(`The links of ${path} go round.`)
      }
      return ids
    },
  }
}
