import { availableParallelism, cpus } from 'node:os'
import type { Measurement } from './load.ts'
import type { Findings } from './main.ts'
import type { Options } from './options.ts'
import type { Work } from './works.ts'

export function heading({ rounds, seconds, profile }: Options, missing: readonly string[]): string {
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.version}`
  const how = profile
    ? `each work for ${seconds} s in a process of its own`
    : `${rounds} interleaved rounds of ${seconds} s, medians`
  return [
    `# ${profile ? 'Profile' : 'Results'}\n\n${date} UTC, ${machine}, server on one core, load from another, ${how}.`,
    'How to read them is in [README.md](README.md).',
    ...missing,
  ].join('\n')
}

/** Requests per second and processor time, beside those of the first entry; then latency and the rest. */
export function resultTables(
  rows: number,
  works: readonly Work[],
  findings: readonly Findings[],
): string {
  const names = findings.map(({ entry }) => entry.name)
  const rest = [
    ['start to first answer, ms', ...findings.map(({ startTimes }) => whole(median(startTimes)))],
    [
      'peak resident memory, MiB',
      ...findings.map(({ peakMemory }) => whole(peakMemory / 1024 ** 2)),
    ],
  ]
  return [
    `## ${whole(rows)} notes`,
    `Requests per second, in brackets the ratio to \`${names[0]}\`:`,
    table(
      ['work', ...names],
      works.map((work) => [
        `\`${work.name}\`: ${work.description}`,
        ...compared(findings, work, ({ perSecond }) => perSecond, whole),
      ]),
    ),
    `Microseconds of the server's processor time for one request, in brackets the ratio to \`${names[0]}\`:`,
    table(
      ['work', ...names],
      works.map((work) => [
        `\`${work.name}\``,
        ...compared(findings, work, ({ processorTime }) => processorTime, whole),
      ]),
    ),
    'Milliseconds in which 99 of 100 requests were answered:',
    table(
      ['work', ...names],
      works.map((work) => [
        `\`${work.name}\``,
        ...findings.map((found) => median(roundsOf(found, work).map(({ p99 }) => p99)).toFixed(2)),
      ]),
    ),
    'The process:',
    table(['', ...names], rest),
  ].join('\n\n')
}

/**
 * The median of each entry. The ratio is taken within each round, and the median of those: rounds differ
 * more than entries.
 */
function compared(
  findings: readonly Findings[],
  work: Work,
  amountOf: (measurement: Measurement) => number,
  format: (amount: number) => string,
): string[] {
  const [first] = findings
  const amounts = findings.map((found) => roundsOf(found, work).map(amountOf))
  return findings.map((found, index) => {
    const own = amounts[index] ?? []
    if (found === first) return format(median(own))
    const ratio = median(own.map((amount, round) => amount / (amounts[0]?.[round] ?? Number.NaN)))
    return `${format(median(own))} (${ratio.toFixed(2)})`
  })
}

const roundsOf = ({ measurements }: Findings, { name }: Work): readonly Measurement[] =>
  measurements.get(name) ?? []

export const profileTable = (rows: number, lines: readonly (readonly string[])[]): string =>
  [
    `## Where the time goes, ${whole(rows)} notes`,
    'The three largest shares of the busy time of the process, by package or file, the loading left out:',
    table(['entry', 'work', 'shares'], lines, 3),
  ].join('\n\n')

function table(
  head: readonly string[],
  lines: readonly (readonly string[])[],
  textColumns = 1,
): string {
  const rule = head.map((_, index) => (index < textColumns ? '---' : '--:'))
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
