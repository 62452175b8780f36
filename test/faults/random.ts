/** Numbers that are the same in every run: what failed once can be sent again. */
export interface Random {
  /** A whole number below this one. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] }
}
