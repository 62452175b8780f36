/** Numbers of one name, as Prometheus has them. They are plain data, for other processes. */
export interface Family {
  /** `http_requests_total` */
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** The combination of several processes. Default the sum. */
  readonly together?: 'sum' | 'largest' | 'least'
  readonly samples: readonly Sample[]
}

/** A value of a metric with its labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  /** The sum of all that was observed, if it is a histogram. */
  readonly value: number
  /** How many were observed up to each of the `bounds` of a histogram, and beyond them. */
  readonly buckets?: readonly number[]
  readonly bounds?: readonly number[]
}

/** Combines the families of several processes, by names and labels. */
export function together(snapshots: readonly (readonly Family[])[]): Family[] {
  const combinations = new Map<string, Combination>()
  for (const family of snapshots.flat()) {
    const combination = combinations.get(family.name) ?? { family, samples: new Map() }
    combinations.set(family.name, combination)
    for (const sample of family.samples) addTo(combination, sample)
  }
  return Array.from(combinations.values(), ({ family, samples }) => ({
    ...family,
    samples: [...samples.values()],
  }))
}

/** A family with the samples of several processes, by their labels. */
interface Combination {
  readonly family: Family
  readonly samples: Map<string, Sample>
}

function addTo({ family, samples }: Combination, sample: Sample): void {
  const key = keyOf(sample)
  const own = samples.get(key)
  samples.set(key, own === undefined ? sample : combined(own, sample, family.together))
}

const keyOf = ({ labels }: Sample): string => JSON.stringify(Object.entries(labels))

function combined(one: Sample, other: Sample, how: Family['together'] = 'sum'): Sample {
  if (how === 'largest') return { ...one, value: Math.max(one.value, other.value) }
  if (how === 'least') return { ...one, value: Math.min(one.value, other.value) }
  const value = one.value + other.value
  if (one.buckets === undefined) return { ...one, value }
  const buckets = one.buckets.map((count, index) => count + (other.buckets?.[index] ?? 0))
  return { ...one, value, buckets }
}

/** Only what must never become less: what a process that has ended leaves to the others. */
export const lasting = (families: readonly Family[]): Family[] =>
  families.filter(({ type }) => type !== 'gauge')
