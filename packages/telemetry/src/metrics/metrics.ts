import type { Environment, WebApp } from 'turnpike'
import { answeringOf, type DatabaseLoad, knownOptions, type Telemetry, webApp } from 'turnpike/kit'
import { databaseFamilies } from './database-families.ts'
import { exposition } from './exposition.ts'
import type { Family } from './families.ts'
import { ProcessFamilies } from './process-families.ts'
import { type MetricsRegister, registerFamilies } from './register-families.ts'
import { RequestCounts } from './request-counts.ts'

export interface MetricsOptions {
  /** The version of the application, for `turnpike_build_info`. Default empty. */
  version?: string
  /**
   * The application's own metrics, which are shown with these: a `Registry` of
   * `@prometheus-io/client`. A metric whose name is one of Turnpike's is left out. Default none.
   */
  register?: MetricsRegister
}

const metricsOptions = knownOptions<MetricsOptions>('metrics()', {
  version: 'optional',
  register: 'optional',
})

/** The counts and measurements of this process. */
export interface Metrics extends Telemetry {
  /**
   * Measures the connections of a database: `addDatabase('reports', databaseLoad(reports))` with
   * `databaseLoad` of `@turnpike/sql`. A service adds its own, as `main`.
   */
  addDatabase(name: string, load: () => DatabaseLoad): void
  /**
   * The numbers of this process, now. Rejects with what a metric of `register` throws when it is
   * collected.
   */
  families(): Promise<readonly Family[]>
  /** The same in Prometheus' text format. */
  text(): Promise<string>
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
  const { version = '', register } = options
  const requests = new RequestCounts()
  const ownProcess = new ProcessFamilies()
  const databases = new Map<string, () => DatabaseLoad>()
  async function families(): Promise<readonly Family[]> {
    const own = [
      ...requests.families,
      ...databaseFamilies(databases),
      ...ownProcess.families,
      buildInfo(version),
    ]
    if (register === undefined) return own
    const names = new Set(own.map(({ name }) => name))
    const others = await registerFamilies(register)
    return [...own, ...others.filter(({ name }) => !names.has(name))]
  }

  return {
    around: <E extends Environment>(app: WebApp<E>): WebApp<E> =>
      webApp(requests.around(answeringOf(app))),
    addDatabase: (name, load) => void databases.set(name, load),
    families,
    text: async () => exposition(await families()),
  }
}

const buildInfo = (version: string): Family => ({
  name: 'turnpike_build_info',
  help: 'Always 1. The version of the application, and of Node.',
  type: 'gauge',
  together: 'largest',
  samples: [{ labels: { version, node: process.versions.node }, value: 1 }],
})
