import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import { createApi, integerField, routes } from 'turnpike'
import { z } from 'zod'
import type { Opened } from '../session.ts'
import { suite, Unsupported } from '../suite.ts'
import { expectAnswer } from './answers.ts'

/** Takes what only the database refuses. */
const schema = z.object({
  code: z.string().nullable().optional(),
  reader_id: integerField().optional(),
  shelf: integerField().nullable().optional(),
  place: integerField().nullable().optional(),
  copies: integerField().nullable().optional(),
})

const first = { code: 'a-1', reader_id: 1, shelf: 1, place: 1, copies: 1 }
const together = 'The fields shelf, place must make a unique set.'
const conflict = { detail: 'This conflicts with other data.' }

const refusals: readonly (readonly [string, object, number, object])[] = [
  ['a value that is taken', { code: 'a-1' }, 400, { code: ['This field must be unique.'] }],
  [
    'values that are taken together',
    { shelf: 1, place: 1 },
    400,
    { shelf: [together], place: [together] },
  ],
  [
    'a reference to a missing row',
    { reader_id: 99 },
    400,
    { reader_id: ['The referenced object does not exist.'] },
  ],
  ['a null', { code: null }, 400, { code: ['This field may not be null.'] }],
  ['what a check forbids', { copies: -1 }, 409, conflict],
]

export const violations = suite('Violations', (it) => {
  for (const [what, values, status, body] of refusals) {
    it(`a new item with ${what} is a ${status} with the names of the fields`, async (opened) => {
      const client = await loansOf(opened)
      const json = { code: 'b-2', reader_id: 1, shelf: 2, place: 2, copies: 1, ...values }
      await expectAnswer(await client.post('/loans/', { json }), [status, body], 'the answer')
    })

    it(`a change to ${what} is a ${status} with the names of the fields`, async (opened) => {
      const client = await loansOf(opened)
      const json = { code: 'b-2', reader_id: 1, shelf: 2, place: 2, copies: 1 }
      const created = await client.post('/loans/', { json })
      const { id } = (await created.json()) as { id: number }
      const changed = await client.patch(`/loans/${id}/`, { json: values })
      await expectAnswer(changed, [status, body], 'the answer')
    })
  }

  it('a new item without a required value is a 400 with the name of the field', async (opened) => {
    const client = await loansOf(opened)
    const answer = await client.post('/loans/', { json: { code: 'b-2' } })
    await expectAnswer(answer, [400, { reader_id: ['This field may not be null.'] }], 'the answer')
  })

  it('a text that is too long for its column is a 400 with the name of the field', async (opened) => {
    const client = await loansOf(opened)
    const json = { ...first, code: 'longer than eight', shelf: 2 }
    const answer = await client.post('/loans/', { json })
    if (opened.pair.kind === 'sqlite' && answer.status === 201) {
      throw new Unsupported('SQLite stores texts of any length')
    }
    const body = { code: ['This value does not fit the field.'] }
    await expectAnswer(answer, [400, body], 'the answer')
  })

  it('the removal of an item that others refer to is a 409', async (opened) => {
    const client = await loansOf(opened)
    await expectAnswer(await client.delete('/readers/1/'), [409, conflict], 'the answer')
  })
})

/** A client of loans and readers, with one of each. */
async function loansOf({ pair, orm, add }: Opened): Promise<TestClient> {
  if (pair.kind === 'memory') throw new Unsupported('arrays have no constraints')
  await add('reader', [{ id: 1, name: 'Ada' }])
  await add('loan', [{ id: 5001, ...first }])
  const api = createApi({ LOGGER: silentLogger })
  const loans = orm.store('loan')
  const readers = orm.store('reader')
  return testClient(
    routes(api, {
      '/loans/': api.listView({ store: loans, schema }),
      '/loans/:id/': api.detailView({ store: loans, schema }),
      '/readers/:id/': api.detailView({ store: readers, schema: z.object({ name: z.string() }) }),
    }),
  )
}
