/** The service that `redis-outage.ts` loads: throttled, with sessions, and with notes to lose. */

import { defineService } from '@turnpike/service'
import type { Generated } from 'kysely'
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  routes,
  sessionAuthentication,
  userRateThrottle,
} from 'turnpike'

interface Tables {
  note: { id: Generated<number>; text: string }
}

export default defineService<Tables>({
  name: 'redis-outage',

  migrations: {
    '0001_note': {
      up: (db) =>
        db.schema
          .createTable('note')
          .addColumn('id', 'integer', (id) => id.primaryKey())
          .addColumn('text', 'text', (text) => text.notNull())
          .execute(),
    },
  },

  async app({ db, users, sessions, settings }) {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [sessionAuthentication({ sessions })],
      ...settings,
    })
    const throttles = [userRateThrottle({ rate: '100000000/day' })]
    const user = await users.create({ username: crypto.randomUUID(), password: null })

    return routes(api, {
      '/ping/': api.view({ throttles, get: () => new ApiResponse('pong') }),
      '/notes/': api.view({
        throttles,
        async post() {
          await db.insertInto('note').values({ text: 'kept' }).execute()
          return new ApiResponse(null, 201)
        },
        async get() {
          const rows = await db.selectFrom('note').select('id').execute()
          return new ApiResponse(rows.length)
        },
      }),
      '/session/': api.view({
        post: async () => new ApiResponse((await sessions.create(user)).id, 201),
      }),
      '/whoami/': api.view({ permissions: [isAuthenticated], get: () => new ApiResponse(null) }),
    })
  },
})
