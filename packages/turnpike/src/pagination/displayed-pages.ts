import type { PageControls } from '../http/page-controls.ts'

export interface Numbering {
  readonly next: string | null
  readonly previous: string | null
  readonly number: number
  readonly last: number
  /** Whether there may be pages after the last. */
  readonly isOpen: boolean
  link(page: number): string
}

/** Controls with the numbers of the pages around the current one. */
export function numberedControls(
  template: string,
  { next, previous, number, last, isOpen, link }: Numbering,
): PageControls {
  const shown = displayedPages(number, last)
  return {
    template,
    next,
    previous,
    pages: (isOpen ? [...shown, null] : shown).map((page) =>
      page === null ? null : { number: page, url: link(page), isActive: page === number },
    ),
  }
}

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
