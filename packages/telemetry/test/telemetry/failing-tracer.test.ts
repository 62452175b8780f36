import { ApiResponse, createApi, NotFound, routes } from 'turnpike'
import { describe, expect, it } from 'vitest'
import { openTelemetry } from '../../src/opentelemetry/index.ts'

/** A tracer, one method of which throws, as a broken exporter does. */
function tracerWith(broken: string) {
  const may = (name: string) => {
    if (name === broken) throw new Error(`${name} is broken`)
  }
  const given = <Value>(name: string, value: Value): Value => {
    may(name)
    return value
  }
  const methods = ['setAttribute', 'updateName', 'setStatus', 'recordException', 'end']
  const span = {
    ...Object.fromEntries(methods.map((name) => [name, () => may(name)])),
    isRecording: () => given('isRecording', true),
    spanContext() {
      may('spanContext')
      return { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }
    },
  }
  const empty = { getValue() {}, setValue: () => empty, deleteValue: () => empty } as never
  let isInside = false
  const logged: string[] = []
  const log = (_fields: object, message: string) => void logged.push(message)
  const api = {
    trace: {
      getTracer: () => ({ startSpan: () => given('startSpan', span) }) as never,
      getSpan: () => given('getSpan', isInside ? (span as never) : undefined),
      setSpan: () => given('setSpan', empty),
    },
    context: {
      active: () => given('active', empty),
      with<Result>(_context: unknown, run: () => Result): Result {
        may('with')
        isInside = true
        const result = run()
        isInside = false
        may('after with')
        return result
      },
    },
    propagation: { extract: () => given('extract', empty) },
    logger: { info: log, warn: log, error: log },
  }
  return { telemetry: openTelemetry(api), logged }
}

const parts = [
  'startSpan',
  'getSpan',
  'setSpan',
  'active',
  'with',
  'after with',
  'extract',
  'isRecording',
  'spanContext',
  'setAttribute',
  'updateName',
  'setStatus',
  'recordException',
  'end',
]

describe('a tracer that throws', () => {
  it.each(parts)('a tracer whose %s throws changes no answer, and is logged once', async (part) => {
    const { telemetry, logged } = tracerWith(part)
    let calls = 0
    const api = createApi({ LOGGER: { info() {}, warn() {}, error() {} } })
    const app = telemetry.around(
      routes(api, {
        '/': api.view({
          get: () => new ApiResponse(++calls),
          post() {
            calls++
            throw new NotFound()
          },
          put() {
            calls++
            throw new TypeError()
          },
        }),
      }),
    )
    const send = async (method: string) => {
      const response = await app.fetch(new Request('http://api.test/', { method }), {})
      return response.status
    }

    expect([await send('GET'), await send('POST'), await send('PUT')]).toEqual([200, 404, 500])
    expect(calls).toBe(3)
    expect(logged).toEqual(['OpenTelemetry has failed. This is logged once.'])
    expect(telemetry.currentTrace()?.trace_id ?? null).toSatisfy(
      (id: unknown) => id === null || id === 'a'.repeat(32),
    )
  })
})
