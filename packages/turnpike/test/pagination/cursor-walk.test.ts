import { type TestClient, testClient } from '@turnpike/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrayItems, createApi, cursorPagination, type Ordering, routes } from '../../src/index.ts'

interface Row {
  id: number
  rank: number | null
  name: string | null
  at: Date | null
  size: bigint | null
}

/** Few different values, so that most items are equal in every field but the key. */
const rows = fc
  .array(
    fc.record({
      rank: fc.constantFrom(null, -1, 0, 2 ** 53 - 1, 0.1),
      name: fc.constantFrom(null, '', 'a', 'B', 'ü', '\u{1f44d}'),
      size: fc.constantFrom(null, 0n, 2n ** 60n, 2n ** 60n + 1n),
      at: fc.constantFrom(null, new Date(0), new Date(1_700_000_000_123)),
    }),
    { maxLength: 25 },
  )
  .map((fields): Row[] => fields.map((row, id) => ({ id, ...row })))

const ordering = fc.uniqueArray(
  fc.constantFrom('rank', '-rank', 'name', '-name', 'at', '-at', 'size', '-size', 'id', '-id'),
  { maxLength: 3, selector: (name) => name.replace('-', '') },
)

/** Before each page: insert a row, delete one, or leave the list as it is. */
const changes = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 60, maxLength: 60 })

const world = fc.record({ rows, ordering, changes, pageSize: fc.integer({ min: 1, max: 5 }) })

function clientOf(list: readonly Row[], names: Ordering<keyof Row>, pageSize: number): TestClient {
  const api = createApi()
  const pagination = cursorPagination({ ordering: names, pageSize })
  const view = api.listView({ items: arrayItems(list), pagination, serialize: ({ id }) => id })
  return testClient(routes(api, { '/': view }))
}

interface Page {
  next: string | null
  previous: string | null
  results: number[]
}

/** Follows one kind of link to its end. `between` runs before each page but the first. */
async function walk(
  client: TestClient,
  start: string,
  direction: 'next' | 'previous',
  between: () => void = () => {},
): Promise<{ ids: number[]; last: Page }> {
  const pages: number[][] = []
  for (let url = start; ; between()) {
    const page: Page = await (await client.get(url)).json()
    pages.push(page.results)
    const link = page[direction]
    if (link === null || pages.length > 100) {
      const ordered = direction === 'next' ? pages : pages.toReversed()
      return { ids: ordered.flat(), last: page }
    }
    url = link
  }
}

/** The ids in the order that the list has, decided by nothing but a stable sort. */
function sorted(list: readonly Row[], names: readonly string[]): number[] {
  const last = names.at(-1)
  const complete = [...names, last?.startsWith('-') ? '-id' : 'id']
  const value = (row: Row, name: string) => row[name.replace('-', '') as keyof Row]
  return list
    .toSorted((one, other) => {
      for (const name of complete) {
        const [a, b] = name.startsWith('-') ? [other, one] : [one, other]
        const [left, right] = [value(a, name), value(b, name)]
        if (left === null && right === null) continue
        if (left === null) return -1
        if (right === null) return 1
        if (left < right) return -1
        if (left > right) return 1
      }
      return 0
    })
    .map(({ id }) => id)
}

describe('walking a list by cursors, with ties, nulls and mixed directions', () => {
  it('meets every item once, in order, forward to the end and back to the very start', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ rows: list, ordering: names, pageSize }) => {
        const client = clientOf(list, names, pageSize)
        const forward = await walk(client, '/', 'next')
        expect(forward.ids).toEqual(sorted(list, names))
        if (forward.last.previous === null) return

        const back = await walk(client, forward.last.previous, 'previous')
        const { length } = forward.last.results
        expect(back.ids).toEqual(forward.ids.slice(0, -length))
        expect(back.last.previous).toBeNull()
      }),
      { numRuns: 100 },
    )
  })

  it('misses nothing that was there throughout and shows nothing twice while items come and go', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ rows: initial, ordering: names, changes, pageSize }) => {
        const list = [...initial]
        const removed: Row[] = []
        let step = 0
        const change = () => {
          const number = changes[step++ % changes.length] ?? 0
          const row = list[number % Math.max(1, list.length)]
          if (number % 3 === 0 && row !== undefined) {
            removed.push(...list.splice(list.indexOf(row), 1))
          } else if (number % 3 === 1) {
            list.push({ rank: null, name: 'a', at: null, size: null, ...row, id: 1000 + step })
          }
        }
        const check = (ids: readonly number[], expected: readonly number[]) => {
          expect(ids).toEqual([...new Set(ids)])
          const throughout = expected.filter((id) => removed.every((row) => row.id !== id))
          expect(ids.filter((id) => throughout.includes(id))).toEqual(throughout)
        }

        const client = clientOf(list, names, pageSize)
        const { ids, last } = await walk(client, '/', 'next', change)
        check(ids, sorted(initial, names))
        if (last.previous === null) return

        // Before the last page; where that is empty, up to the item that was shown last.
        const [first] = last.results
        const places = sorted([...list, ...removed], names)
        const end =
          first === undefined ? places.indexOf(ids.at(-1) ?? -1) + 1 : places.indexOf(first)
        const back = await walk(client, last.previous, 'previous', change)
        check(back.ids, places.slice(0, end))
      }),
      { numRuns: 200 },
    )
  })
})
