import type { Generated, Kysely } from 'kysely'
import { arrayItems, arrayStore } from '../../src/index.ts'
import { kyselyItems, kyselyStore } from '../../src/kysely/index.ts'
import { openDatabase } from '../../src/service/database.ts'
import { type Book, testItemSet } from './item-set.ts'
import { testItemStore } from './item-store.ts'

interface Tables {
  book: { id: Generated<number>; title: string; rating: number | null }
}

testItemSet('array', async (books) => ({ items: arrayItems(books), close: async () => {} }))

testItemSet('Kysely on SQLite', async (books) => {
  const { db, close } = await openBooks()
  if (books.length > 0)
    await db
      .insertInto('book')
      .values([...books])
      .execute()
  return { items: kyselyItems(db, db.selectFrom('book').selectAll()), close }
})

testItemStore('array', async () => ({ store: arrayStore<Book>([]), close: async () => {} }))

testItemStore('Kysely on SQLite', async () => {
  const { db, close } = await openBooks()
  return { store: kyselyStore(db, 'book'), close }
})

async function openBooks(): Promise<{ db: Kysely<Tables>; close(): Promise<void> }> {
  const { db, close } = openDatabase('sqlite::memory:')
  await db.schema
    .createTable('book')
    .addColumn('id', 'integer', (id) => id.primaryKey())
    .addColumn('title', 'text', (title) => title.notNull())
    .addColumn('rating', 'integer')
    .execute()
  return { db, close }
}
