/**
 * Puts the items to the test of what every item set and every item store promises.
 *
 *   node --test books.test.ts
 */

import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { itemSetContract, itemStoreContract } from '@turnpike/testing'
import { bookItems, bookStore, tables } from './books.ts'

function open() {
  const database = new DatabaseSync(':memory:')
  database.exec(tables)
  return database
}

describe('the list of books', () => {
  const cases = itemSetContract(async (books) => {
    const database = open()
    const store = bookStore(database)
    for (const book of books) await store.create(book)
    return { items: bookItems(database), close: () => database.close() }
  })
  for (const { name, run } of cases) it(name, run)
})

describe('the store of books', () => {
  const cases = itemStoreContract(() => {
    const database = open()
    return { store: bookStore(database), close: () => database.close() }
  })
  for (const { name, run } of cases) it(name, run)
})
