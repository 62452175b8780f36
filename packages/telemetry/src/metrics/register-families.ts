import type { Family, Sample } from './families.ts'

/**
 * A registry of the application's own metrics: `Registry` of `@prometheus-io/client`, or of
 * `prom-client`, its name before.
 */
export interface MetricsRegister {
  getMetricsAsJSON(): Promise<readonly RegisteredMetric[]>
}

/** A metric of a registry, as that writes it. */
export interface RegisteredMetric {
  readonly name: string
  readonly help: string
  /** `counter`, `gauge`, `histogram` or `summary`. */
  readonly type: string
  /** The combination of several processes: `sum`, `max`, `min`, `first`, … */
  readonly aggregator: string
  readonly values?: readonly {
    readonly value: number
    readonly labels?: object
    /** The name in histograms and summaries: `duration_seconds_bucket`, `_sum`, `_count`. */
    readonly metricName?: string
  }[]
}

/** The metrics of a registry, whose values are numbers of this process. */
export async function registerFamilies(register: MetricsRegister): Promise<Family[]> {
  const metrics = await register.getMetricsAsJSON()
  return metrics.map(withNumbers).flatMap((metric) => {
    if (metric.type === 'histogram') return [histogram(metric)]
    if (metric.type === 'summary') return summary(metric)
    return [plain(metric)]
  })
}

/** What is no finite number does not survive the way from a worker to the primary process. */
const withNumbers = ({ values = [], ...metric }: RegisteredMetric): RegisteredMetric => ({
  ...metric,
  values: values.filter(({ value }) => Number.isFinite(value)),
})

const plain = ({ name, help, type, aggregator, values = [] }: RegisteredMetric): Family => ({
  name,
  help,
  type: type === 'counter' ? 'counter' : 'gauge',
  together: type === 'counter' ? 'sum' : (combinations[aggregator] ?? 'largest'),
  samples: values.map(({ labels, value }) => ({ labels: texts(labels), value })),
})

/** The largest is shown of averages, and of what is left out or taken from one process. */
const combinations: Record<string, Family['together']> = {
  sum: 'sum',
  max: 'largest',
  min: 'least',
}

/** Its buckets contain those below, and ours do not. */
function histogram({ name, help, values = [] }: RegisteredMetric): Family {
  const samples = new Map<string, Sample & { value: number; buckets: number[]; bounds: number[] }>()
  for (const { metricName, labels, value } of values) {
    const { le, ...own } = texts(labels)
    const key = JSON.stringify(own)
    const sample = samples.get(key) ?? { labels: own, value: 0, buckets: [], bounds: [] }
    samples.set(key, sample)
    if (metricName === `${name}_sum`) sample.value = value
    if (le === undefined) continue
    const below = sample.buckets.reduce((count, observed) => count + observed, 0)
    sample.buckets.push(value - below)
    if (le !== '+Inf') sample.bounds.push(Number(le))
  }
  return { name, help, type: 'histogram', samples: [...samples.values()] }
}

/** Quantiles of several processes cannot be combined: the largest is shown. */
function summary({ name, help, values = [] }: RegisteredMetric): Family[] {
  const samplesOf = (metricName: string) =>
    values
      .filter((value) => (value.metricName ?? name) === metricName)
      .map(({ labels, value }) => ({ labels: texts(labels), value }))
  return [
    { name, help, type: 'gauge', together: 'largest', samples: samplesOf(name) },
    { name: `${name}_sum`, help, type: 'counter', samples: samplesOf(`${name}_sum`) },
    { name: `${name}_count`, help, type: 'counter', samples: samplesOf(`${name}_count`) },
  ]
}

const texts = (labels: object = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).map(([label, value]) => [label, String(value)]))
