import { djangoModelPermissions } from '@turnpike/django'
import { kyselyItems, kyselyStore } from '@turnpike/sql'
import type { Kysely } from 'kysely'
import {
  type ApiRequest,
  booleanField,
  charField,
  choiceField,
  choiceFilter,
  containsFilter,
  cursorPagination,
  dateFilter,
  dateTimeField,
  decimalField,
  exactFilter,
  integerField,
  limitOffsetPagination,
  rangeFilter,
  ValidationError,
} from 'turnpike'
import { z } from 'zod'
import type { Context } from './settings.ts'
import { now } from './stored-values.ts'
import type { Tables } from './tables.ts'

const genres = ['novel', 'poetry', 'science', 'children'] as const

const schema = z.object({
  title: charField({ maxLength: 200 }),
  author: integerField(),
  isbn: charField({ maxLength: 13 }),
  genre: choiceField(genres).default('novel'),
  price: decimalField({ maxDigits: 8, decimalPlaces: 2 }),
  pages: integerField({ minValue: 0, maxValue: 2147483647 }),
  copies: integerField({ minValue: 0, maxValue: 32767 }).default(1),
  rating: z.number().min(0).max(5).nullable().default(null),
  is_available: booleanField().default(true),
  is_signed: booleanField().nullable().default(null),
  published: z.iso.date(),
  opens: z.iso.time().nullable().default(null),
  reference: z.uuid().default(() => crypto.randomUUID()),
  details: z.unknown().default({}),
})

const answers = z.object({
  id: z.int(),
  title: z.string(),
  author: z.int(),
  author_name: z.string(),
  isbn: z.string(),
  genre: z.string(),
  price: decimalField({ maxDigits: 8, decimalPlaces: 2 }),
  pages: z.int(),
  copies: z.int(),
  rating: z.number().nullable(),
  is_available: z.boolean(),
  is_signed: z.boolean().nullable(),
  published: z.iso.date(),
  created: dateTimeField(),
  opens: z.iso.time().nullable(),
  reference: z.string(),
  details: z.unknown(),
})

type Values = Partial<z.infer<typeof schema>>

/** The rows with the names that clients see. */
const booksOf = (db: Kysely<Tables>) =>
  db
    .selectFrom('library_book')
    .innerJoin('library_author', 'library_author.id', 'library_book.author_id')
    .select((eb) => [
      'library_book.id',
      'title',
      'author_id as author',
      'library_author.name as author_name',
      ...(['isbn', 'genre', 'price', 'pages', 'copies', 'rating'] as const),
      ...(['is_available', 'is_signed', 'published', 'created', 'opens', 'reference'] as const),
      eb.ref('details').as('details'),
    ])

type Book = Awaited<ReturnType<ReturnType<typeof booksOf>['executeTakeFirstOrThrow']>>

export function bookViews({ api, db, django, stored }: Context) {
  const permissions = [
    djangoModelPermissions({ permissions: django.permissions, app: 'library', model: 'book' }),
  ]
  const table = kyselyStore(db, 'library_book')
  const items = kyselyItems(db, booksOf(db), { key: 'library_book.id' })

  const serialize = (book: Book) => ({
    ...book,
    reference: stored.readUuid(book.reference),
    details: stored.readJson(book.details),
  })

  async function find(id: string | number): Promise<Book | null> {
    const row = await table.find(String(id))
    if (row === null) return null
    return (await booksOf(db).where('library_book.id', '=', row.id).executeTakeFirst()) ?? null
  }

  /** The values as columns. */
  function columnsOf({ author, reference, details, ...values }: Values) {
    return {
      ...values,
      ...(author !== undefined && { author_id: author }),
      ...(reference !== undefined && { reference: stored.uuid(reference) }),
      ...(details !== undefined && { details: stored.json(details) }),
    }
  }

  async function validate({ data: { author } }: { data: Values }): Promise<void> {
    if (author === undefined) return
    const found = db.selectFrom('library_author').select('id').where('id', '=', author)
    if ((await found.executeTakeFirst()) !== undefined) return
    const message = `Invalid pk "${author}" - object does not exist.`
    throw new ValidationError({ author: [message] }, 'does_not_exist')
  }

  const description = "Who is signed in reads; who has the model's permissions writes."
  return {
    '/api/books/': api.listView({
      name: 'Book List',
      description,
      items,
      schema,
      answers,
      serialize,
      validate,
      permissions,
      async create(values) {
        const created = stored.moment(now())
        const { id } = await table.create({ ...columnsOf(values), created } as never)
        return (await find(id)) as Book
      },
      pagination: limitOffsetPagination({ defaultLimit: 20, maxLimit: 100 }),
      filters: {
        genre: choiceFilter(genres),
        author: exactFilter(),
        is_available: exactFilter(),
        price: rangeFilter(),
        published: dateFilter(),
        title: containsFilter(),
      },
      search: { fields: ['title', '=isbn', 'author_name'] },
      orderingFilter: {
        fields: ['title', 'price', 'published', 'pages', 'id'],
        default: ['id'],
      },
    }),

    '/api/books/:id{[^/.]+}/': api.detailView({
      name: 'Book Instance',
      description,
      find: ({ params }: ApiRequest) => find(params.id ?? ''),
      schema,
      answers,
      serialize,
      validate,
      permissions,
      async update({ id }: Book, values) {
        await table.update({ id } as never, columnsOf(values) as never)
        return await find(id)
      },
      destroy: ({ id }: Book) => table.destroy({ id } as never),
    }),

    '/api/shelf/': api.listView({
      name: 'Shelf',
      description: 'The newest books, for everybody.',
      items: kyselyItems(db, booksOf(db).where('is_available', '=', true), {
        key: 'library_book.id',
      }),
      answers,
      serialize,
      permissions: [],
      pagination: cursorPagination({
        pageSize: 25,
        ordering: ['-published', '-id'],
        acceptReferenceCursors: true,
      }),
      filters: { genre: choiceFilter(genres) },
      search: { fields: ['title'] },
    }),
  }
}
