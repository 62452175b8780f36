import { median } from './tables.ts'
import type { Compared } from './work-tables.ts'

/** How much the ratios differ between rounds, as a sentence; empty after a single round. */
export function steadiness(compared: readonly Compared[]): string {
  const ratios = compared.flatMap(({ measured: [first = [], ...others] }) =>
    others.map((rounds) =>
      rounds.map(({ processorTime }, round) => processorTime / (first[round]?.processorTime ?? 0)),
    ),
  )
  const rounds = ratios[0]?.length ?? 0
  if (rounds < 2) return ''

  const spreads = ratios.map((own) => (Math.max(...own) - Math.min(...own)) / median(own))
  const drifts = ratios.map((own) => (own.at(-1) ?? 0) / (own[0] ?? 0))
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`
  return [
    `From round to round the ratios of processor time differ by ${percent(median(spreads))} in the median of all works and entries,`,
    `by ${percent(Math.max(...spreads))} at most.`,
    `Those of the last round are ${median(drifts).toFixed(2)} times those of the first: 1 says that all was warm before.`,
  ].join(' ')
}
