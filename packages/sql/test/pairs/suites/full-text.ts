import { ConfigurationError, pageNumberPagination } from 'turnpike'
import { expectSame } from '../../../../testing/src/contracts/expect.ts'
import type { Opened } from '../session.ts'
import { suite, Unsupported } from '../suite.ts'
import { idsOn, listClient, pageOf } from './answers.ts'

const searches = [
  ['quick', [1]],
  ['QUICK', [1]],
  ['qui', []],
  ['the dog', [2]],
  ['"brown fox"', [1]],
  ['"fox brown"', []],
  ['the', [1, 2]],
] as const

export const fullText = suite('Text', (it) => {
  for (const [search, expected] of searches) {
    it(`a full text search finds the rows with the words ${search}`, async (opened) => {
      const items = await searchable(opened)
      const client = listClient({
        items,
        search: { fields: ['@title'] },
        pagination: pageNumberPagination(),
      })
      const path = `/?search=${encodeURIComponent(search)}`
      expectSame(idsOn(await pageOf(await client.get(path), path)), expected, 'the ids')
    })
  }
})

async function searchable({ pair, orm, add }: Opened) {
  await add('book', [
    { id: 1, title: 'The quick brown fox', rating: 1 },
    { id: 2, title: 'The lazy dog', rating: 2 },
    { id: 3, title: 'Quicksand', rating: 3 },
  ])
  const items = orm.items('book')
  if (pair.kind === 'postgres') return items
  // Elsewhere it must be refused, not answered in another way.
  try {
    items.where?.({ field: 'title', operator: 'fullText', value: 'fox' })
    await items.where?.({ field: 'title', operator: 'fullText', value: 'fox' }).count()
  } catch (error) {
    if (error instanceof ConfigurationError)
      throw new Unsupported('full text search needs PostgreSQL')
    throw error
  }
  return items
}
