import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { testClient } from '@turnpike/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createApi, cursorPagination, routes } from 'turnpike'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyDatabase, kyselyItems } from '../../src/kysely/index.ts'
import { openDatabase } from '../../src/kysely/opening/open.ts'

/** Rows with what cursors lose elsewhere: ties, nulls, microseconds, decimals and 64-bit integers. */
interface Row {
  id: number
  moment: string | null
  amount: string | null
  big: string | null
  word: string | null
}

const columns = ['moment', 'amount', 'big', 'word'] as const

const row = fc.record({
  moment: fc.option(
    fc.constantFrom(
      '2024-01-01 00:00:00.000001+00',
      '2024-01-01 00:00:00.000002+00',
      '2024-01-01 00:00:00.123+00',
    ),
  ),
  amount: fc.option(fc.constantFrom('0.10', '0.30', '10.05', '-2.50')),
  big: fc.option(fc.constantFrom('9007199254740993', '9007199254740992', '-9223372036854775808')),
  word: fc.option(fc.constantFrom('', "it's", 'NULL', 'Zoë', 'a')),
})

const ordering = fc
  .uniqueArray(fc.constantFrom(...columns), { minLength: 1, maxLength: 3 })
  .chain((fields) =>
    fc.tuple(...fields.map((field) => fc.boolean().map((down) => (down ? `-${field}` : field)))),
  )

type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

function testCursors(name: string, types: Record<(typeof columns)[number], string>, open: Open) {
  describe(`cursors over ${name}`, () => {
    let db: AnyDatabase
    let close: () => Promise<void>

    beforeAll(async () => {
      ;({ db, close } = await open())
      const create = columns.map((column) => `${column} ${types[column]}`).join(', ')
      await sql`create table item (id integer primary key, ${sql.raw(create)})`.execute(db)
    })
    afterAll(() => close())

    interface Walk {
      order: readonly string[]
      size: number
      /** Whether the rows have the columns by which they are ordered. */
      isWhole: boolean
      between?: () => Promise<void>
    }

    /** The ids met when following the links forward, and back from the last page. */
    async function walk({ order, size, isWhole, between }: Walk) {
      const api = createApi()
      const query = db.selectFrom('item')
      const app = routes(api, {
        '/': api.listView({
          items: kyselyItems(db, isWhole ? query.selectAll() : query.select('id')),
          pagination: cursorPagination({ ordering: order, pageSize: size }),
        }),
      })
      const client = testClient(app)
      const follow = async (start: string, link: 'next' | 'previous') => {
        const pages: number[][] = []
        let path: string | null = start
        let last: { next: string | null; previous: string | null } | null = null
        while (path !== null) {
          const response = await client.get(path)
          expect(response.status).toBe(200)
          const body = (await response.json()) as {
            next: string | null
            previous: string | null
            results: Pick<Row, 'id'>[]
          }
          // The columns of the position do not show.
          const names = isWhole ? ['id', ...columns] : ['id']
          for (const result of body.results) expect(Object.keys(result)).toEqual(names)
          pages.push(body.results.map(({ id }) => id))
          expect(pages.length).toBeLessThan(200)
          last = body
          path = body[link]
          await between?.()
        }
        return { pages, last }
      }
      const forward = await follow('/', 'next')
      const back = forward.last?.previous ? await follow(forward.last.previous, 'previous') : null
      return { forward: forward.pages, back: back?.pages ?? [] }
    }

    const insert = (rows: readonly Row[]) =>
      rows.length === 0 ? undefined : db.insertInto('item').values(rows.map(typed)).execute()

    const typed = ({ big, amount, ...row }: Row) => ({
      ...row,
      big: big === null ? null : sql`cast(${big} as bigint)`,
      amount: amount === null ? null : sql`cast(${amount} as numeric)`,
    })

    async function idsInOrder(order: readonly string[]): Promise<number[]> {
      const items = kyselyItems<{ item: Row }, 'item', Pick<Row, 'id'>>(
        db,
        db.selectFrom('item').select('id'),
      )
      return (await items.orderBy(order).slice(0, null)).map(({ id }) => id)
    }

    it('meet every item once, in order, to the end and back to the very start', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(row, { maxLength: 25 }),
          ordering,
          fc.integer({ min: 1, max: 6 }),
          fc.boolean(),
          async (rows, order, size, isWhole) => {
            await db.deleteFrom('item').execute()
            await insert(rows.map((values, id) => ({ id, ...values })))

            const { forward, back } = await walk({ order, size, isWhole })

            const all = await idsInOrder(order)
            expect(forward.flat()).toEqual(all)
            const lastPage = forward.at(-1) ?? []
            expect([...back.toReversed().flat(), ...lastPage]).toEqual(all)
          },
        ),
        { numRuns: 60 },
      )
    })

    it('cursors neither miss nor repeat items that stay, while others come and go', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(row, { minLength: 5, maxLength: 20 }),
          fc.infiniteStream(row),
          ordering,
          fc.integer({ min: 1, max: 4 }),
          fc.boolean(),
          async (rows, arrivals, order, size, isWhole) => {
            await db.deleteFrom('item').execute()
            const lasting = rows.map((values, index) => ({ id: index * 2, ...values }))
            await insert(lasting)
            let arrived = 0

            const between = async () => {
              if (arrived > 20) return
              const values = arrivals.next().value as Omit<Row, 'id'>
              // Odd ids come between the lasting ones, and every other one goes again.
              if (arrived % 2 === 1) {
                await db
                  .deleteFrom('item')
                  .where('id', '=', 2 * arrived - 1)
                  .execute()
              }
              arrived++
              await insert([{ id: 2 * arrived - 1, ...values }])
            }
            const { forward, back } = await walk({ order, size, isWhole, between })

            const isLasting = (id: number) => id % 2 === 0
            const expected = (await idsInOrder(order)).filter(isLasting)
            expect(forward.flat().filter(isLasting)).toEqual(expected)
            expect(new Set(forward.flat()).size).toBe(forward.flat().length)
            const lastPage = forward.at(-1) ?? []
            const returned = [...back.toReversed().flat(), ...lastPage]
            expect(returned.filter(isLasting)).toEqual(expected)
          },
        ),
        { numRuns: 40 },
      )
    })
  })
}

testCursors(
  'Kysely on SQLite',
  { moment: 'text', amount: 'numeric', big: 'integer', word: 'text' },
  async () => openDatabase('sqlite::memory:'),
)

if (postgresMissing === null) {
  testCursors(
    'Kysely on PostgreSQL',
    { moment: 'timestamptz', amount: 'numeric(10, 2)', big: 'bigint', word: 'text' },
    openPostgres,
  )
} else {
  describe.skip('cursors over Kysely on PostgreSQL', () => {
    it('cursors over Kysely need PostgreSQL to be tested', () => {})
  })
}
