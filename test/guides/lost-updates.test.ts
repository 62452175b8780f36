import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineService } from '@turnpike/service'
import { identity, kyselyStore } from '@turnpike/sql'
import type { TestClient } from '@turnpike/testing'
import { ApiResponse, createApi, integerField, NotFound, routes } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openGuide } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/explanations/lost-updates.md'), 'utf8')

/** The statuses of both clients and what is left, for each way to write. */
const rows = [...page.matchAll(/^\| .+ \| (\d{3}) \| (\d{3}) \| (\d\d) \|$/gm)].map(
  ([, first, second, left]) => ({ statuses: [first, second].map(Number), left: Number(left) }),
)

const definition = defineService<{ account: { id: number; left: number } }>({
  name: 'accounts',
  migrations: {
    '0001_account': {
      up: (db) =>
        db.schema
          .createTable('account')
          .addColumn('id', 'integer', identity(db))
          .addColumn('left', 'integer', (left) => left.notNull())
          .execute(),
    },
  },
  app({ db, settings }) {
    const store = kyselyStore(db, 'account')
    const schema = z.object({ left: integerField() })
    const api = createApi(settings)
    return routes(api, {
      '/accounts/:id/': api.detailView({ store, schema, conditional: true }),
      '/accounts/:id/subtract/': api.view({
        async post() {
          await db
            .updateTable('account')
            .set(({ eb }) => ({ left: eb('left', '-', 10) }))
            .execute()
          return new ApiResponse({})
        },
      }),
      '/accounts/:id/withdraw/': api.view({
        async post({ params }) {
          const changed = await store.transaction?.(async () => {
            const account = await store.find(params.id ?? '')
            if (account === null) throw new NotFound()
            return store.update(account, { left: account.left - 10 })
          })
          return new ApiResponse(changed)
        },
      }),
    })
  },
})

/** Both clients read before either writes. */
const ways: ((client: TestClient) => Promise<Response[]>)[] = [
  async (client) => {
    const read = await Promise.all(
      [1, 2].map(async () => (await client.get('/accounts/1/')).json()),
    )
    const written: Response[] = []
    for (const { left } of read) {
      written.push(await client.put('/accounts/1/', { json: { left: left - 10 } }))
    }
    return written
  },
  async (client) => {
    const read = await Promise.all([client.get('/accounts/1/'), client.get('/accounts/1/')])
    const written: Response[] = []
    for (const response of read) {
      const headers = { 'If-Match': response.headers.get('ETag') ?? '' }
      const { left } = await response.json()
      written.push(await client.put('/accounts/1/', { json: { left: left - 10 }, headers }))
    }
    return written
  },
  (client) => Promise.all([1, 2].map(() => client.post('/accounts/1/subtract/'))),
  (client) => Promise.all([1, 2].map(() => client.post('/accounts/1/withdraw/'))),
]

describe('lost updates', () => {
  it('the page that explains lost updates has four ways to write', () => {
    expect(rows).toHaveLength(ways.length)
  })

  for (const { name, isMissing, open } of guideDatabases) {
    it.skipIf(isMissing)(`the explained ways to write end as shown on ${name}`, async () => {
      const database = await open()
      const { db, anonymous, close } = await openGuide(definition, database.url)
      await db.insertInto('account').values({ left: 50 }).execute()
      for (const [index, write] of ways.entries()) {
        await db.updateTable('account').set({ left: 50 }).execute()
        const statuses = (await write(anonymous)).map(({ status }) => status)
        const { left } = await db.selectFrom('account').selectAll().executeTakeFirstOrThrow()
        expect([index, { statuses, left }]).toEqual([index, rows[index]])
      }
      await close()
      await database.drop()
    })
  }
})
