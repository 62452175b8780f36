import type { Ordering } from 'turnpike'
import type { Keyset, Position } from 'turnpike/kit'
import type { Chapter } from '../contract.ts'
import { expectSame, expectThat } from '../expect.ts'
import { idsOf, type OpenedItemSet } from './fixtures.ts'

/** How items are read by position. A set without a keyset promises nothing here. */
export const byPosition: Chapter<OpenedItemSet> = (it) => {
  for (const terms of [[], ['rating'], ['-rating', 'title'], ['-title'], ['-id']]) {
    it(`an item set reads every item once by position, forward and backward, by [${terms}]`, async ({
      items: { keyset },
    }) => {
      if (keyset === undefined) return
      const ordering = keyset.complete(terms)

      const forward = idsOf(await walk(keyset, ordering, false))
      const backward = idsOf(await walk(keyset, ordering, true))

      expectSame(new Set(forward).size, 50, 'the number of different items')
      expectSame(forward.length, 50, 'the number of items')
      expectSame(backward.toReversed(), forward, 'the ids backward, from the last to the first')
    })
  }

  it('the ordering of a keyset has the key at its end, once', async ({ items: { keyset } }) => {
    if (keyset === undefined) return

    const withTitle = keyset.complete(['-title'])
    expectThat(/^-title,-?id$/.test(withTitle.join()), `${withTitle} is -title with the key.`)
    expectSame(keyset.complete(['-id']), ['-id'], 'the ordering that has the key already')
  })

  it('reading by position begins with the item at it when asked to', async ({
    items: { keyset },
  }) => {
    if (keyset === undefined) return
    const window = { ordering: keyset.complete(['rating']), backward: false, limit: 2 }
    const placed = await keyset.read({ ...window, from: null, includesFrom: false })
    const from = placed.positionOf(1)

    const { items: onward } = await keyset.read({ ...window, from, includesFrom: true })
    const { items: behind } = await keyset.read({ ...window, from, includesFrom: false })

    const [, second] = placed.items
    expectSame(onward[0], second, 'the first item with the one at the position')
    expectThat(behind[0]?.id !== second?.id, 'The item at the position is left out.')
  })
}

/** All items of at most 50 by their position, seven at a time. */
export async function walk<Item>(
  keyset: Keyset<Item>,
  ordering: Ordering,
  backward: boolean,
): Promise<Item[]> {
  const items: Item[] = []
  let from: Position | null = null
  while (items.length <= 50) {
    const placed = await keyset.read({ ordering, from, includesFrom: false, backward, limit: 7 })
    if (placed.items.length === 0) break
    items.push(...placed.items)
    from = placed.positionOf(placed.items.length - 1)
  }
  return items
}
