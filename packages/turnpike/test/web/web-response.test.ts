import { expect, it } from 'vitest'
import { answerOf, toResponse } from '../../src/web/web-response.ts'

const answer = { status: 200, fields: ['x-a', '1'], body: 'text' }

it('the answer of a response that was made of one has its body as the string that it was', () => {
  expect(answerOf(toResponse(answer)).body).toBe('text')
})

it('a changed header field of a response is in its answer', () => {
  const response = toResponse(answer)
  response.headers.set('x-a', '2')

  expect(answerOf(response).fields).toContain('2')
})

it('the answer of a response made of the body of another one has that as a stream', async () => {
  const { body } = answerOf(new Response(toResponse(answer).body))

  expect(await new Response(body as ReadableStream).text()).toBe('text')
})

it('the answer of a response whose body was read has that body, so that sending it fails', async () => {
  const response = toResponse(answer)
  await response.text()

  expect(answerOf(response).body).toBe(response.body)
})
