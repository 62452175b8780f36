import type { Environment, WebApp } from 'turnpike'
import { answeringOf, type DatabaseLoad, knownOptions, type Telemetry, webApp } from 'turnpike/kit'
import { databaseFamilies } from './database-families.ts'
import { exposition } from './exposition.ts'
import type { Family } from './families.ts'
import { ProcessFamilies } from './process-families.ts'
import { RequestCounts } from './request-counts.ts'

export interface MetricsOptions {
  /** The version of the application, for `turnpike_build_info`. Default empty. */
  version?: string
}

const metricsOptions = knownOptions<MetricsOptions>('metrics()', { version: 'optional' })

/** The counts and measurements of this process. */
export interface Metrics extends Telemetry {
  /**
   * Measures the connections of a database: `addDatabase('reports', databaseLoad(reports))` with
   * `databaseLoad` of `@turnpike/sql`. A service adds its own, as `main`.
   */
  addDatabase(name: string, load: () => DatabaseLoad): void
  /** The numbers of this process, now. */
  families(): readonly Family[]
  /** The same in Prometheus' text format. */
  text(): string
}

/**
 * Counts requests, refusals, caches and queues for Prometheus.
 *
 * ```ts
 * const counts = metrics()
 * await serve(counts.around(app))
 * ```
 */
export function metrics(options: MetricsOptions = {}): Metrics {
  metricsOptions.require(options)
  const { version = '' } = options
  const requests = new RequestCounts()
  const ownProcess = new ProcessFamilies()
  const databases = new Map<string, () => DatabaseLoad>()
  const families = () => [
    ...requests.families,
    ...databaseFamilies(databases),
    ...ownProcess.families,
    buildInfo(version),
  ]

  return {
    around: <E extends Environment>(app: WebApp<E>): WebApp<E> =>
      webApp(requests.around(answeringOf(app))),
    addDatabase: (name, load) => void databases.set(name, load),
    families,
    text: () => exposition(families()),
  }
}

const buildInfo = (version: string): Family => ({
  name: 'turnpike_build_info',
  help: 'Always 1. The version of the application, and of Node.',
  type: 'gauge',
  together: 'largest',
  samples: [{ labels: { version, node: process.versions.node }, value: 1 }],
})
