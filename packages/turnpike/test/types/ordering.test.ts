import { kyselyItems, kyselyStore, sqliteDialect } from '@turnpike/sql'
import SQLite from 'better-sqlite3'
import { type Generated, Kysely } from 'kysely'
import { describe, it } from 'vitest'
import {
  arrayItems,
  createApi,
  cursorPagination,
  type ItemSet,
  type Ordering,
  type Pagination,
  pageNumberPagination,
} from '../../src/index.ts'

interface Tables {
  note: { id: Generated<number>; title: string; created: string }
}

interface Event {
  id: number
  title: string
  year: number
}

const api = createApi({ PAGE_SIZE: 10 })
const events = arrayItems<Event>([])

describe('the order of a list', () => {
  it('a list is ordered by fields of the items', () => {
    api.listView({
      items: events,
      pagination: cursorPagination({ ordering: '-year' }),
      orderingFilter: { fields: ['title', 'year'], default: ['-year', 'title'] },
    })
    api.listView({
      items: () => events,
      pagination: cursorPagination({ ordering: ['-year', 'title'] }),
    })
    api.listView({
      items: events,
      // @ts-expect-error no item has a field of this name
      pagination: cursorPagination({ ordering: '-yaer' }),
    })
    api.listView({
      items: events,
      // @ts-expect-error one of the fields is missing
      pagination: cursorPagination({ ordering: ['year', 'titel'] }),
    })
    api.listView({
      items: events,
      // @ts-expect-error the default is -created, which the items do not have
      pagination: cursorPagination(),
    })
    api.listView({
      items: () => events,
      // @ts-expect-error no item has a field of this name
      orderingFilter: { fields: ['titel'] },
    })
    api.listView({
      items: events,
      // @ts-expect-error the fields of a filter have no sign, which the client sends
      orderingFilter: { fields: ['-title'] },
    })
    api.listView({
      items: events,
      // @ts-expect-error no item has a field of this name
      orderingFilter: { fields: ['title'], default: ['-yaer'] },
    })
  })

  it('a list is ordered by columns of the rows', () => {
    const db = new Kysely<Tables>({ dialect: sqliteDialect(new SQLite(':memory:')) })
    const store = kyselyStore(db, 'note')
    api.listView({
      store,
      pagination: cursorPagination(),
      orderingFilter: { fields: ['title'] },
    })
    api.listView({
      store,
      // @ts-expect-error the table has no such column
      pagination: cursorPagination({ ordering: 'titel' }),
    })
    api.listView({
      items: kyselyItems(db, db.selectFrom('note').select(['id', 'title as name'])),
      pagination: cursorPagination({ ordering: 'name' }),
      // @ts-expect-error the column is not selected under this name
      orderingFilter: { fields: ['title'] },
    })
  })

  it('a list is ordered by fields of some of the items where they differ', () => {
    const mixed: ItemSet<{ id: number; page: number } | { id: number; track: number }> = arrayItems(
      [],
    )
    api.listView({ items: mixed, orderingFilter: { fields: ['id', 'page', 'track'] } })
  })

  it('a list is ordered freely when the fields of the items are unknown', () => {
    const orderingFilter = { fields: ['anything'], default: ['-whatever'] }
    const pagination = cursorPagination({ ordering: '-created' })
    const unknown: ItemSet<unknown> = arrayItems([])
    const rows: ItemSet<Record<string, unknown>> = arrayItems([])
    const objects: ItemSet<object> = arrayItems([])

    api.listView({ items: unknown, pagination, orderingFilter })
    api.listView({ items: rows, pagination, orderingFilter })
    api.listView({ items: objects, pagination, orderingFilter })
  })

  it('the order of a list is left to styles without fields of their own, and to custom styles', () => {
    const own: Pagination = { paginate: async () => null }

    api.listView({ items: events, pagination: own })
    api.listView({ items: events, pagination: pageNumberPagination() })
    api.listView({ items: events, pagination: { ...cursorPagination(), ...own } as Pagination })
    api.listView({ items: events, pagination: null, orderingFilter: null })
  })

  it('an ordering outside of a list is a plain list of names', () => {
    const ordering: Ordering = ['-created', 'id']
    events.orderBy(ordering)
    cursorPagination({ ordering })
  })
})
