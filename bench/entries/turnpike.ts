import type { Generated, Kysely } from 'kysely'
import {
  ApiResponse,
  charField,
  createApi,
  cursorPagination,
  integerField,
  isAuthenticated,
  limitOffsetPagination,
  pageNumberPagination,
  routes,
  tokenAuthentication,
} from 'turnpike'
import { kyselyStore } from 'turnpike/kysely'
import { defineService, runService } from 'turnpike/service'
import { z } from 'zod'

interface Tables {
  note: { id: Generated<number>; title: string; priority: number; created: string }
}

const schema = z.object({ title: charField({ maxLength: 100 }), priority: integerField() })

export const service = defineService<Tables>({
  name: 'bench',

  app({ db, tokens, settings }) {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
      PAGE_SIZE: 50,
      ...settings,
    })
    const { items, create } = kyselyStore(db as Kysely<Tables>, 'note')

    return routes(api, {
      '/me/': api.view({
        get: ({ user: { username, email, isStaff } }) =>
          new ApiResponse({ username, email, is_staff: isStaff }),
      }),
      '/notes/': api.listView({
        items: items.orderBy(['id']),
        pagination: pageNumberPagination(),
        schema,
        create: (note) => create({ ...note, created: new Date().toISOString() }),
      }),
      '/window/': api.listView({
        items: items.orderBy(['id']),
        pagination: limitOffsetPagination({ maxLimit: 1000 }),
      }),
      '/estimate/': api.listView({
        items: items.orderBy(['id']),
        pagination: limitOffsetPagination({ maxLimit: 1000, count: 'estimated' }),
      }),
      '/timeline/': api.listView({
        items,
        pagination: cursorPagination({
          ordering: 'created',
          pageSizeQueryParam: 'page_size',
          maxPageSize: 10_000,
        }),
      }),
    })
  },
})

if (import.meta.main) await runService(service)
