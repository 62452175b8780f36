/** A view of notes over a database, and clients that change the same note at the same time. */
import { z } from 'zod'
import { charField, createApi, routes } from '../../../src/index.ts'
import { type AnyDatabase, kyselyStore } from '../../../src/kysely/index.ts'
import { type TestClient, testClient } from '../../../src/testing/index.ts'

export const schema = z.object({ title: charField() })

export const notesOf = (db: AnyDatabase): TestClient => {
  const api = createApi({ CONDITIONAL_REQUESTS: true })
  return testClient(
    routes(api, { '/notes/:id/': api.detailView({ store: kyselyStore(db, 'note'), schema }) }),
  )
}

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
