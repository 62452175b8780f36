/**
 * The page numbers that controls show for page `current` of `last`, null for a gap:
 * `[1, null, 4, 5, 6, null, 9]`.
 *
 * Up to five pages are all shown. Otherwise the first and the last are, the current one with its
 * neighbours, and near either end the two pages beside it, so that no gap hides a single page.
 */
export function displayedPages(current: number, last: number): (number | null)[] {
  if (last <= 5) return Array.from({ length: last }, (_, index) => index + 1)

  const shown = new Set([1, current - 1, current, current + 1, last])
  if (current <= 4) shown.add(2).add(3)
  if (current >= last - 3) shown.add(last - 1).add(last - 2)

  return [...shown]
    .filter((number) => number >= 1 && number <= last)
    .sort((one, other) => one - other)
    .flatMap((number, index, numbers) =>
      index > 0 && number - 1 !== numbers[index - 1] ? [null, number] : [number],
    )
}
