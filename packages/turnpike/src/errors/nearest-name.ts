/** Whether a name may be a misspelling of another. */
export type MayBeMeant = (name: string, other: string, distance: number) => boolean

/** The nearest of the names that may be intended; null when there is none. */
export function nearestName(
  name: string,
  known: readonly string[],
  mayBeMeant: MayBeMeant,
): string | null {
  const [best] = known
    .map((other) => ({ other, distance: distanceOf(plain(name), plain(other)) }))
    .filter(({ other, distance }) => mayBeMeant(name, other, distance))
    .sort((one, two) => one.distance - two.distance)
  return best?.other ?? null
}

/** At most two letters are wrong, and at least one is right. */
export const isMisspelt: MayBeMeant = (name, _other, distance) =>
  distance <= Math.min(2, plain(name).length - 1)

/** Misspelt, or the words of one name are at least half of the other's. */
export const isSimilar: MayBeMeant = (name, other, distance) => {
  if (isMisspelt(name, other, distance)) return true
  const [few = [], many = []] = [wordsOf(name), wordsOf(other)].sort((a, b) => a.length - b.length)
  return few.length * 2 >= many.length && few.every((word) => many.includes(word))
}

/** `maxPageSize` and `MAX_PAGE_SIZE` → `max`, `page`, `size` */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split('_')

const plain = (name: string) => name.toLowerCase().replaceAll('_', '')

/** How many letters must be added, removed or replaced (Levenshtein). */
function distanceOf(one: string, two: string): number {
  let previous = Array.from({ length: two.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= two.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + Number(one[row - 1] !== two[column - 1])
      const added = (current[column - 1] ?? 0) + 1
      current.push(Math.min(replaced, added, (previous[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous[two.length] ?? 0
}
