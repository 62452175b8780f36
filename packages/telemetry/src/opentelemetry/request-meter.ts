import type { Attributes, MetricsApi } from './api.ts'
import type { Tracing } from './tracing.ts'

/** Measures requests by OpenTelemetry's metrics API. */
export interface RequestMeter {
  /** A request begins (1) or ends (-1). */
  active(change: 1 | -1, attributes: Attributes): void
  duration(seconds: number, attributes: Attributes): void
}

/** Those of the semantic conventions, in seconds. */
export const durationBoundaries = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

export function requestMeter(metrics: MetricsApi, tracing: Tracing): RequestMeter {
  const made = tracing.attempt(() => {
    const meter = metrics.getMeter('turnpike')
    return {
      durations: meter.createHistogram('http.server.request.duration', {
        description: 'Duration of HTTP server requests.',
        unit: 's',
        advice: { explicitBucketBoundaries: durationBoundaries },
      }),
      active: meter.createUpDownCounter('http.server.active_requests', {
        description: 'Number of active HTTP server requests.',
        unit: '{request}',
      }),
    }
  }, null)
  return {
    active: (change, attributes) =>
      tracing.attempt(() => made?.active.add(change, attributes), undefined),
    duration: (seconds, attributes) =>
      tracing.attempt(() => made?.durations.record(seconds, attributes), undefined),
  }
}
