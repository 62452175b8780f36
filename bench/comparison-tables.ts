import type { Entry } from './entries.ts'
import type { Measurement } from './load.ts'
import { beside, mebibytes, median, table, whole } from './tables.ts'
import type { Work } from './works.ts'

/** A work with the measurements of each entry, one per round. */
export interface Compared {
  readonly work: Work
  readonly measured: readonly (readonly Measurement[])[]
}

/** What is told of each entry beside its works. */
export interface Processes {
  /** Milliseconds, one per round. */
  readonly startTimes: readonly (readonly number[])[]
  /** Bytes. */
  readonly peakMemory: readonly number[]
}

/** Requests per second and processor time, beside those of the first entry; then latency and the rest. */
export function comparisonTables(
  rows: number,
  entries: readonly Entry[],
  compared: readonly Compared[],
  { startTimes, peakMemory }: Processes,
): string {
  const names = entries.map(({ name }) => name)
  return [
    `## ${whole(rows)} notes`,
    `Requests per second, in brackets the ratio to \`${names[0]}\`:`,
    table(
      ['work', ...names],
      compared.map(({ work, measured }) => [
        `\`${work.name}\`: ${work.description}`,
        ...besideFirst(measured, ({ perSecond }) => perSecond),
      ]),
    ),
    `Microseconds of the server's processor time for one request, in brackets the ratio to \`${names[0]}\`:`,
    table(
      ['work', ...names],
      compared.map(({ work, measured }) => [
        `\`${work.name}\``,
        ...besideFirst(measured, ({ processorTime }) => processorTime),
      ]),
    ),
    'Milliseconds in which 99 of 100 requests were answered:',
    table(
      ['work', ...names],
      compared.map(({ work, measured }) => [
        `\`${work.name}\``,
        ...measured.map((rounds) => median(rounds.map(({ p99 }) => p99)).toFixed(2)),
      ]),
    ),
    'The process:',
    table(
      ['', ...names],
      [
        ['start to first answer, ms', ...startTimes.map((times) => whole(median(times)))],
        ['peak resident memory, MiB', ...peakMemory.map(mebibytes)],
      ],
    ),
  ].join('\n\n')
}

function besideFirst(
  measured: Compared['measured'],
  amountOf: (measurement: Measurement) => number,
): string[] {
  const amounts = measured.map((rounds) => rounds.map(amountOf))
  return amounts.map((own) => beside(own, amounts[0] ?? own))
}
