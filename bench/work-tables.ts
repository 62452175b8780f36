import type { Measurement } from './load.ts'
import { steadiness } from './steadiness.ts'
import { beside, median, table } from './tables.ts'
import type { Work } from './works.ts'

/** A work with the measurements of each entry, one per round. */
export interface Compared {
  readonly work: Work
  readonly measured: readonly (readonly Measurement[])[]
}

/** Requests per second and processor time, beside those of the first entry; then latency. */
export const workTables = (names: readonly string[], compared: readonly Compared[]): string =>
  [
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
    steadiness(compared),
    'Milliseconds in which 99 of 100 requests were answered:',
    table(
      ['work', ...names],
      compared.map(({ work, measured }) => [
        `\`${work.name}\``,
        ...measured.map((rounds) => median(rounds.map(({ p99 }) => p99)).toFixed(2)),
      ]),
    ),
  ]
    .filter(Boolean)
    .join('\n\n')

function besideFirst(
  measured: Compared['measured'],
  amountOf: (measurement: Measurement) => number,
): string[] {
  const amounts = measured.map((rounds) => rounds.map(amountOf))
  return amounts.map((own) => beside(own, amounts[0] ?? own))
}
