import {
  ApiResponse,
  arrayStore,
  charField,
  choiceField,
  choiceFilter,
  containsFilter,
  createApi,
  cursorPagination,
  dateFilter,
  exactFilter,
  inFilter,
  integerField,
  limitOffsetPagination,
  pageNumberPagination,
  rangeFilter,
  routes,
} from 'turnpike'
import { z } from 'zod'

export interface Note {
  id: number
  owner: number
  title: string
  status: 'open' | 'done'
  created: Date
}

export interface Ticket {
  id: number
  subject: string
}

export interface Comment {
  id: number
  ticket: number
  text: string
}

const noteSchema = z.object({
  title: charField({ maxLength: 20 }),
  owner: integerField(),
  status: choiceField(['open', 'done']).default('open'),
})

const notesOf = (count: number): Note[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    owner: (index % 3) + 1,
    title: `Note ${index + 1}`,
    status: index % 2 ? 'done' : 'open',
    created: new Date(Date.UTC(2026, 0, 1, 0, index)),
  }))

/** An API with lists of all styles, nested ones and views of its own. */
export function helpDesk() {
  const api = createApi({ CONDITIONAL_REQUESTS: true, PAGE_SIZE: 4, SECRET_KEYS: ['x'.repeat(32)] })
  const tickets = arrayStore<Ticket>([{ id: 3, subject: 'Printer' }])
  const comments = arrayStore<Comment>([])
  const notes = arrayStore<Note>(notesOf(10))
  const parent = { store: tickets, parameter: 'ticket', field: 'ticket' } as const
  const commentSchema = z.object({ text: charField() })

  return routes(api, {
    '/notes/': api.listView({
      store: notes,
      schema: noteSchema,
      create: (data) => notes.create({ ...data, created: new Date(0) }),
      pagination: pageNumberPagination({ pageSizeQueryParam: 'page_size' }),
      filters: {
        owner: [exactFilter(integerField()), inFilter(integerField())],
        status: choiceFilter(['open', 'done']),
        created: dateFilter(),
        title: containsFilter(),
        id: rangeFilter({ schema: integerField(), parameter: 'number' }),
      },
    }),
    '/notes/:id/': api.detailView({ store: notes, schema: noteSchema }),
    '/windows/': api.listView({
      store: notes,
      pagination: limitOffsetPagination(),
      serialize: ({ id, created }) => ({ id, created }),
    }),
    '/stream/': api.listView({
      store: notes,
      pagination: cursorPagination({ ordering: 'id' }),
      answers: z.object({ id: integerField(), title: charField() }),
      filters: { owner: [exactFilter(integerField()), inFilter(integerField())] },
    }),
    '/whole/': api.listView({ store: notes, pagination: null }),
    '/tickets/': api.listView({ store: tickets }),
    '/tickets/:ticket/comments/': api.listView({
      store: comments,
      parent,
      schema: commentSchema,
    }),
    '/tickets/:ticket/comments/:id/': api.detailView({ store: comments, parent }),
    '/whoami/': api.view({
      operations: { get: { answers: z.object({ username: z.string() }) } },
      get: () => new ApiResponse({ username: 'ann' }),
    }),
    '/tickets/:ticket/close/': api.view({
      operations: {
        post: {
          accepts: z.object({ reason: charField() }),
          answers: z.object({ closed: z.boolean() }),
        },
      },
      post: async (request) => {
        await request.data(z.object({ reason: charField() }))
        return new ApiResponse({ closed: true })
      },
    }),
    '/': api.view({ get: () => new ApiResponse({ hello: 'world' }) }),
  })
}

export type HelpDesk = ReturnType<typeof helpDesk>
