import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { ApiResponse, createApi, routes, type Scheme } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AnsweredRequest,
  createService,
  defineService,
  readConfig,
} from '../../../src/service/index.ts'
import { startService } from '../test-service.ts'

const ann = { pk: 7, username: 'ann', isAuthenticated: true as const }

const keyScheme: Scheme = {
  name: 'key',
  authenticate: ({ headers }) =>
    headers.has('X-Key')
      ? { user: ann, auth: null, credential: headers.get('X-Key') === 'a' ? 'k-1' : 'k-2' }
      : null,
}

const service = defineService({
  name: 'test',
  app: ({ settings }) =>
    routes(createApi({ DEFAULT_AUTHENTICATION_CLASSES: [keyScheme], ...settings }), {
      '/notes/': { get: () => new ApiResponse([]) },
    }),
})

/** The requests that are published until the test ends. */
function follow(onMessage: (message: AnsweredRequest) => void = () => {}): AnsweredRequest[] {
  const messages: AnsweredRequest[] = []
  const listener = (message: unknown) => {
    messages.push(message as AnsweredRequest)
    onMessage(message as AnsweredRequest)
  }
  subscribe('turnpike:request', listener)
  onTestFinished(() => void unsubscribe('turnpike:request', listener))
  return messages
}

describe('the credentials in the request log', () => {
  it('the request log tells two credentials of one user apart', async () => {
    const { request, log } = await startService(service)
    for (const key of ['a', 'b']) await request('/notes/', { headers: { 'X-Key': key } })
    expect(log).toMatchObject([
      { user: 7, scheme: 'key', credential: 'k-1' },
      { user: 7, scheme: 'key', credential: 'k-2' },
    ])
  })
})

describe('the channel turnpike:request', () => {
  it('subscribers of turnpike:request get each answered request with its caller', async () => {
    const messages = follow()
    const { request } = await startService(service)
    const headers = { 'X-Key': 'a', 'X-Request-Id': 'mine' }
    await request('/notes/?secret=1', { headers })
    await request('/notes/')
    await request('/nothing/')

    expect(messages).toMatchObject([
      {
        requestId: 'mine',
        method: 'GET',
        path: '/notes/',
        status: 200,
        durationMs: expect.any(Number),
        caller: { user: ann, auth: null, scheme: 'key', credential: 'k-1' },
        request: { path: '/notes/', scheme: 'key' },
      },
      { status: 200, caller: null, request: { path: '/notes/' } },
      { status: 404, caller: null, request: null },
    ])
  })

  it('subscribers of turnpike:request get requests that the log leaves out', async () => {
    const messages = follow()
    const config = readConfig({
      DATABASE_URL: 'sqlite::memory:',
      SECRET_KEYS: secrets.join(),
      LOG_LEVEL: 'silent',
    })
    const { app, close } = await createService(service, config, { migrate: true })
    onTestFinished(close)
    await app.fetch(new Request('http://testserver/notes/'))
    expect(messages).toMatchObject([{ status: 200 }])
  })

  it('turnpike:request is published in the asynchronous context of the request', async () => {
    const storage = new AsyncLocalStorage<string>()
    const seen: unknown[] = []
    follow(() => seen.push(storage.getStore()))
    const { request } = await startService(service)
    await Promise.all(['a', 'b'].map((span) => storage.run(span, () => request('/notes/'))))
    expect(seen.toSorted()).toEqual(['a', 'b'])
  })
})
