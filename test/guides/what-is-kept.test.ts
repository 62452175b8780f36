import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineService } from '@turnpike/service'
import { identity, kyselyStore } from '@turnpike/sql'
import { testClient } from '@turnpike/testing'
import {
  charField,
  createApi,
  isAuthenticated,
  pageNumberPagination,
  routes,
  tokenAuthentication,
} from 'turnpike'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openGuide } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-kept-'))
afterAll(() => rmSync(folder, { recursive: true }))

const definition = defineService<{ note: { id: number; title: string } }>({
  name: 'notes',
  migrations: {
    '0001_note': {
      up: (db) =>
        db.schema
          .createTable('note')
          .addColumn('id', 'integer', identity(db))
          .addColumn('title', 'text')
          .execute(),
    },
  },
  app({ db, tokens, settings }) {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
      DEFAULT_PAGINATION_CLASS: pageNumberPagination(),
      PAGE_SIZE: 3,
      ...settings,
    })
    const store = kyselyStore(db, 'note')
    const schema = z.object({ title: charField() })
    return routes(api, {
      '/notes/': api.listView({
        items: store.items,
        schema,
        create: ({ title }) =>
          db
            .insertInto('note')
            .values({ title } as never)
            .returningAll()
            .executeTakeFirstOrThrow(),
        answers: z.object({ title: z.string() }),
      }),
    })
  },
})

const databases = guideDatabases.map((database) =>
  database.name === 'SQLite'
    ? {
        ...database,
        open: async () => ({ url: `sqlite:${join(folder, 'kept.db')}`, drop: async () => {} }),
      }
    : database,
)

describe.each(databases)('what is kept on $name', ({ name, isMissing, open }) => {
  it.skipIf(isMissing)(
    `what one service changes is seen by the other at once on ${name}`,
    async () => {
      const database = await open()
      const one = await openGuide(definition, database.url)
      const other = await openGuide(definition, database.url)
      const user = await one.users.create({ username: 'ann', password: null })
      const token = await one.tokens.getOrCreate(user)
      const headers = { Authorization: `Token ${token.key}` }
      const [here, there] = [one, other].map(({ app }) => testClient(app, { headers }))

      for (let title = 1; title <= 10; title++) {
        // Asked three times, so that it is answered from memory where there is a cache.
        for (let times = 0; times < 3; times++) {
          expect((await (await here?.get('/notes/'))?.json())?.results).toHaveLength(
            Math.min(3, title - 1),
          )
        }
        expect((await there?.post('/notes/', { json: { title: `${title}` } }))?.status).toBe(201)
      }
      await other.tokens.revoke(user)
      expect((await here?.get('/notes/'))?.status).toBe(401)

      await one.close()
      await other.close()
      await database.drop()
    },
  )
})
