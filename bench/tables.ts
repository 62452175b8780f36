/** A table of Markdown: the first columns are texts, the others figures. */
export function table(
  head: readonly string[],
  lines: readonly (readonly string[])[],
  textColumns = 1,
): string {
  const rule = head.map((_, index) => (index < textColumns ? '---' : '--:'))
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/**
 * How many times `base` the amounts are, both by round. The quotient is taken within each round, and the
 * median of those: rounds differ more than entries.
 */
export const ratio = (amounts: readonly number[], base: readonly number[]): number =>
  median(amounts.map((amount, round) => amount / (base[round] ?? Number.NaN)))

/** Milliseconds in which 99 of 100 requests were answered, in the median of the rounds. */
export const ninetyNinth = (rounds: readonly { readonly p99: number }[]): string =>
  median(rounds.map(({ p99 }) => p99)).toFixed(2)

export const whole = (value: number): string => Math.round(value).toLocaleString('en')

export const mebibytes = (bytes: number): string => whole(bytes / 1024 ** 2)

/** `5,889 (0.98)`: the median, and the ratio to the base unless it is the base itself. */
export const beside = (amounts: readonly number[], base: readonly number[]): string =>
  amounts === base
    ? whole(median(amounts))
    : `${whole(median(amounts))} (${ratio(amounts, base).toFixed(2)})`

/** Milliseconds of one request, in the median of rounds in which a single connection was busy. */
export const milliseconds = (rounds: readonly { readonly perSecond: number }[]): string =>
  median(rounds.map(({ perSecond }) => 1000 / perSecond)).toFixed(2)
