import { defineService, runService, type ServiceContext } from '@turnpike/service'
import { kyselyStore } from '@turnpike/sql'
import type { Generated, Insertable, Kysely, Selectable } from 'kysely'
import {
  type Account,
  ApiResponse,
  charField,
  createApi,
  cursorPagination,
  type ItemStore,
  integerField,
  isAuthenticated,
  limitOffsetPagination,
  pageNumberPagination,
  routes,
  type Scheme,
  tokenAuthentication,
} from 'turnpike'
import { z } from 'zod'

export interface Tables {
  note: { id: Generated<number>; title: string; priority: number; created: string }
}

/** What decides what is sent of a note: `answers`, `serialize`, or `plain` for nothing. */
const sent = sentBy(process.env.SENT_BY)

function sentBy(option: string | undefined) {
  if (option === 'serialize') {
    return {
      serialize: ({ id, title, priority, created }: Selectable<Tables['note']>) => ({
        id,
        title,
        priority,
        created,
      }),
    }
  }
  const note = { id: z.int(), title: z.string(), priority: z.int(), created: z.iso.datetime() }
  return option === 'answers' ? { answers: z.object(note) } : {}
}

const schema = z.object({ title: charField({ maxLength: 100 }), priority: integerField() })

/** What the views need of the notes. */
export type Notes = Pick<
  ItemStore<Selectable<Tables['note']>, Insertable<Tables['note']>>,
  'items' | 'create'
>

/**
 * @param authenticationWith the scheme, with the accounts of the service.
 * @param notesIn the notes of the database. Default those of Kysely.
 */
export const benchService = (
  authenticationWith: (
    accounts: Pick<ServiceContext, 'users' | 'tokens' | 'keys'>,
  ) => Scheme<Account>,
  notesIn: (db: Kysely<Tables>) => Notes = (db) => kyselyStore(db, 'note'),
) =>
  defineService<Tables>({
    name: 'bench',

    app({ db, users, tokens, keys, settings }) {
      const api = createApi({
        DEFAULT_AUTHENTICATION_CLASSES: [authenticationWith({ users, tokens, keys })],
        DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
        PAGE_SIZE: 50,
        ...settings,
      })
      const { items, create } = notesIn(db as Kysely<Tables>)

      return routes(api, {
        '/me/': api.view({
          get: ({ user: { username, email, isStaff } }) =>
            new ApiResponse({ username, email, is_staff: isStaff }),
        }),
        '/notes/': api.listView({
          ...sent,
          items: items.orderBy(['id']),
          pagination: pageNumberPagination(),
          schema,
          create: (note) => create({ ...note, created: new Date().toISOString() }),
        }),
        '/window/': api.listView({
          ...sent,
          items: items.orderBy(['id']),
          pagination: limitOffsetPagination({ maxLimit: 1000 }),
        }),
        '/estimate/': api.listView({
          ...sent,
          items: items.orderBy(['id']),
          pagination: limitOffsetPagination({ maxLimit: 1000, count: 'estimated' }),
        }),
        '/timeline/': api.listView({
          ...sent,
          items,
          pagination: cursorPagination({
            ordering: 'created',
            pageSizeQueryParam: 'page_size',
            maxPageSize: 10_000,
          }),
        }),
      })
    },
  })

export const service = benchService(({ tokens }) => tokenAuthentication({ tokens }))

if (import.meta.main) await runService(service)
