import { openPostgres, postgresMissing } from '@turnpike/test-support/postgres.ts'
import { openInMemory } from '@turnpike/test-support/sqlite.ts'
import { arrayItems } from 'turnpike'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AnyDatabase, kyselyItems } from '../../../src/kysely/index.ts'
import { needsSort } from '../../../src/kysely/items/order-index.ts'

describe('an order without an index on SQLite', () => testOrders(openInMemory))
describe.skipIf(postgresMissing !== null)('an order without an index on PostgreSQL', () =>
  testOrders(openPostgres),
)

function testOrders(open: () => Promise<{ db: AnyDatabase; close(): Promise<void> }>): void {
  async function openNotes() {
    const { db, close } = await open()
    onTestFinished(close)
    await db.schema
      .createTable('note')
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('owner', 'integer', (owner) => owner.notNull())
      .addColumn('created', 'text', (created) => created.notNull())
      .addColumn('title', 'text', (title) => title.notNull())
      .execute()
    const indexes = { by_created: ['created', 'id'], by_owner: ['owner', 'title', 'id'] }
    for (const [name, columns] of Object.entries(indexes)) {
      await db.schema.createIndex(name).on('note').columns(columns).execute()
    }
    return db
  }

  it.each([
    [[], false],
    [['id'], false],
    [['-id'], false],
    [['created'], false],
    [['-created'], false],
    [['title'], true],
    [['-title', 'created'], true],
  ])('knows whether an index covers the order %j: %j', async (ordering, sorts) => {
    const db = await openNotes()
    const items = kyselyItems(db, db.selectFrom('note').selectAll())

    expect(await needsSort(items, ordering)).toBe(sorts)
  })

  it('depends on the conditions of the query', async () => {
    const db = await openNotes()
    const owned = db.selectFrom('note').selectAll().where('owner', '=', 7)

    expect(await needsSort(kyselyItems(db, owned), ['title'])).toBe(false)
  })

  it('depends on the conditions added to a list', async () => {
    const db = await openNotes()
    const items = kyselyItems(db, db.selectFrom('note').selectAll())
    const owned = items.where?.({ field: 'owner', operator: '=', value: 7 })

    expect(await needsSort(owned ?? items, ['title'])).toBe(false)
    expect(await needsSort(items, ['title'])).toBe(true)
  })
}

it('the index of an order is unknown for items that are not in a database', async () => {
  expect(await needsSort(arrayItems([{ id: 1 }]), ['id'])).toBeNull()
})
