import { kyselyItems, kyselyStore } from '@turnpike/sql'
import type { Kysely } from 'kysely'
import {
  charField,
  cursorPagination,
  dateTimeField,
  exactFilter,
  integerField,
  isAuthenticated,
  ValidationError,
} from 'turnpike'
import { z } from 'zod'
import type { Context } from './settings.ts'
import { now } from './stored-values.ts'
import type { Tables } from './tables.ts'

const schema = z.object({
  book: integerField(),
  due: z.iso.date(),
  returned: dateTimeField().nullable().default(null),
  remark: charField({ maxLength: 200, allowBlank: true }).default(''),
})

const answers = z.object({
  id: z.int(),
  book: z.int(),
  created: dateTimeField(),
  due: z.iso.date(),
  returned: dateTimeField().nullable(),
  remark: z.string(),
})

type Values = Partial<z.infer<typeof schema>>

const loansOf = (db: Kysely<Tables>, borrower: number) =>
  db
    .selectFrom('library_loan')
    .select(['id', 'book_id as book', 'created', 'due', 'returned', 'remark'])
    .where('borrower_id', '=', borrower)

type Loan = Awaited<ReturnType<ReturnType<typeof loansOf>['executeTakeFirstOrThrow']>>

/** The loans of the user who asks. */
export function loanViews({ api, db, stored }: Context) {
  const table = kyselyStore(db, 'library_loan')
  const borrowerOf = ({ user }: { user: { pk: number | string } }) => Number(user.pk)

  async function find(borrower: number, id: number | string): Promise<Loan | null> {
    const row = await table.find(String(id))
    if (row === null) return null
    return (await loansOf(db, borrower).where('id', '=', row.id).executeTakeFirst()) ?? null
  }

  const columnsOf = ({ book, returned, ...values }: Values) => ({
    ...values,
    ...(book !== undefined && { book_id: book }),
    ...(returned !== undefined && { returned: returned && stored.moment(returned) }),
  })

  async function validate({ data: { book } }: { data: Values }): Promise<void> {
    if (book === undefined) return
    const found = db.selectFrom('library_book').select('id').where('id', '=', book)
    if ((await found.executeTakeFirst()) !== undefined) return
    const message = `Invalid pk "${book}" - object does not exist.`
    throw new ValidationError({ book: [message] }, 'does_not_exist')
  }

  return {
    '/api/loans/': api.listView({
      name: 'Loan List',
      description: 'The loans of the user.',
      items: (request) => kyselyItems(db, loansOf(db, borrowerOf(request))),
      schema,
      answers,
      validate,
      permissions: [isAuthenticated],
      async create(values, request) {
        const borrower_id = borrowerOf(request)
        const created = stored.moment(now())
        const added = { ...columnsOf(values), borrower_id, created }
        const { id } = await table.create(added as never)
        return (await find(borrower_id, id)) as Loan
      },
      pagination: cursorPagination({
        pageSize: 10,
        ordering: ['-created', '-id'],
        acceptReferenceCursors: true,
      }),
      filters: { book: exactFilter() },
    }),

    '/api/loans/:id{[0-9]+}/': api.detailView({
      name: 'Loan',
      find: (request) => find(borrowerOf(request), request.params.id ?? ''),
      schema,
      answers,
      validate,
      permissions: [isAuthenticated],
      async update({ id }, values, request) {
        await table.update({ id } as never, columnsOf(values) as never)
        return await find(borrowerOf(request), id)
      },
      destroy: ({ id }) => table.destroy({ id } as never),
    }),
  }
}
