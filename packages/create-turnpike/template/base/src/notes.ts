import { type ApiRequest, charField, isAuthenticated, type Permission, type User } from 'turnpike'
import { z } from 'zod'
import type { Api, Context } from './api.ts'
import { noteStore } from './database.ts'

/** What clients may send. What is not named here is dropped. */
const newNote = z.object({
  title: charField({ maxLength: 100 }),
  body: charField({ allowBlank: true, maxLength: 10_000 }).default(''),
})

/** What clients are sent. What is not named here stays in the database. */
const shownNote = z
  .object({
    id: z.int(),
    title: z.string(),
    body: z.string(),
    created: z.iso.datetime(),
  })
  .meta({ id: 'Note' })

/** Users see and change their own notes; those of others are a 404. */
const isOwner = {
  name: 'isOwner',
  hasPermission: () => true,
  scope: ({ user }: ApiRequest<User>) => ({ field: 'owner', operator: '=', value: user.pk }),
} satisfies Permission

export function notesViews(api: Api, context: Context) {
  const notes = noteStore(context)
  const permissions = [isAuthenticated, isOwner] as const

  return {
    '/notes/': api.listView({
      name: 'Notes',
      permissions,
      store: notes,
      schema: newNote,
      answers: shownNote,
      create: (data, { user }) =>
        notes.create({ ...data, owner: user.pk, created: new Date().toISOString() }),
      location: ({ id }) => `/notes/${id}/`,
    }),
    '/notes/:id/': api.detailView({
      name: 'Note',
      permissions,
      store: notes,
      schema: newNote,
      answers: shownNote,
    }),
  }
}
