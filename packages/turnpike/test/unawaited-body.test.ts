import { setTimeout as sleep } from 'node:timers/promises'
import { oneView, silentLogger } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type ApiRequest, ApiResponse, charField, type ViewOptions } from '../src/index.ts'

type Post = NonNullable<ViewOptions['post']>

const schema = z.object({ title: charField() })

/** Sends bodies to the view's handler, and gives what it logs. */
const post = async (handler: Post, ...bodies: unknown[]) => {
  const logged: unknown[] = []
  const LOGGER = {
    ...silentLogger,
    error: (fields: object, message: string) => logged.push([fields, message]),
  }
  const client = oneView({ name: 'Notes', post: handler }, { LOGGER })
  const statuses: number[] = []
  for (const json of bodies) statuses.push((await client.post('/', { json })).status)
  // An unhandled rejection would have been reported by now.
  await sleep(5)
  return { statuses, logged }
}

const message =
  'The body of POST / was never awaited: write await before request.data(), request.bytes() or request.validate() in the view Notes.'

/** The unhandled rejections from now on. */
const unhandled = () => {
  const reasons: unknown[] = []
  const add = (reason: unknown) => reasons.push(reason)
  process.on('unhandledRejection', add)
  onTestFinished(() => void process.off('unhandledRejection', add))
  return reasons
}

describe('an unawaited body', () => {
  it('an unawaited body is logged once for each handler, with the view, whether it is valid or not', async () => {
    const { statuses, logged } = await post(
      (request) => {
        request.data(schema)
        return new ApiResponse('saved')
      },
      {},
      { title: 'Emma' },
      {},
    )
    expect(statuses).toEqual([200, 200, 200])
    expect(logged).toEqual([[{ method: 'POST', path: '/', view: 'Notes' }, message]])
  })

  it.each<[string, (request: ApiRequest) => unknown]>([
    ['data(schema)', (request) => request.data(schema)],
    ['data()', (request) => request.data()],
    ['bytes()', (request) => request.bytes()],
    ['validate(schema)', (request) => request.validate(schema)],
  ])('an unawaited body makes no unhandled rejection: %s', async (_what, ask) => {
    const post: Post = (request) => {
      ask(request)
      return new ApiResponse()
    }
    const reasons = unhandled()
    const client = oneView({ post }, { LOGGER: silentLogger })
    const headers = { 'Content-Type': 'application/json' }
    expect((await client.post('/', { body: '{', headers })).status).toBe(200)
    await sleep(5)

    expect(reasons).toEqual([])
  })

  it('a body awaited by await, then, catch or Promise.all is not logged', async () => {
    const handlers: Post[] = [
      async (request) => new ApiResponse(await request.data(schema)),
      (request) => request.data(schema).then((data) => new ApiResponse(data)),
      (request) =>
        request
          .data(schema)
          .catch(() => 'invalid')
          .then((data) => new ApiResponse(data)),
      async (request) => new ApiResponse(await Promise.all([request.data(), request.data(schema)])),
      async (request) => new ApiResponse((await request.validate(schema)).valid),
    ]
    for (const handler of handlers) {
      expect(await post(handler, { title: 'Emma' })).toEqual({ statuses: [200], logged: [] })
    }
  })

  it('an unawaited body is not logged when the handler fails by itself', async () => {
    const { logged } = await post((request) => {
      request.data(schema)
      throw new Error('broken')
    }, {})
    expect(logged).toEqual([[expect.anything(), 'A request failed.']])
  })
})

describe('ApiResponse', () => {
  it('refuses a promise as data when it is made, and says what to do', () => {
    // biome-ignore lint/suspicious/noThenProperty: a promise of another library.
    for (const promise of [Promise.resolve(1), { then: () => {} }]) {
      expect(() => new ApiResponse<unknown>(promise)).toThrow(
        new TypeError(
          'ApiResponse was given a promise: await it first, as in new ApiResponse(await request.data(schema)).',
        ),
      )
    }
  })

  it('leaves no unhandled rejection of the promise that it has refused', async () => {
    const reasons = unhandled()
    expect(() => new ApiResponse<unknown>(Promise.reject(new Error('late')))).toThrow()
    await sleep(5)

    expect(reasons).toEqual([])
  })

  it('makes a 500 of a body that is handed on without await, valid or not', async () => {
    const handler: Post = (request) =>
      // @ts-expect-error a promise is no data
      new ApiResponse(request.data(schema))
    const { statuses, logged } = await post(handler, { title: 'Emma' }, {})

    expect(statuses).toEqual([500, 500])
    expect(logged).toHaveLength(2)
  })
})
