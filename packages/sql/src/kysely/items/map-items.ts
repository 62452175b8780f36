import type { ItemSet } from 'turnpike'

/**
 * The items of the set, each mapped to another value. Orderings and conditions use the fields of
 * the rows.
 */
export const mapItems = <Row, Item>(
  { count, slice, orderBy, where, countUpTo, estimate, sliceAndCount, keyset }: ItemSet<Row>,
  itemOf: (row: Row) => Item,
): ItemSet<Item> => ({
  count,
  slice: async (offset, limit) => (await slice(offset, limit)).map(itemOf),
  orderBy: (ordering) => mapItems(orderBy(ordering), itemOf),
  ...(where && { where: (condition) => mapItems(where(condition), itemOf) }),
  ...(countUpTo && { countUpTo }),
  ...(estimate && { estimate }),
  ...(sliceAndCount && {
    async sliceAndCount(offset, limit) {
      const { items, count } = await sliceAndCount(offset, limit)
      return { items: items.map(itemOf), count }
    },
  }),
  ...(keyset && {
    keyset: {
      complete: keyset.complete,
      async read(window) {
        const placed = await keyset.read(window)
        return { ...placed, items: placed.items.map(itemOf) }
      },
    },
  }),
})
