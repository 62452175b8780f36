/** Numbers for Prometheus: requests, refusals, connections, queues, caches. @module */
export type { Family, Sample } from './families.ts'
export { type Metrics, type MetricsOptions, metrics } from './metrics.ts'
export { type MetricsViewOptions, metricsView } from './metrics-view.ts'
export type { MetricsRegister, RegisteredMetric } from './register-families.ts'
