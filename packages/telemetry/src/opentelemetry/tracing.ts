import type { Logger } from 'turnpike'
import type { Context, OpenTelemetryApi, Span, StartOptions, Tracer } from './api.ts'

/**
 * A tracer that cannot break what it follows: what it throws is logged once, and the work goes on
 * without it.
 */
export class Tracing {
  readonly api: OpenTelemetryApi
  readonly #logger: Logger
  #tracer: Tracer | undefined
  #isReported = false

  constructor(api: OpenTelemetryApi, logger: Logger) {
    this.api = api
    this.#logger = logger
  }

  /** Does something with the tracer; `otherwise` when that throws. */
  attempt<Result>(run: () => Result, otherwise: Result): Result {
    try {
      return run()
    } catch (error) {
      if (!this.#isReported) {
        this.#isReported = true
        this.#logger.error({ err: error }, 'OpenTelemetry has failed. This is logged once.')
      }
      return otherwise
    }
  }

  /**
   * Whether the current work is in a span that is recorded, or was: a commit outlives its handler.
   */
  get isRecorded(): boolean {
    const { trace, context } = this.api
    return this.attempt(() => {
      const span = trace.getSpan(context.active())
      return span !== undefined && (span.isRecording() || (span.spanContext().traceFlags & 1) === 1)
    }, false)
  }

  /** Null if the tracer has failed. The context defaults to the current one. */
  start(name: string, options: StartOptions, context?: Context): Span | null {
    return this.attempt(() => {
      // A provider may be registered later than this is made.
      this.#tracer ??= this.api.trace.getTracer('turnpike')
      return this.#tracer.startSpan(name, options, context ?? this.api.context.active())
    }, null)
  }

  /** Runs work as part of a span. Returns and throws what the work does, never the tracer. */
  within<Result>(span: Span, context: Context | null, work: () => Result): Result {
    let outcome: { readonly result: Result } | { readonly error: unknown } | undefined
    this.attempt(() => {
      const inside = this.api.trace.setSpan(context ?? this.api.context.active(), span)
      this.api.context.with(inside, () => {
        outcome ??= outcomeOf(work)
      })
    }, undefined)
    outcome ??= outcomeOf(work)
    if ('error' in outcome) throw outcome.error
    return outcome.result
  }

  /** Runs work as a span of its own. */
  follow<Result>(span: Span, work: () => Result, end: (error?: unknown) => void): Result {
    const settle = (error?: unknown) =>
      this.attempt(() => {
        end(error)
        span.end()
      }, undefined)
    let result: Result
    try {
      result = this.within(span, null, work)
    } catch (error) {
      settle(error)
      throw error
    }
    if (!(result instanceof Promise)) {
      settle()
      return result
    }
    return result.then(
      (value) => {
        settle()
        return value
      },
      (error: unknown) => {
        settle(error ?? new Error('undefined'))
        throw error
      },
    ) as Result
  }
}

function outcomeOf<Result>(work: () => Result): { result: Result } | { error: unknown } {
  try {
    return { result: work() }
  } catch (error) {
    return { error }
  }
}
