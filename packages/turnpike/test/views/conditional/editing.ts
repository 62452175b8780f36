/** A view of notes over a database, and clients that change the same note at the same time. */

import {
  type AnyDatabase,
  currentTransaction,
  kyselyStore,
  kyselyTransactions,
} from '@turnpike/sql'
import { type TestClient, testClient } from '@turnpike/testing'
import { z } from 'zod'
import { type ApiRequest, charField, createApi, routes, type Settings } from '../../../src/index.ts'

export const schema = z.object({ title: charField() })

export const notesOf = (db: AnyDatabase, settings: Settings = {}): TestClient => {
  const api = createApi({ CONDITIONAL_REQUESTS: true, ...settings })
  return testClient(
    routes(api, { '/notes/:id/': api.detailView({ store: kyselyStore(db, 'note'), schema }) }),
  )
}

/** The same with functions of the application, which know nothing of transactions. */
export const notesByQueries = (db: AnyDatabase, ...own: ('find' | 'update')[]): TestClient => {
  const api = createApi({ CONDITIONAL_REQUESTS: true })
  const note = db.selectFrom('note').selectAll()
  const find = async ({ params }: ApiRequest) =>
    (await note.where('id', '=', Number(params.id)).executeTakeFirst()) ?? null
  const update = async ({ id }: { id?: number }, data: object) => {
    await db.updateTable('note').set(data).where('id', '=', id).execute()
    return (await note.where('id', '=', id).executeTakeFirst()) ?? null
  }
  const view = api.detailView({
    store: kyselyStore(db, 'note'),
    schema,
    ...(own.includes('find') && { find }),
    ...(own.includes('update') && { update }),
    // It reads what it sends by itself, too.
    serialize: async (item: { id?: number }) => {
      await note.where('id', '=', item.id).executeTakeFirst()
      return item
    },
  })
  return testClient(routes(api, { '/notes/:id/': view }))
}

/** An atomic view with an `update` of the application, in the transaction of the request. */
export const atomicByQueries = (db: AnyDatabase): TestClient => {
  const api = createApi({ CONDITIONAL_REQUESTS: true, ...atomic(db) })
  const store = kyselyStore(db, 'note')
  const view = api.detailView({
    store,
    schema,
    async update({ id }: { id?: number }, data) {
      const own = currentTransaction(db)
      await own.updateTable('note').set(data).where('id', '=', id).execute()
      return store.find(`${id}`)
    },
  })
  return testClient(routes(api, { '/notes/:id/': view }))
}

/** All of a request is in one transaction. */
export const atomic = (db: AnyDatabase): Settings => ({
  ATOMIC_REQUESTS: true,
  TRANSACTIONS: kyselyTransactions(db),
})

export const tagOf = async (client: TestClient): Promise<string> =>
  (await client.get('/notes/1/')).headers.get('ETag') ?? 'none'

/** The statuses of so many PATCHes with the same tag, each with another title. */
export const patches = (client: TestClient, tag: string, count: number): Promise<number[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const json = { title: crypto.randomUUID() }
      return (await client.patch('/notes/1/', { headers: { 'If-Match': tag }, json })).status
    }),
  )
