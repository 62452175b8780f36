import { isMetricsView } from '@turnpike/telemetry/internal/metrics/metrics-views'
import { audienceOfAll } from 'turnpike/internal/permissions/audience'
import { isLoopback } from 'turnpike/kit'
import type { Check } from '../finding.ts'
import { named, pathsWhere } from '../paths.ts'

/** `metrics.public` */
export const metricsAreGuarded: Check = {
  isForDeploy: true,
  find({ views }) {
    const paths = pathsWhere(
      views,
      (view) => isMetricsView(view) && audienceOfAll(view.permissions, 'GET') === 'everybody',
    )
    if (paths.length === 0) return []
    return [
      {
        id: 'metrics.public',
        severity: 'warning',
        message: `Everybody can read the metrics at ${named(paths)}: routes, refusals, the load.`,
        remedy: 'Give metricsView() a permission, or set METRICS_PORT and remove the view.',
      },
    ]
  },
}

/** `metrics.exposed` */
export const metricsStayHere: Check = {
  isForDeploy: true,
  find({ config: { metricsPort, metricsHost } }) {
    if (metricsPort === null || isLoopback(metricsHost)) return []
    return [
      {
        id: 'metrics.exposed',
        severity: 'warning',
        message: `The metrics listen on METRICS_HOST=${metricsHost} without a password: everyone who reaches port ${metricsPort} can read them.`,
        remedy:
          'Leave METRICS_HOST out, or let only the collector of metrics reach the port: by a firewall or a private network.',
      },
    ]
  },
}
