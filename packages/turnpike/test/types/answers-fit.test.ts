import { kyselyItems, kyselyStore } from '@turnpike/sql'
import type { Generated, Kysely } from 'kysely'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { arrayItems, createApi, type Schema } from '../../src/index.ts'
import type {
  FitForAnswers,
  ItemsLack,
  ItemsMayBeNull,
} from '../../src/views/generic/schema-fit.ts'

interface Tables {
  book: { id: Generated<number>; title: string; year: number; note: string | null; hash: string }
}
declare const db: Kysely<Tables>

const id = z.int()
const title = z.string()
const api = createApi()

/** Types are checked when they are compiled; what is declared above is never there. */
const isRun = () => false

describe('answers of a view', () => {
  it('answers that name fields of the items are taken', () => {
    if (!isRun()) return
    const store = kyselyStore(db, 'book')
    api.listView({ store, answers: z.object({ id, title }) })
    api.detailView({ store, answers: z.object({ id, note: z.string().nullable() }) })
    api.listView({ store, answers: z.object({ id, more: z.string().optional() }) })
    api.listView({ store, answers: z.object({ id, more: z.string().default('') }) })
    api.listView({ store, answers: z.looseObject({ id }) })
    api.listView({ store, answers: z.object({ year: z.number().transform(String) }) })
    api.listView({ store, answers: z.object({ id }).transform((book) => book.id) })
    api.listView({ store, answers: z.union([z.object({ id }), z.object({ id, title })]) })
    api.listView({ store, answers: z.any() })
    api.listView({ store })
    const any = z.object({ id }) as z.ZodType
    api.listView({ store, answers: any as Schema })
  })

  it('answers that name a field that the items lack are refused', () => {
    if (!isRun()) return
    const store = kyselyStore(db, 'book')
    // @ts-expect-error books have no pages
    api.listView({ store, answers: z.object({ id, pages: z.int() }) })
    // @ts-expect-error books have no pages
    api.detailView({ store, answers: z.object({ id, pages: z.int() }) })
    // @ts-expect-error books have no pages
    api.listView({ store, answers: z.looseObject({ pages: z.int() }) })
    const items = kyselyItems(db, db.selectFrom('book').select(['id', 'title']))
    // @ts-expect-error the year is not selected
    api.listView({ items, answers: z.object({ id, year: z.int() }) })
    const some = arrayItems<{ id: number; title?: string }>([])
    // @ts-expect-error the title may be absent
    api.listView({ items: some, answers: z.object({ title }) })
  })

  it('answers that allow no null where items have one are refused', () => {
    if (!isRun()) return
    const store = kyselyStore(db, 'book')
    // @ts-expect-error a note may be null
    api.listView({ store, answers: z.object({ note: z.string() }) })
  })

  it('any answers are taken beside a serialize of its own, whose arguments are typed', () => {
    if (!isRun()) return
    const store = kyselyStore(db, 'book')
    api.listView({
      store,
      answers: z.object({ pages: z.int(), note: z.string() }),
      serialize(book) {
        expectTypeOf(book.year).toEqualTypeOf<number>()
        return { pages: 5, note: book.note ?? '' }
      },
    })
  })

  it('the type of what does not fit names the fields', () => {
    type Book = { id: number; note: string | null }
    type Fit<Answers> = FitForAnswers<Book, Answers>

    expectTypeOf<Fit<typeof pages>>().toEqualTypeOf<ItemsLack<'pages'>>()
    expectTypeOf<Fit<typeof note>>().toEqualTypeOf<ItemsMayBeNull<'note'>>()
    expectTypeOf<Fit<never>>().toEqualTypeOf<unknown>()
    expectTypeOf<FitForAnswers<unknown, typeof note>>().toEqualTypeOf<unknown>()
    expectTypeOf<FitForAnswers<Record<string, unknown>, typeof note>>().toEqualTypeOf<unknown>()
  })
})

const pages = z.object({ id, pages: z.int() })
const note = z.object({ note: z.string() })
