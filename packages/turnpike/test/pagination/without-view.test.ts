import { oneView } from '@turnpike/test-support/one-view.ts'
import { describe, expect, it } from 'vitest'
import {
  arrayItems,
  cursorPagination,
  limitOffsetPagination,
  type Pagination,
  pageNumberPagination,
} from '../../src/index.ts'

const items = arrayItems([1, 2, 3].map((id) => ({ id })))

/** The page that a handler makes of the items, or what went wrong. */
const paginate = async (pagination: Pagination): Promise<unknown> => {
  let outcome: unknown
  const client = oneView({
    async get(request) {
      const page = await pagination.paginate(items, request).catch((error) => {
        outcome = error
        throw error
      })
      outcome = page?.items ?? null
      return new Response()
    },
  })
  await client.get('/')
  return outcome
}

describe('a style in a handler of your own, without a view', () => {
  it('pages by number and by limit, with a size of its own', async () => {
    const firstTwo = [{ id: 1 }, { id: 2 }]

    expect(await paginate(pageNumberPagination({ pageSize: 2 }))).toEqual(firstTwo)
    expect(await paginate(limitOffsetPagination({ defaultLimit: 2 }))).toEqual(firstTwo)
  })

  it('pages nothing without a size', async () => {
    for (const style of [pageNumberPagination(), limitOffsetPagination(), cursorPagination()]) {
      expect(await paginate(style)).toBeNull()
    }
  })

  it('a cursor style without a view reports that it cannot paginate', async () => {
    expect(await paginate(cursorPagination({ pageSize: 2 }))).toEqual(
      new Error('cursorPagination() signs with the SECRET_KEYS of the view: pass the view.'),
    )
  })
})
