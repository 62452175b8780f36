import type { Condition } from 'turnpike'
import type { Chapter } from '../contract.ts'
import { expectSame } from '../expect.ts'
import { idsOf, type OpenedItemSet } from './fixtures.ts'

/** Which books of the library meet a condition. */
export const conditions: Chapter<OpenedItemSet> = (it) => {
  for (const [condition, expected] of cases) {
    it(`an item set gives the items that meet ${shown(condition)}`, async ({ items }) => {
      const found = items.where?.(condition)
      if (found === undefined) return

      const ordered = found.orderBy(['id'])
      expectSame(idsOf(await ordered.slice(0, null)), expected, 'the ids of all')
      expectSame(await found.count(), expected.length, 'the count')
      expectSame(idsOf(await ordered.slice(1, 2)), expected.slice(1, 3), 'the ids of a slice')
      if (found.countUpTo) {
        expectSame(await found.countUpTo(2), Math.min(expected.length, 2), 'the count up to 2')
      }
      if (found.sliceAndCount) {
        const { items, count } = (await ordered.sliceAndCount?.(0, 2)) ?? { items: [], count: -1 }
        expectSame([idsOf(items), count], [expected.slice(0, 2), expected.length], 'both in one')
      }
    })
  }

  it('an item set with a condition takes another one, before and after an order', async ({
    items,
  }) => {
    if (items.where === undefined) return
    const rated = { field: 'rating', operator: '>=', value: 4 } as const
    const withE = { field: 'title', operator: 'contains', value: 'E' } as const

    const both = items.where(rated).orderBy(['-id']).where?.(withE)
    expectSame(idsOf((await both?.slice(0, null)) ?? []), [6, 4, 1], 'the ids')
  })

  it('an item set with a condition is read by position', async ({ items }) => {
    const found = items.where?.({ field: 'rating', operator: '=', value: 5 })
    const keyset = found?.keyset
    if (keyset === undefined) return

    const ordering = keyset.complete(['-title'])
    const window = { ordering, includesFrom: false, backward: false, limit: 2 }
    const first = await keyset.read({ ...window, from: null })
    const second = await keyset.read({ ...window, from: first.positionOf(1) })
    expectSame(idsOf([...first.items, ...second.items]), [4, 1, 6], 'the ids by position')
  })
}

const shown = (condition: Condition): string =>
  JSON.stringify(condition, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

const cases: readonly (readonly [Condition, readonly number[]])[] = [
  [{ field: 'rating', operator: '=', value: 5 }, [1, 4, 6]],
  [{ field: 'rating', operator: '=', value: 4 }, []],
  [{ field: 'rating', operator: '<', value: 5 }, [3]],
  [{ field: 'rating', operator: '<=', value: 5 }, [1, 3, 4, 6]],
  [{ field: 'rating', operator: '>', value: 3 }, [1, 4, 6]],
  [{ field: 'rating', operator: '>=', value: 3 }, [1, 3, 4, 6]],
  [{ field: 'title', operator: '=', value: 'Emma' }, [3]],
  [{ field: 'title', operator: '=', value: 'emma' }, []],
  [{ field: 'id', operator: 'in', value: [2, 6, 99] }, [2, 6]],
  [{ field: 'id', operator: 'in', value: [] }, []],
  [{ field: 'id', operator: '=', value: 99_999_999_999 }, []],
  [{ field: 'id', operator: 'in', value: [1, 99_999_999_999] }, [1]],
  [{ field: 'id', operator: '<', value: 99_999_999_999 }, [1, 2, 3, 4, 5, 6]],
  [{ field: 'id', operator: '<', value: 2n ** 62n }, [1, 2, 3, 4, 5, 6]],
  [{ field: 'rating', operator: '<', value: 4.5 }, [3]],
  [{ field: 'rating', operator: 'null' }, [2, 5]],
  [{ field: 'title', operator: 'contains', value: 'AN' }, [5, 6]],
  [{ field: 'title', operator: 'contains', value: '%' }, []],
  [{ field: 'title', operator: 'contains', value: '_' }, []],
  [{ field: 'title', operator: 'contains', value: '\\' }, []],
  [{ field: 'title', operator: 'startsWith', value: 'hard t' }, [2]],
  [{ field: 'title', operator: 'startsWith', value: 'ard' }, []],
  [{ field: 'title', operator: 'equalsText', value: 'EMMA' }, [3]],
  [{ field: 'title', operator: 'equalsText', value: 'EMM' }, []],
  [{ all: [] }, [1, 2, 3, 4, 5, 6]],
  [{ any: [] }, []],
  [{ not: { field: 'rating', operator: '=', value: 5 } }, [2, 3, 5]],
  [{ not: { field: 'rating', operator: 'null' } }, [1, 3, 4, 6]],
  [{ not: { any: [] } }, [1, 2, 3, 4, 5, 6]],
  [
    {
      any: [
        { field: 'title', operator: 'startsWith', value: 'e' },
        {
          all: [
            { field: 'rating', operator: 'null' },
            { field: 'id', operator: '>', value: 2 },
          ],
        },
      ],
    },
    [3, 5],
  ],
]
