import { ApiResponse, createApi, routes } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { answering, startService } from '../../../service/test/service/test-service.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const zeros = '0'.repeat(32)

const api = createApi()
const app = routes(api, { '/': api.view({ get: ({ traceId }) => new ApiResponse({ traceId }) }) })
const traceIdOf = async (traceparent?: string) => {
  const response = await app.request('/', { headers: traceparent ? { traceparent } : {} })
  return ((await response.json()) as { traceId: string | null }).traceId
}

describe('request.traceId', () => {
  it('request.traceId is that of a valid traceparent', async () => {
    expect(await traceIdOf(`00-${traceId}-${spanId}-01`)).toBe(traceId)
  })

  it('request.traceId is read from a later version, which may have more parts', async () => {
    expect(await traceIdOf(`cc-${traceId}-${spanId}-01-what-comes`)).toBe(traceId)
  })

  it.each([
    ['absent', undefined],
    ['of zeros', `00-${zeros}-${spanId}-01`],
    ['with a parent of zeros', `00-${traceId}-${zeros.slice(16)}-01`],
    ['in capital letters', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['of version ff', `ff-${traceId}-${spanId}-01`],
    ['of version 00 with a fifth part', `00-${traceId}-${spanId}-01-more`],
    ['too short', `00-${traceId.slice(1)}-${spanId}-01`],
    ['with something in front', `x00-${traceId}-${spanId}-01`],
    ['sent twice', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
    ['with a forged line', `00-${traceId}-${spanId}-01"}{"level`],
    ['much too long', `01-${traceId}-${spanId}-01-${'x'.repeat(10_000)}`],
  ])('request.traceId is null for a traceparent that is %s', async (_, value) => {
    expect(await traceIdOf(value)).toBeNull()
  })
})

describe('the log of a service without a tracer', () => {
  it('lines of a request have the ids of a valid traceparent', async () => {
    const { request, log } = await startService(answering(() => new Response()))

    await request('/', { headers: { traceparent: `00-${traceId}-${spanId}-01` } })

    expect(log).toMatchObject([{ msg: 'request', trace_id: traceId, span_id: spanId }])
  })

  it('lines of a request without a valid traceparent have no ids of a trace', async () => {
    const { request, log } = await startService(answering(() => new Response()))

    await request('/', { headers: { traceparent: '00-nothing-valid-01' } })

    expect(log[0]).not.toHaveProperty('trace_id')
    expect(log[0]).not.toHaveProperty('span_id')
  })
})
