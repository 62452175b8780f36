import { defineService } from '@turnpike/service'
import {
  type AccountTables,
  currentTransaction,
  kyselyItems,
  kyselyStore,
  kyselyTransactions,
} from '@turnpike/sql'
import type { Generated, Kysely, Transaction } from 'kysely'
import { describe, expectTypeOf, it } from 'vitest'
import { ApiResponse, createApi, type ItemSet, routes } from '../../src/index.ts'

interface Tables {
  author: { id: Generated<number>; name: string }
  book: { id: Generated<number>; title: string; year: number | null; author_id: number }
}
type Book = { id: number; title: string; year: number | null; author_id: number }

declare const db: Kysely<Tables>
declare const serviceDb: Kysely<Tables & AccountTables>

/** Types are checked when they are compiled; what is declared above is never there. */
const isRun = () => false

describe('a store', () => {
  it('the transaction of a store of a database is never undefined', async () => {
    if (!isRun()) return
    const found = await kyselyStore(db, 'book').transaction(async () => ({ pages: 3 }))
    expectTypeOf(found).toEqualTypeOf<{ pages: number }>()
  })

  it('a store may be over a table in a transaction, as without one', async () => {
    if (!isRun()) return
    const outside = kyselyStore(db, 'book')
    await db.transaction().execute(async (transaction) => {
      expectTypeOf(transaction).toEqualTypeOf<Transaction<Tables>>()
      const store = kyselyStore(transaction, 'book')
      expectTypeOf(store).toEqualTypeOf<typeof outside>()
      expectTypeOf(await store.create({ title: 'Emma', author_id: 1 })).toEqualTypeOf<Book>()
      // @ts-expect-error the title is missing
      await store.create({ author_id: 1 })
      // @ts-expect-error there is no such table
      kyselyStore(transaction, 'bok')
      // @ts-expect-error there is no such column
      kyselyStore(transaction, 'book', { key: 'isbn' })
      kyselyStore(transaction, 'book', { key: 'title' })
    })
  })

  it('a store may be over a table in a transaction of a service', async () => {
    if (!isRun()) return
    const outside = kyselyStore(serviceDb, 'book')
    await serviceDb.transaction().execute(async (transaction) => {
      const store = kyselyStore(transaction, 'book')
      expectTypeOf(store).toEqualTypeOf<typeof outside>()
      expectTypeOf(await store.find('1')).toEqualTypeOf<Book | null>()
      // @ts-expect-error there is no such table
      kyselyStore(transaction, 'bok')
    })
  })

  it('a store may be over a table in any other database of the same tables', async () => {
    if (!isRun()) return
    const transaction = await db.startTransaction().execute()
    expectTypeOf(kyselyStore(transaction, 'book')).toEqualTypeOf(kyselyStore(db, 'book'))
    await db.connection().execute(async (connection) => {
      expectTypeOf(kyselyStore(connection, 'book')).toEqualTypeOf(kyselyStore(db, 'book'))
    })
    const generic = <T extends Tables>(any: Kysely<Tables>, _tables?: T) => kyselyStore(any, 'book')
    expectTypeOf(generic(db)).toEqualTypeOf(kyselyStore(db, 'book'))
  })
})

describe('the transaction of a request', () => {
  it('request.transaction has the tables of the setting TRANSACTIONS', () => {
    if (!isRun()) return
    createApi({ ATOMIC_REQUESTS: true, TRANSACTIONS: kyselyTransactions(db) }).view({
      async post({ transaction }) {
        expectTypeOf(transaction).toEqualTypeOf<Transaction<Tables>>()
        // @ts-expect-error there is no such table
        transaction.selectFrom('bok')
        return new ApiResponse(await kyselyStore(transaction, 'book').find('1'))
      },
    })
    expectTypeOf(currentTransaction(db)).toEqualTypeOf<Kysely<Tables>>()
  })

  it('request.transaction has the tables of the service and of its accounts', () => {
    if (!isRun()) return
    defineService<Tables>({
      name: 'books',
      app: ({ settings }) => {
        const api = createApi({ PAGE_SIZE: 5, ...settings })
        const view = api.view({
          async post({ transaction }) {
            expectTypeOf(transaction).toEqualTypeOf<Transaction<Tables & AccountTables>>()
            return new ApiResponse(undefined, 204)
          },
        })
        return routes(api, { '/': view })
      },
    })
  })

  it('request.transaction is unknown without a source of transactions', () => {
    if (!isRun()) return
    createApi().view({
      async post({ transaction }) {
        expectTypeOf(transaction).toEqualTypeOf<unknown>()
        return new ApiResponse(undefined, 204)
      },
    })
  })
})

describe('an item set', () => {
  it('an item set may be that of a query in a transaction', async () => {
    if (!isRun()) return
    await db.transaction().execute(async (transaction) => {
      const items = kyselyItems(transaction, transaction.selectFrom('book').selectAll())
      expectTypeOf(items).toEqualTypeOf<ItemSet<Book>>()
    })
    await serviceDb.transaction().execute(async (transaction) => {
      const query = transaction.selectFrom('book').select(['id', 'title'])
      expectTypeOf(kyselyItems(transaction, query)).toEqualTypeOf<
        ItemSet<{ id: number; title: string }>
      >()
    })
  })
})
