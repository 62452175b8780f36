/** The service that `replicas.ts` loads: numbers, each written by one user and read by all. */

import { defineService } from '@turnpike/service'
import { kyselyItems, kyselyStore } from '@turnpike/sql'
import { type Generated, sql } from 'kysely'
import { createApi, isAuthenticated, routes, tokenAuthentication } from 'turnpike'
import { z } from 'zod'

interface Tables {
  number: { id: Generated<number>; value: number }
}

export default defineService<Tables>({
  name: 'replicated',

  migrations: {
    '0001_number': {
      up: (db) =>
        db.schema
          .createTable('number')
          .addColumn('id', 'serial', (id) => id.primaryKey())
          .addColumn('value', 'integer', (value) => value.notNull())
          .execute(),
    },
  },

  app({ db, tokens, settings }) {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
      PAGE_SIZE: 100,
      ...settings,
    })
    const store = kyselyStore(db, 'number')
    /** Each row says which server has read it. */
    const numbers = db
      .selectFrom('number')
      .selectAll()
      .select(sql<number>`inet_server_port()`.as('server'))

    return routes(api, {
      '/numbers/': api.listView({ items: kyselyItems(db, numbers) }),
      '/numbers/:id/': api.detailView({
        schema: z.object({ value: z.int() }),
        find: async ({ params }) =>
          (await numbers.where('id', '=', Number(params.id)).executeTakeFirst()) ?? null,
        async update(item, data) {
          const updated = await store.update(item, data)
          return updated && { ...item, ...updated }
        },
      }),
    })
  },
})
