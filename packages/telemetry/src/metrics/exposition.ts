import type { Family, Sample } from './families.ts'

/** The media type of Prometheus' text format. */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

/** Numbers in Prometheus' text format, version 0.0.4. */
export const exposition = (families: readonly Family[]): string =>
  families
    .map((family) => `${headOf(family)}${family.samples.flatMap(linesOf(family)).join('')}`)
    .join('')

const headOf = ({ name, help, type }: Family): string =>
  `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`

const linesOf =
  ({ name, type }: Family) =>
  ({ labels, value, buckets = [], bounds = [] }: Sample): string[] => {
    if (type !== 'histogram') return [line(name, labels, value)]
    let count = 0
    const counts = buckets.map((observed, index) => {
      count += observed
      const le = bounds[index] === undefined ? '+Inf' : `${bounds[index]}`
      return line(`${name}_bucket`, { ...labels, le }, count)
    })
    return [...counts, line(`${name}_sum`, labels, value), line(`${name}_count`, labels, count)]
  }

function line(name: string, labels: Sample['labels'], value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
}

/** Texts may be of an application: nothing in them may end the value or begin a line. */
const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
