import { kyselyStore } from '@turnpike/sql'
import type { Generated, Kysely } from 'kysely'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  arrayStore,
  charField,
  createApi,
  type ItemStore,
  integerField,
  isAuthenticated,
  memoryAccounts,
  tokenAuthentication,
} from '../../src/index.ts'
import type {
  FitForCreate,
  FitForUpdate,
  SchemaDiffers,
  SchemaHasTooMuch,
  SchemaLacks,
} from '../../src/views/generic/schema-fit.ts'

interface Tables {
  book: { id: Generated<number>; title: string; year: number; note: string | null }
}
declare const db: Kysely<Tables>
declare const nowhere: Kysely<never>

const title = charField()
const year = integerField()
const api = createApi()

/** Types are checked when they are compiled; what is declared above is never there. */
const isRun = () => false

describe('a list whose store is a table', () => {
  it('takes a schema that gives every column without a default, with or without the others', () => {
    if (!isRun()) return
    const store = kyselyStore(db, 'book')
    api.listView({ store, schema: z.object({ title, year }) })
    api.listView({ store, schema: z.object({ title, year, note: charField() }) })
    api.listView({ store, schema: z.object({ title, year, note: z.string().nullish() }) })
    api.listView({ store, schema: z.object({ title, year, id: integerField() }) })
    api.listView({ store, schema: z.object({ title, year: year.default(1815) }) })
    api.listView({ store })
  })

  it('refuses one that lacks a column, may leave it out, or gives null for it', () => {
    if (!isRun()) return
    const store = kyselyStore(db, 'book')
    // @ts-expect-error the schema lacks the year
    api.listView({ store, schema: z.object({ title }) })
    // @ts-expect-error the schema may lack the year
    api.listView({ store, schema: z.object({ title, year: year.optional() }) })
    // @ts-expect-error the year may be null
    api.listView({ store, schema: z.object({ title, year: year.nullable() }) })
    const either = z.union([z.object({ title, year }), z.object({ title })])
    // @ts-expect-error one of the two lacks the year
    api.listView({ store, schema: either })
  })

  it('refuses one with a column too much, or of another type', () => {
    if (!isRun()) return
    const store = kyselyStore(db, 'book')
    // @ts-expect-error there is no column pages
    api.listView({ store, schema: z.object({ title, year, pages: integerField() }) })
    // @ts-expect-error any name may be given
    api.listView({ store, schema: z.looseObject({ title, year }) })
    // @ts-expect-error the year is a number
    api.listView({ store, schema: z.object({ title, year: charField() }) })
  })

  it('takes any schema with a create of its own, whose arguments are typed', () => {
    if (!isRun()) return
    const { tokens } = memoryAccounts()
    const store = kyselyStore(db, 'book')
    api.listView({
      store,
      schema: z.object({ title, pages: integerField() }),
      authentication: [tokenAuthentication({ tokens })],
      permissions: [isAuthenticated],
      create(data, { user }) {
        expectTypeOf(data).toEqualTypeOf<{ title: string; pages: number }>()
        return store.create({ title: data.title, year: user.created.getFullYear() })
      },
    })
  })
})

describe('an item whose store is a table', () => {
  it('takes a schema of some of the columns', () => {
    if (!isRun()) return
    const store = kyselyStore(db, 'book')
    api.detailView({ store, schema: z.object({ title, year }) })
    api.detailView({ store, schema: z.object({ title }) })
    api.detailView({ store })
  })

  it('refuses one with a column too much or of another type, unless it has an update of its own', () => {
    if (!isRun()) return
    const store = kyselyStore(db, 'book')
    // @ts-expect-error there is no column pages
    api.detailView({ store, schema: z.object({ title, pages: integerField() }) })
    // @ts-expect-error the year is a number
    api.detailView({ store, schema: z.object({ title, year: charField() }) })
    api.detailView({
      store,
      schema: z.object({ pages: integerField() }),
      update: (book, { pages }) => store.update(book, { note: String(pages) }),
    })
  })
})

describe('a view whose store is another', () => {
  interface Book {
    id: number
    title: string
    year: number
  }

  it('a schema for another store is compared in the same way', () => {
    const store = arrayStore<Book>([])
    api.listView({ store, schema: z.object({ title, year }) })
    // @ts-expect-error the schema lacks the year
    api.listView({ store, schema: z.object({ title }) })
    // @ts-expect-error there are no pages
    api.detailView({ store, schema: z.object({ title, pages: integerField() }) })

    const own: ItemStore<Book, { title: string }> = {
      ...store,
      create: ({ title }) => store.create({ title, year: 0 }),
    }
    api.listView({ store: own, schema: z.object({ title }) })
    // @ts-expect-error it gives every year by itself
    api.listView({ store: own, schema: z.object({ title, year }) })
  })

  it('a schema does not fit a store that needs more', () => {
    if (!isRun()) return
    // @ts-expect-error the title must not be left out
    const loose: ItemStore<Book> = kyselyStore(db, 'book')
    loose.create({})
  })

  it('a schema is not compared when the values of the store are unknown', () => {
    if (!isRun()) return
    const anything: ItemStore<Book, never> = arrayStore<Book>([]) as never
    api.listView({ store: anything, schema: z.object({ title }) })
    api.listView({ store: arrayStore<Book>([]), schema: z.unknown() })
    nowhere satisfies Kysely<never>
  })
})

describe('what does not fit', () => {
  it('a schema that does not fit is reported by the name of a type', () => {
    interface Row {
      title: string
      year: number
      note?: string
    }
    expectTypeOf<FitForCreate<{ title: string; year: number }, Row>>().toEqualTypeOf<unknown>()
    expectTypeOf<FitForCreate<{ title: string }, Row>>().toEqualTypeOf<SchemaLacks<'year'>>()
    expectTypeOf<FitForUpdate<{ title: string }, Row>>().toEqualTypeOf<unknown>()
    expectTypeOf<FitForUpdate<{ pages: number }, Row>>().toEqualTypeOf<
      SchemaHasTooMuch<'pages', 'update'>
    >()
    expectTypeOf<FitForUpdate<{ year: string }, Row>>().toEqualTypeOf<
      SchemaDiffers<'year', 'update'>
    >()
  })
})
