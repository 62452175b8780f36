import type { Entry } from './entries.ts'
import { mebibytes, median, table, whole } from './tables.ts'
import { type Compared, workTables } from './work-tables.ts'

/** What is told of each entry beside its works. */
export interface Processes {
  /** Milliseconds, one per round. */
  readonly startTimes: readonly (readonly number[])[]
  /** Bytes. */
  readonly peakMemory: readonly number[]
}

/** The works of each entry, and its process. */
export function comparisonTables(
  rows: number,
  entries: readonly Entry[],
  compared: readonly Compared[],
  { startTimes, peakMemory }: Processes,
): string {
  const names = entries.map(({ name }) => name)
  return [
    `## ${whole(rows)} notes`,
    workTables(names, compared),
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
