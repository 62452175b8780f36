/** The service that `redis-outage.ts` and `redis-failover.ts` load. */

import { createService, defineService, readConfig } from '@turnpike/service'
import type { Generated } from 'kysely'
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  routes,
  sessionAuthentication,
  userRateThrottle,
} from 'turnpike'
import { secretKey } from './service.ts'

interface Tables {
  note: { id: Generated<number>; text: string }
}

const definition = defineService<Tables>({
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
        // As many as there are requests: no session ends because of another.
        post: async () => new ApiResponse((await sessions.create(user, { perUser: null })).id, 201),
        async delete({ headers }) {
          await sessions.end(headers.get('X-Session') ?? '')
          return new ApiResponse(null, 204)
        },
      }),
      '/whoami/': api.view({ permissions: [isAuthenticated], get: () => new ApiResponse(null) }),
    })
  },
})

export default definition

/** Makes its tables. */
export async function migrate(databaseUrl: string): Promise<void> {
  const environment = { DATABASE_URL: databaseUrl, SECRET_KEYS: secretKey, LOG_LEVEL: 'silent' }
  const { close } = await createService(definition, readConfig(environment), { migrate: true })
  await close()
}
