import { consoleLogger, type Environment, type Logger, type WebApp } from 'turnpike'
import { answeringOf, knownOptions, type Telemetry, trueOrFalse, webApp } from 'turnpike/kit'
import type { MetricsApi, OpenTelemetryApi } from './api.ts'
import { requestMeter } from './request-meter.ts'
import { spansOfRequests } from './request-span.ts'
import { followStatement } from './statement-span.ts'
import { Tracing } from './tracing.ts'

export interface OpenTelemetryOptions extends OpenTelemetryApi {
  /**
   * `metrics` of `@opentelemetry/api`: records `http.server.request.duration` and
   * `http.server.active_requests`. Default: nothing is measured.
   */
  readonly metrics?: MetricsApi
  /**
   * Whether the trace of a client is only linked, and each request begins one of its own. For
   * services whose clients are strangers: otherwise they decide what is sampled. Default false.
   */
  readonly newTraces?: boolean
  /** Whether spans have the pk of the user, as `enduser.id`. Default false. */
  readonly userIds?: boolean
  /** Logs once that the tracer has failed. Default: the console. */
  readonly logger?: Logger
}

const openTelemetryOptions = knownOptions<OpenTelemetryOptions>('openTelemetry()', {
  trace: 'required',
  context: 'required',
  propagation: 'required',
  metrics: 'optional',
  newTraces: trueOrFalse,
  userIds: trueOrFalse,
  logger: 'optional',
})

/**
 * Follows requests with OpenTelemetry: a span for each, with one for each step of its view and one
 * for each statement of the databases that are watched.
 *
 * ```ts
 * import { context, propagation, trace } from '@opentelemetry/api'
 *
 * export default defineService<Tables>({
 *   name: 'notes',
 *   telemetry: [openTelemetry({ trace, context, propagation })],
 *   app,
 * })
 * ```
 *
 * Without a service: `serve(openTelemetry({ … }).around(app))`, and `watchStatements(db, …)` of
 * `@turnpike/sql`. Where the spans go is decided by the SDK that the program has registered.
 */
export function openTelemetry(options: OpenTelemetryOptions): Required<Telemetry> {
  openTelemetryOptions.require(options)
  const { trace, context, propagation, metrics, logger = consoleLogger } = options
  const { newTraces = false, userIds = false } = options
  const tracing = new Tracing({ trace, context, propagation }, logger)
  const meter = metrics === undefined ? null : requestMeter(metrics, tracing)

  return {
    around: <E extends Environment>(app: WebApp<E>): WebApp<E> =>
      webApp(spansOfRequests(answeringOf(app), tracing, { newTraces, userIds, meter })),

    statement: (statement, run) => followStatement(tracing, statement, run),

    currentTrace: () =>
      tracing.attempt(() => {
        const { traceId, spanId } = trace.getSpan(context.active())?.spanContext() ?? {}
        if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId)) return null
        return { trace_id: traceId, span_id: spanId }
      }, null),
  }
}
