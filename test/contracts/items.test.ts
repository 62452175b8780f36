import type { Generated, Kysely } from 'kysely'
import { describe } from 'vitest'
import { arrayItems, arrayStore } from '../../src/index.ts'
import { type AnyDatabase, identity, kyselyItems, kyselyStore } from '../../src/kysely/index.ts'
import { openDatabase } from '../../src/service/database.ts'
import { openPostgres, postgresMissing } from '../support/postgres.ts'
import { type NoteTag, testCompositeKey } from './composite-key.ts'
import { type Book, type OpenItems, testItemSet } from './item-set.ts'
import { testItemStore } from './item-store.ts'

interface Tables {
  book: { id: Generated<number>; title: string; rating: number | null }
  note_tag: NoteTag
}

type Open = () => Promise<{ db: AnyDatabase; close(): Promise<void> }>

testItemSet('array', async (books) => ({ items: arrayItems(books), close: async () => {} }))
testItemStore('array', async () => ({ store: arrayStore<Book>([]), close: async () => {} }))
testCompositeKey('array', async () => {
  const array: NoteTag[] = []
  return {
    store: arrayStore<NoteTag, ['note_id', 'tag_id']>(array, { key: ['note_id', 'tag_id'] }),
    close: async () => {},
  }
})

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
  testItemSet(name, openItems, nullsAreSmallest)

  testItemStore(name, async () => {
    const { db, close } = await openBooks(open)
    return { store: kyselyStore(db, 'book'), close }
  })

  testCompositeKey(name, async () => {
    const { db, close } = await openNoteTags(open)
    return { store: kyselyStore(db, 'note_tag', { key: ['note_id', 'tag_id'] }), close }
  })
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
