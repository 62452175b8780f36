import type { Permission, ViewOptions } from 'turnpike'
import { knownOptions } from 'turnpike/kit'
import { expositionType } from './exposition.ts'
import type { Metrics } from './metrics.ts'
import { markMetrics } from './metrics-views.ts'

export interface MetricsViewOptions {
  metrics: Pick<Metrics, 'text'>
  /** Who may read them: they say what a service has, and how much it is used. */
  permissions: readonly Permission[]
}

const metricsViewOptions = knownOptions<MetricsViewOptions>('metricsView()', {
  metrics: 'required',
  permissions: 'required',
})

/**
 * The numbers of this process in Prometheus' text format, behind a permission:
 *
 * ```ts
 * routes(api, { '/metrics/': metricsView({ metrics: counts, permissions: [isAdminUser] }) })
 * ```
 *
 * One worker knows its own numbers only: `METRICS_PORT` has those of all.
 */
export function metricsView(options: MetricsViewOptions): ViewOptions {
  metricsViewOptions.require(options)
  const { metrics, permissions } = options
  return {
    name: 'Metrics',
    description: 'Numbers for Prometheus.',
    permissions,
    get: markMetrics(
      async () =>
        new Response(await metrics.text(), {
          headers: { 'Content-Type': expositionType, 'Cache-Control': 'no-store' },
        }),
    ),
  }
}
