/**
 * The parts of `@opentelemetry/api` that are used. The real objects fit; nothing of it is imported,
 * so that neither its version nor its types are anyone's who does not use it.
 */
export interface OpenTelemetryApi {
  /** `trace` of `@opentelemetry/api`. */
  readonly trace: {
    getTracer(name: string, version?: string): Tracer
    getSpan(context: Context): Span | undefined
    setSpan(context: Context, span: Span): Context
  }
  /** `context` of `@opentelemetry/api`. */
  readonly context: {
    active(): Context
    with<Result>(context: Context, run: () => Result): Result
  }
  /** `propagation` of `@opentelemetry/api`. */
  readonly propagation: {
    extract<Carrier>(context: Context, carrier: Carrier, getter?: Getter<Carrier>): Context
  }
}

/** `metrics` of `@opentelemetry/api`. */
export interface MetricsApi {
  getMeter(name: string, version?: string): Meter
}

export interface Meter {
  createHistogram(
    name: string,
    options?: InstrumentOptions,
  ): {
    record(value: number, attributes?: Attributes): void
  }
  createUpDownCounter(
    name: string,
    options?: InstrumentOptions,
  ): {
    add(value: number, attributes?: Attributes): void
  }
}

interface InstrumentOptions {
  description?: string
  unit?: string
  advice?: { explicitBucketBoundaries?: number[] }
}

export interface Context {
  getValue(key: symbol): unknown
  setValue(key: symbol, value: unknown): Context
  deleteValue(key: symbol): Context
}

export interface Getter<Carrier> {
  get(carrier: Carrier, key: string): string | undefined
  keys(carrier: Carrier): string[]
}

export interface Tracer {
  startSpan(name: string, options?: StartOptions, context?: Context): Span
}

export interface StartOptions {
  kind?: SpanKind
  attributes?: Attributes
  /** True: the span begins a trace. */
  root?: boolean
  links?: { context: SpanContext }[]
}

/** The numbers of the enumeration `SpanKind`. */
export type SpanKind = typeof internal | typeof server | typeof client
export const internal = 0
export const server = 1
export const client = 2

/** `SpanStatusCode.ERROR`. */
export const failed = 2

export type Attributes = Record<string, string | number | boolean>

export interface SpanContext {
  traceId: string
  spanId: string
  traceFlags: number
}

export interface Span {
  spanContext(): SpanContext
  isRecording(): boolean
  setAttribute(name: string, value: string | number | boolean): unknown
  updateName(name: string): unknown
  setStatus(status: { code: typeof failed }): unknown
  recordException(error: Error): void
  end(): void
}
