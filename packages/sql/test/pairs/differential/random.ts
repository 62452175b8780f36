/** Random choices that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number
  of<Value>(values: readonly Value[]): Value
  /** True with this probability. */
  chance(probability: number): boolean
}

/** The generator `mulberry32`. */
export function randomOf(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    of: <Value>(values: readonly Value[]) => values[below(values.length)] as Value,
    chance: (probability) => next() < probability,
  }
}
