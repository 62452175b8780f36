import type { Entry } from './entries.ts'
import type { Measurement } from './load.ts'
import { steadiness } from './steadiness.ts'
import { beside, ninetyNinth, table } from './tables.ts'
import type { Work } from './works.ts'

/** A work with the measurements of each entry, one per round. */
export interface Compared {
  readonly work: Work
  readonly measured: readonly (readonly Measurement[])[]
}

/** What a table compares: entries on the same database, at the same durability. */
export interface Group {
  readonly database: Entry['database']
  /** What follows a number of notes in a title. */
  readonly title: string
  readonly entries: readonly Entry[]
  readonly compared: readonly Compared[]
  /** Those of the list of all entries' values that belong to this group. */
  pick<Value>(values: readonly Value[]): Value[]
}

const titles = {
  sqlite: 'in SQLite (write-ahead log, `synchronous = full`)',
  postgres: 'in PostgreSQL (`synchronous_commit = on`)',
}

/** The groups of the entries that were measured. */
export function byDatabase(entries: readonly Entry[], compared: readonly Compared[]): Group[] {
  const databases = [...new Set(entries.map(({ database }) => database))]
  return databases.map((database) => {
    const pick = <Value>(values: readonly Value[]) =>
      values.filter((_, index) => entries[index]?.database === database)
    return {
      database,
      title: titles[database],
      entries: pick(entries),
      compared: compared.map(({ work, measured }) => ({ work, measured: pick(measured) })),
      pick,
    }
  })
}

/** Requests per second and processor time, beside those of the first entry; then latency. */
export function workTables({ database, entries, compared }: Group): string {
  const names = entries.map(({ name }) => name)
  return [
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
    ...(database === 'postgres' ? databaseTable(names, compared) : []),
    'Milliseconds in which 99 of 100 requests were answered:',
    table(
      ['work', ...names],
      compared.map(({ work, measured }) => [`\`${work.name}\``, ...measured.map(ninetyNinth)]),
    ),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function databaseTable(names: readonly string[], compared: readonly Compared[]): string[] {
  const rows = compared.map(({ work, measured }) => [
    `\`${work.name}\``,
    ...besideFirst(measured, ({ databaseTime }) => databaseTime ?? Number.NaN),
  ])
  const isMeasured = compared.some(({ measured }) => measured[0]?.[0]?.databaseTime !== null)
  return isMeasured
    ? [
        `Microseconds of the processor time of all of PostgreSQL's processes for one request, in brackets the ratio to \`${names[0]}\`:`,
        table(['work', ...names], rows),
      ]
    : []
}

function besideFirst(
  measured: Compared['measured'],
  amountOf: (measurement: Measurement) => number,
): string[] {
  const amounts = measured.map((rounds) => rounds.map(amountOf))
  return amounts.map((own) => beside(own, amounts[0] ?? own))
}
