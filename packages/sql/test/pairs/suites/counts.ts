import { sql } from 'kysely'
import {
  type CountPolicy,
  limitOffsetPagination,
  type Pagination,
  pageNumberPagination,
} from 'turnpike'
import { expectSame } from '../../../../testing/src/contracts/expect.ts'
import type { Opened } from '../session.ts'
import { suite } from '../suite.ts'
import { listClient, pageOf } from './answers.ts'

const styles = {
  'page numbers': (count: CountPolicy): Pagination =>
    pageNumberPagination({ count, countPreferences: ['exact', 'none'], pageInfo: true }),
  'limit and offset': (count: CountPolicy): Pagination =>
    limitOffsetPagination({ count, countPreferences: ['exact', 'none'], pageInfo: true }),
}

const policies: readonly (readonly [string, CountPolicy, object])[] = [
  ['exact counts', 'exact', { count: 30 }],
  ['counts up to 12', { capAt: 12 }, { count: 12, count_is: 'at_least' }],
  ['counts up to 30', { capAt: 30 }, { count: 30, count_is: 'exact' }],
  ['estimated counts', 'estimated', { count: 30 }],
  ['no counts', 'none', { count: null }],
]

export const counts = suite('Counts', (it) => {
  for (const [style, paginationWith] of Object.entries(styles)) {
    for (const [name, policy, expected] of policies) {
      it(`lists by ${style} have ${name}`, async (opened) => {
        await addBooks(opened)
        const items = opened.orm.items('book')
        const client = listClient({ items, pagination: paginationWith(policy) })

        const second = style === 'page numbers' ? '/?page=2' : '/?offset=7'
        for (const path of ['/', second]) {
          const page = await pageOf(await client.get(path), `the list at ${path}`)
          const found = Object.fromEntries(
            Object.keys(expected).map((field) => [field, Reflect.get(page, field)]),
          )
          expectSame(found, expected, `the count at ${path}`)
          expectSame(page.results.length, 7, `the number of items at ${path}`)
        }
      })
    }

    it(`lists by ${style} count as the client prefers`, async (opened) => {
      await addBooks(opened)
      const items = opened.orm.items('book')
      const client = listClient({ items, pagination: paginationWith({ capAt: 12 }) })

      for (const [preference, count] of [
        ['exact', 30],
        ['none', null],
      ]) {
        const headers = { Prefer: `count=${preference}` }
        const page = await pageOf(await client.get('/', { headers }), `the list with ${preference}`)
        expectSame(Reflect.get(page, 'count'), count, `the count with ${preference}`)
      }
    })
  }

  it('the estimate of a whole table is that of the statistics of the database', async (opened) => {
    await addBooks(opened)
    const { pair, orm } = opened
    if (pair.kind === 'memory') return

    expectSame(await orm.items('book').estimate?.(), 30, 'the estimate')
  })
})

async function addBooks({ add, other }: Opened): Promise<void> {
  const books = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    title: `Volume ${index + 1}`,
    rating: index % 5 || null,
  }))
  await add('book', books)
  if (other !== null) await sql`analyze`.execute(other)
}
