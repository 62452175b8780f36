import { type AnyDatabase, kyselyItems } from '@turnpike/sql'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { testClient } from '@turnpike/testing'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Search } from '../../../src/filtering/search/search.ts'
import { createApi, type ItemSet, pageNumberPagination, routes } from '../../../src/index.ts'

interface Tables {
  book: { id: number; title: string; body: string | null; document: unknown }
}

describe.skipIf(postgresMissing !== null)('full text search', () => {
  let db: Kysely<Tables>
  let close: () => Promise<void>

  beforeAll(async () => {
    const opened = await openPostgres()
    db = opened.db as never
    close = opened.close
    await createBooks(opened.db)
  })
  afterAll(() => close())

  async function idsOf(fields: Search['fields'], search: string, textSearch = 'english') {
    const query = db.selectFrom('book').select(['id', 'title', 'body', 'document'])
    const items = kyselyItems(db, query, { textSearch }) as ItemSet<Record<string, unknown>>
    const api = createApi({ LOGGER: silentLogger })
    const view = api.listView({ items, search: { fields }, pagination: pageNumberPagination() })
    const client = testClient(routes(api, { '/books/': view }))
    const response = await client.get(`/books/?search=${encodeURIComponent(search)}`)
    expect(response.status).toBe(200)
    return (await response.json()).map(({ id }: { id: number }) => id)
  }

  it.each<[search: string, ids: number[]]>([
    ['fishing', [1, 2]],
    ['fish', [1, 2]],
    ['fis', []],
    ['FISHES', [1, 2]],
    ['whales fish', [2]],
    ['"old man"', [1]],
    ['"man old"', []],
    ['man old', [1]],
    ['-fish', [1, 2]],
    ['or', [1, 2, 3, 4, 5]],
    ['whales or', [2]],
    ['fish & ! | ( ) : * <->', [1, 2]],
    ["fish'", [1, 2]],
    ['"', [1, 2, 3, 4, 5]],
    ['state-of-the-art', [3]],
    ['art', [3]],
    ['example.com', [5]],
    ["l'été", [5]],
  ])('full text search for %j finds the texts with its words', async (search, ids) => {
    expect(await idsOf(['@body'], search)).toEqual(ids)
  })

  it.each<[search: string, ids: number[]]>([
    ['the fish', [1, 2]],
    ['"the fish"', [1, 2]],
    ['the', [1, 2, 3, 4, 5]],
    ['sea the of', [1]],
  ])('full text search ignores the words in %j that its language ignores', async (search, ids) => {
    expect(await idsOf(['@body'], search)).toEqual(ids)
  })

  it('full text search compares words as they are without a language', async () => {
    expect(await idsOf(['@body'], 'fish', 'simple')).toEqual([1])
    expect(await idsOf(['@body'], 'The', 'simple')).toEqual([1, 3])
    expect(await idsOf(['@body'], 'sea the', 'simple')).toEqual([1])
  })

  it('full text search is one of several ways to find a word', async () => {
    expect(await idsOf(['^title', '@body'], 'moby fish')).toEqual([2])
    expect(await idsOf(['title', '@body'], 'sea')).toEqual([1, 4])
    expect(await idsOf(['title', '@body'], 'the sea')).toEqual([1, 4])
  })

  it('full text search reads a column that is already made of words', async () => {
    expect(await idsOf(['@document'], 'moby fish')).toEqual([2])
    expect(await idsOf(['@document'], '"old man" fishes')).toEqual([1])
  })

  it('the longest full text search is answered', async () => {
    const words = Array.from({ length: 32 }, (_, index) => String.fromCodePoint(0x4e00 + index))
    for (const search of ['é'.repeat(500), '&'.repeat(500), 'a-'.repeat(250), words.join(' ')]) {
      await expect(idsOf(['@body', '@document', 'title'], search)).resolves.toBeDefined()
    }
  })
})

async function createBooks(db: AnyDatabase): Promise<void> {
  await sql`create table book (
    id integer primary key, title text not null, body text,
    document tsvector generated always as (
      to_tsvector('english', title || ' ' || coalesce(body, ''))
    ) stored
  )`.execute(db)
  const books = [
    ['The Sea', 'An old man goes to the sea to fish'],
    ['Moby-Dick', 'Whales, fishes and men'],
    ['Design', 'The state-of-the-art of chairs'],
    ['Sea without text', null],
    ['Links', "L'été à example.com"],
  ] as const
  for (const [index, [title, body]] of books.entries()) {
    await sql`insert into book (id, title, body) values (${index + 1}, ${title}, ${body})`.execute(
      db,
    )
  }
}
