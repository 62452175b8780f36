import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openApp } from './open-app.ts'

/** What a client sends. */
const example = {
  title: 'Paid the toll',
  body: 'At the gate.',
}

it('strangers get a 401 that says how to sign in', async () => {
  await using app = await openApp()
  const answer = await app.anonymous.get('/notes/')

  assert.equal(answer.status, 401)
  assert.equal(answer.headers.get('WWW-Authenticate'), 'Token')
})

it('a note is listed after it was created', async () => {
  await using app = await openApp()
  const ann = await app.as('ann')
  const created = await ann.post('/notes/', { json: example })
  assert.equal(created.status, 201)

  const { count, results } = (await (await ann.get('/notes/')).json()) as {
    count: number
    results: object[]
  }
  assert.equal(count, 1)
  assert.partialDeepStrictEqual(results[0], example)
})

it('an empty note is refused, and the answer says why', async () => {
  await using app = await openApp()
  const ann = await app.as('ann')
  const answer = await ann.post('/notes/', { json: {} })

  assert.equal(answer.status, 400)
  assert.deepEqual(await answer.json(), {
    title: ['This field is required.'],
  })
})

it('the notes of others are not found', async () => {
  await using app = await openApp()
  const ann = await app.as('ann')
  const created = await ann.post('/notes/', { json: example })
  const { id } = (await created.json()) as { id: number }

  const ben = await app.as('ben')
  assert.equal((await ben.get(`/notes/${id}/`)).status, 404)
  assert.equal((await ann.get(`/notes/${id}/`)).status, 200)
})
