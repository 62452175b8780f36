import type { Generated, Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { arrayItems, arrayStore } from '../../src/index.ts'
import {
  type AnyDatabase,
  identity,
  kyselyItems,
  kyselyStore,
  textKey,
} from '../../src/kysely/index.ts'
import { openDatabase } from '../../src/service/database/open.ts'
import {
  type Book,
  compositeKeyContract,
  itemSetContract,
  itemStoreContract,
  type NoteTag,
  type OpenedItemSet,
} from '../../src/testing/index.ts'
import { keeps } from '../support/contract.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'
import { testCompositeKeyViews } from './composite-key-views.ts'

interface Tables {
  book: { id: Generated<number>; title: string; rating: number | null }
  note_tag: NoteTag
}

interface Visit {
  id: number
  country: string
  year: number
}

type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

type OpenItems = (books: readonly Book[]) => Promise<OpenedItemSet>

keeps(
  'array',
  itemSetContract((books) => ({ items: arrayItems(books) })),
  itemStoreContract(() => ({ store: arrayStore<Book>([]) })),
  compositeKeyContract(() => openTagArray()),
)
testNulls('array', async (books) => ({ items: arrayItems(books) }), true)
testCompositeKeyViews('array', async () => openTagArray())

testKysely('Kysely on SQLite', async () => openDatabase('sqlite::memory:'), true)
describe.skipIf(postgresMissing !== null)('with a server', () => {
  testKysely('Kysely on PostgreSQL', openPostgres, false)
})

function testKysely(name: string, open: Open, nullsAreSmallest: boolean): void {
  const openItems: OpenItems = async (books) => {
    const { db, close } = await openBooks(open)
    if (books.length > 0) {
      await db
        .insertInto('book')
        .values([...books])
        .execute()
    }
    return { items: kyselyItems(db, db.selectFrom('book').selectAll()), close }
  }
  const openStore = async () => {
    const { db, close } = await openBooks(open)
    return { store: kyselyStore(db, 'book'), close }
  }
  const openTags = async () => {
    const { db, close } = await openNoteTags(open)
    return { store: kyselyStore(db, 'note_tag', { key: ['note_id', 'tag_id'] }), close }
  }
  keeps(
    name,
    itemSetContract(openItems),
    itemStoreContract(openStore),
    compositeKeyContract(openTags),
  )
  testNulls(name, openItems, nullsAreSmallest)
  testCompositeKeyViews(name, openTags)

  it(`refuses a key that may be the same in several rows: ${name}`, async () => {
    const opened = await open()
    onTestFinished(opened.close)
    const db = opened.db as Kysely<{ visit: Visit; visits: Visit }>
    await db.schema
      .createTable('visit')
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('country', 'text', (code) => code.notNull())
      .addColumn('year', 'integer', (year) => year.notNull())
      .addUniqueConstraint('visit_once', ['country', 'year'])
      .execute()
    await db.schema.createView('visits').as(db.selectFrom('visit').selectAll()).execute()
    const visit = await kyselyStore(db, 'visit').create({ id: 1, country: 'at', year: 2026 })
    const byYear = kyselyStore(db, 'visit', { key: 'year' })

    const refusal =
      "unique constraint on it. Set the key of kyselyStore() to columns that have one: 'id'"
    await expect(byYear.find('2026')).rejects.toThrow(refusal)
    await expect(byYear.update(visit, { year: 2027 })).rejects.toThrow(refusal)
    await expect(byYear.destroy(visit)).rejects.toThrow(refusal)

    const readKey = { country: textKey }
    const byBoth = kyselyStore(db, 'visit', { key: ['year', 'country'], readKey })
    const withMore = kyselyStore(db, 'visit', { key: ['id', 'year'] })
    const inView = kyselyStore(db, 'visits', { key: 'year' })
    expect(await byBoth.find('2026', 'at')).toEqual(visit)
    expect(await withMore.find('1', '2026')).toEqual(visit)
    expect(await inView.find('2026')).toEqual(visit)
  })
}

function testNulls(name: string, open: OpenItems, nullsAreSmallest: boolean): void {
  it(`nulls are ${nullsAreSmallest ? 'smaller' : 'greater'} than all values: ${name}`, async () => {
    const { items, close } = await open([
      { id: 1, title: 'Emma', rating: 3 },
      { id: 2, title: 'Hard Times', rating: null },
    ])
    onTestFinished(async () => void (await close?.()))

    const [first] = await items.orderBy(['rating']).slice(0, 1)
    const [last] = await items.orderBy(['-rating']).slice(0, 1)
    expect(first?.id).toBe(nullsAreSmallest ? 2 : 1)
    expect(last?.id).toBe(nullsAreSmallest ? 1 : 2)
  })
}

function openTagArray() {
  const key = ['note_id', 'tag_id'] as const
  return { store: arrayStore<NoteTag, typeof key>([], { key }), close: async () => {} }
}

async function openNoteTags(open: Open): Promise<{ db: Kysely<Tables>; close(): Promise<void> }> {
  const { db, close } = await open()
  await db.schema
    .createTable('note_tag')
    .addColumn('note_id', 'integer', (id) => id.notNull())
    .addColumn('tag_id', 'integer', (id) => id.notNull())
    .addColumn('weight', 'integer')
    .addPrimaryKeyConstraint('note_tag_key', ['note_id', 'tag_id'])
    .execute()
  return { db, close }
}

async function openBooks(open: Open): Promise<{ db: Kysely<Tables>; close(): Promise<void> }> {
  const { db, close } = await open()
  await db.schema
    .createTable('book')
    .addColumn('id', 'integer', identity(db))
    .addColumn('title', 'text', (title) => title.notNull())
    .addColumn('rating', 'integer')
    .execute()
  return { db, close }
}
