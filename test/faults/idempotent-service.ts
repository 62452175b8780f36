/**
 * The service that `repeats.ts` loads: each POST writes a row under a key. With `KILL_AFTER_COMMIT`
 * the process is killed when the first row is committed, before the answer is sent.
 */

import { defineService } from '@turnpike/service'
import { identity } from '@turnpike/sql'
import type { Generated } from 'kysely'
import { ApiResponse, createApi, routes } from 'turnpike'

interface Tables {
  payment: { id: Generated<number>; text: string }
}

export default defineService<Tables>({
  name: 'idempotent',

  migrations: {
    '0001_payment': {
      up: (db) =>
        db.schema
          .createTable('payment')
          .addColumn('id', 'integer', identity(db))
          .addColumn('text', 'text', (text) => text.notNull())
          .execute(),
    },
  },

  app({ settings }) {
    const api = createApi({ ...settings, TRANSACTIONS: settings.TRANSACTIONS })
    const app = routes(api, {
      '/payments/': api.view({
        idempotent: { required: true },
        async post({ transaction }) {
          const { id } = await transaction
            .insertInto('payment')
            .values({ text: 'paid' })
            .returning('id')
            .executeTakeFirstOrThrow()
          return new ApiResponse({ id, token: crypto.randomUUID() }, 201)
        },
      }),
    })
    if (process.env.KILL_AFTER_COMMIT === undefined) return app
    return {
      async fetch(request, environment) {
        const response = await app.fetch(request, environment)
        if (response.status === 201) process.kill(process.pid, 'SIGKILL')
        return response
      },
    }
  },
})
