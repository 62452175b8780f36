import type { Service } from '@turnpike/service'
import { Hono } from 'hono'
import { ApiResponse, createApi, routes, type WebApp } from 'turnpike'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { testClient } from '../src/index.ts'

describe('the test client', () => {
  it('takes the app of a service, as far as the compiler knows', () => {
    expectTypeOf<Service['app']>().toExtend<WebApp>()
  })

  it('takes what routes() returns, any other app of Hono, and any object with a fetch', async () => {
    const views = { '/': { get: () => new ApiResponse('hello') } }
    const app = routes(createApi(), views)
    const outer = new Hono().route('/', app)
    const around = { fetch: (request: Request) => app.fetch(request, {}) }

    for (const client of [testClient(app), testClient(outer), testClient(around)]) {
      expect(await (await client.get('/')).json()).toBe('hello')
    }
  })
})
