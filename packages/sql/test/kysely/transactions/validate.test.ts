import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { testClient } from '@turnpike/testing'
import { createApi, routes, type Settings, ValidationError } from 'turnpike'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { currentTransaction, kyselyStore, kyselyTransactions } from '../../../src/kysely/index.ts'
import { type OpenedNotes, onBothDatabases } from './both-databases.ts'

const schema = z.object({ title: z.string() })

/** Views whose check writes a note and then refuses every title that the database refuses. */
function clientOf({ db }: OpenedNotes, settings: Settings = {}) {
  const api = createApi({
    ATOMIC_REQUESTS: true,
    TRANSACTIONS: kyselyTransactions(db),
    LOGGER: silentLogger,
    ...settings,
  })
  const store = kyselyStore(db, 'note')
  const validate = async ({ data }: { data: { title?: string | undefined } }) => {
    await store.create({ title: `Seen ${data.title}` })
    try {
      const none = data.title === 'broken' ? 'nowhere' : 'note'
      await currentTransaction(db)
        .selectFrom(none as 'note')
        .selectAll()
        .execute()
    } catch {
      throw new ValidationError({ title: ['The database says no.'] })
    }
    if (data.title === 'refused') throw new ValidationError('No.')
  }
  return testClient(
    routes(api, {
      '/': api.listView({ store, schema, validate }),
      '/:id/': api.detailView({ store, schema, validate, conditional: true }),
    }),
  )
}

onBothDatabases('checks of views in transactions', (open) => {
  it.each([false, true])(
    'what a check has written is undone when it refuses (raised: %s)',
    async (raises) => {
      const notes = await open()
      const client = clientOf(notes, { RAISE_VALIDATION_ERRORS: raises })
      const send = async (path: string, title: string, headers: Record<string, string> = {}) => {
        const response = await client[path === '/' ? 'post' : 'patch'](path, {
          json: { title },
          headers,
        })
        return [response.status, await response.json()]
      }

      expect(await send('/', 'refused')).toEqual([400, { non_field_errors: ['No.'] }])
      const broken = [400, { title: ['The database says no.'] }]
      expect(await send('/', 'broken')).toEqual(broken)
      expect(await notes.titles()).toEqual([])

      const [status, { id }] = (await send('/', 'Milk')) as [number, { id: number }]
      expect(status).toBe(201)
      const tag = (await client.get(`/${id}/`)).headers.get('ETag') ?? ''
      for (const headers of [{}, { 'If-Match': tag }]) {
        expect((await send(`/${id}/`, 'refused', headers))[0]).toBe(400)
        expect(await send(`/${id}/`, 'broken', headers)).toEqual(broken)
      }
      expect(await notes.titles()).toEqual(['Milk', 'Seen Milk'])
    },
  )
})
