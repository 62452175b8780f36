import { kyselyItems, kyselyStore, sqliteDialect } from '@turnpike/sql'
import SQLite from 'better-sqlite3'
import { type Generated, Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ConfigurationError } from '../../src/errors/configuration-error.ts'
import { arrayItems, createApi, type ItemSet } from '../../src/index.ts'

interface Tables {
  note: { id: Generated<number>; title: string; code: string }
}

interface Book {
  id: number
  title: string
  isbn: string | null
}

const api = createApi()
const books = arrayItems<Book>([])

describe('the search of a list', () => {
  it('a list is searched in fields of the items, with and without a prefix', () => {
    api.listView({ items: () => books, search: { fields: ['title', '^title', '=isbn', '@title'] } })
    api.listView({ items: books, search: { fields: ['title', '^title', '=isbn'] } })
    api.listView({ items: books, search: null })
    // @ts-expect-error no item has a field of this name
    api.listView({ items: books, search: { fields: ['titel'] } })
    // @ts-expect-error no item has a field of this name
    api.listView({ items: () => books, search: { fields: ['title', '^titel'] } })
    const pattern = () =>
      // @ts-expect-error a client has no regular expressions
      api.listView({ items: books, search: { fields: ['$title'] } })
    expect(pattern).toThrow(ConfigurationError)
  })

  it('a list is searched in columns of the rows', () => {
    const db = new Kysely<Tables>({ dialect: sqliteDialect(new SQLite(':memory:')) })
    const query = db.selectFrom('note').select(['id', 'title'])
    const { items } = kyselyStore(db, 'note')
    api.listView({ items: () => items, search: { fields: ['title', '=code'] } })
    api.listView({ items: () => kyselyItems(db, query), search: { fields: ['^title'] } })
    // @ts-expect-error the query does not select this column
    api.listView({ items: () => kyselyItems(db, query), search: { fields: ['=code'] } })
  })

  it('a list of unknown items, and a view of its own, are searched in any fields', () => {
    const unknown = arrayItems([]) as ItemSet<Record<string, unknown>>
    const search = { fields: ['anything', '^whatever'] }
    api.listView({ items: unknown, search })
    api.view({ search })
  })
})
