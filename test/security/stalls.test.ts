import { testClient } from '@turnpike/testing'
import { ApiResponse, createApi, routes, type ViewOptions } from 'turnpike'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { oneView } from '../support/one-view.ts'

const counting: ViewOptions = {
  post: async (request) => new ApiResponse(Object.keys((await request.data()) as object).length),
}

const client = testClient(
  routes(createApi(), {
    '/': createApi().view({
      get: ({ query }) => new ApiResponse(query.size),
      post: async (request) =>
        new ApiResponse(Object.keys((await request.data()) as object).length),
    }),
  }),
)
const asJson = { 'Content-Type': 'application/json' }
const asForm = { 'Content-Type': 'application/x-www-form-urlencoded' }

// The time limit of a test is some seconds; before they were guarded, each of these took half a minute.
describe('a body of the greatest length', () => {
  it('a body of a million form fields is refused before it is parsed', async () => {
    const response = await client.post('/', { body: 'a&'.repeat(1_300_000), headers: asForm })

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ detail: 'Form parse error - more than 1000 fields.' })
  })

  it('a body of a thousand long fields is read', async () => {
    const body = Array.from({ length: 1000 }, (_, index) => `${index}=${'x'.repeat(2000)}`).join(
      '&',
    )
    const response = await client.post('/', { body, headers: asForm })

    expect(await response.json()).toBe(1000)
  })

  it('names with brackets have no structure: they are names like others', async () => {
    const name = `a${'[b]'.repeat(5000)}`
    const body = `${name}=1&c[]=1&c[]=2&__proto__[x]=1`
    const response = await client.post('/', { body, headers: asForm })

    expect(await response.json()).toBe(3)
  })

  it('numbers beside a long text of digits are read at once', async () => {
    const body = `["${'1'.repeat(16)}"${',1'.repeat(1_300_000)}]`
    const response = await oneView(counting, { DATA_UPLOAD_MAX_NUMBER_ITEMS: 2_000_000 }).post(
      '/',
      {
        body,
        headers: asJson,
      },
    )
    expect(await response.json()).toBe(1_300_001)
  })

  it.each([
    ['items of a list', `{"tags":[0${',0'.repeat(1_200_000)}]}`],
    ['lists in a list', `[[]${',[]'.repeat(800_000)}]`],
    [
      'members of an object',
      `{"0":0${Array.from({ length: 200_000 }, (_, index) => `,"${index}":0`).join('')}}`,
    ],
    ['items, of which the last is broken', `[0${',0'.repeat(1_200_000)}`],
  ])('a body of a million %s is refused before it is parsed', async (_, body) => {
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())

    const response = await client.post('/', { body, headers: asJson })

    expect(response.status).toBe(400)
    expect(await response.text()).toContain('more than 100000 list items and object members.')
    expect(parse).not.toHaveBeenCalled()
  })
})

describe('a query of many parameters', () => {
  it('a query of many parameters is refused before it is parsed, empty ones included', async () => {
    for (const query of ['a&'.repeat(100_000), '&'.repeat(100_000)]) {
      expect((await client.get(`/?${query}`)).status).toBe(400)
    }
  })

  it('keeps a question mark that is part of it', async () => {
    expect(await (await client.get('/?a=1&')).json()).toBe(1)
    const named = testClient(
      routes(createApi(), {
        '/': createApi().view({ get: ({ query }) => new ApiResponse([...query]) }),
      }),
    )
    expect(await (await named.get('/??page=2')).json()).toEqual([['?page', '2']])
  })
})
