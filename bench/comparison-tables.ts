import type { Entry } from './entries.ts'
import { mebibytes, median, table, whole } from './tables.ts'
import { byDatabase, type Compared, workTables } from './work-tables.ts'

/** What is said of each entry beside its works. */
export interface Processes {
  /** Milliseconds, one per round. */
  readonly startTimes: readonly (readonly number[])[]
  /** Bytes. */
  readonly peakMemory: readonly number[]
}

/** The works of each entry and its process, for each database. */
export const comparisonTables = (
  rows: number,
  entries: readonly Entry[],
  compared: readonly Compared[],
  { startTimes, peakMemory }: Processes,
): string =>
  byDatabase(entries, compared)
    .flatMap((group) => [
      `## ${whole(rows)} notes ${group.title}`,
      workTables(group),
      'The process:',
      table(
        ['', ...group.entries.map(({ name }) => name)],
        [
          [
            'start to first answer, ms',
            ...group.pick(startTimes).map((times) => whole(median(times))),
          ],
          ['peak resident memory, MiB', ...group.pick(peakMemory).map(mebibytes)],
        ],
      ),
    ])
    .join('\n\n')
