import { testClient } from '@turnpike/testing'
import { describe, expect, it } from 'vitest'
import { createApi, routes } from '../../src/index.ts'

/** What another copy of the package would give. */
class ApiResponse {
  readonly data: unknown
  readonly status: number
  readonly headers = new Headers()
  constructor(data: unknown, status = 200) {
    this.data = data
    this.status = status
  }
}

async function logged(given: unknown) {
  const errors: string[] = []
  const logger = {
    error: (fields: { err?: Error }) => void errors.push(fields.err?.message ?? ''),
    warn() {},
    info() {},
  }
  const api = createApi({ LOGGER: logger as never })
  const view = api.view({ get: () => given as never })
  const response = await testClient(routes(api, { '/': view })).get('/')
  return { status: response.status, errors }
}

describe('what a handler returns', () => {
  it('an ApiResponse of another copy of turnpike is a 500 that says so, and no empty 201', async () => {
    const { status, errors } = await logged(new ApiResponse({ title: 'Dune' }, 201))
    expect(status).toBe(500)
    expect(errors).toEqual([expect.stringContaining('another copy of turnpike')])
  })

  it.each([
    ['nothing', undefined, 'not undefined'],
    ['data', { title: 'Dune' }, 'not an object of Object'],
    ['a text', 'Dune', 'not string'],
  ])('a handler that returns %s is a 500 that says what to return', async (_, given, reason) => {
    const { status, errors } = await logged(given)
    expect(status).toBe(500)
    expect(errors).toEqual([expect.stringContaining(reason)])
  })

  it('a web Response of any class is sent', async () => {
    const { status } = await logged(new Response('Dune', { status: 202 }))
    expect(status).toBe(202)
  })
})
