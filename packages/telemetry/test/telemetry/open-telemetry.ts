import { join } from 'node:path'
import { extras } from '@turnpike/test-support/extras.ts'
import { onTestFinished } from 'vitest'
import type { OpenTelemetryOptions } from '../../src/opentelemetry/index.ts'

/** What the tests need of OpenTelemetry's packages. They are in test/extras, which may be missing. */
export const packages = ['api', 'sdk-trace', 'context-async-hooks', 'core'].map((name) =>
  join(extras, '@opentelemetry', name, 'package.json'),
)

/** A finished span. */
interface ReadableSpan {
  readonly name: string
  readonly kind: number
  readonly attributes: Record<string, unknown>
  readonly status: { readonly code: number }
  readonly events: readonly { readonly name: string; readonly attributes: object }[]
  readonly links: readonly { readonly context: { readonly traceId: string } }[]
  readonly parentSpanContext?: { readonly spanId: string; readonly traceId: string }
  readonly startTime: readonly [number, number]
  spanContext(): { readonly traceId: string; readonly spanId: string }
}

/** A span with those in it. */
export interface SpanTree {
  readonly name: string
  readonly in: readonly SpanTree[]
}

/** OpenTelemetry with its spans in memory, until the test ends. */
export async function recording() {
  const load = (name: string) => import(join(extras, '@opentelemetry', name, 'dist/index.mjs'))
  const [api, sdk, hooks, core] = await Promise.all([
    load('api'),
    load('sdk-trace'),
    load('context-async-hooks'),
    load('core'),
  ])
  const finished: ReadableSpan[] = []
  const done = async () => {}
  const processor = {
    onStart() {},
    onEnd: (span: ReadableSpan) => finished.push(span),
    forceFlush: done,
    shutdown: done,
  }
  const provider = new sdk.TracerProvider({ spanProcessors: [processor] })
  api.trace.setGlobalTracerProvider(provider)
  api.context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  onTestFinished(async () => {
    for (const each of [api.trace, api.context, api.propagation]) each.disable()
    await provider.shutdown()
  })
  const { trace, context, propagation } = api
  const options: OpenTelemetryOptions = { trace, context, propagation }
  return {
    options,
    spans: (): readonly ReadableSpan[] => finished,
    tree: () => treesOf(finished),
    forget: () => finished.splice(0),
  }
}

function treesOf(spans: readonly ReadableSpan[]): SpanTree[] {
  const ids = new Set(spans.map((span) => span.spanContext().spanId))
  const under = (parent: string | undefined): SpanTree[] =>
    spans
      .filter(({ parentSpanContext: { spanId } = {} as { spanId?: string } }) =>
        parent === undefined ? spanId === undefined || !ids.has(spanId) : spanId === parent,
      )
      .toSorted(byStart)
      .map((span) => ({ name: span.name, in: under(span.spanContext().spanId) }))
  return under(undefined)
}

const byStart = ({ startTime: a }: ReadableSpan, { startTime: b }: ReadableSpan): number =>
  a[0] - b[0] || a[1] - b[1]

/** `['GET /', ['handler', ['SELECT note']]]`, without the empty lists. */
export type Outline = (string | Outline)[]

export const outlineOf = (trees: readonly SpanTree[]): Outline =>
  trees.flatMap((tree) => (tree.in.length === 0 ? [tree.name] : [tree.name, outlineOf(tree.in)]))
