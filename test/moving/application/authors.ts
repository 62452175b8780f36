import { djangoModelPermissions } from '@turnpike/django'
import { kyselyStore } from '@turnpike/sql'
import { charField, emailField, pageNumberPagination } from 'turnpike'
import { z } from 'zod'
import type { Context } from './settings.ts'

const blank = z.literal('')

const fields = {
  name: charField({ maxLength: 100 }),
  email: z.union([blank, emailField()]).default(''),
  born: z.iso.date().nullable().default(null),
  website: z.union([blank, z.url().max(200)]).default(''),
  biography: charField({ allowBlank: true }).default(''),
}

const schema = z.object(fields)

const answers = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  born: z.iso.date().nullable(),
  website: z.string(),
  biography: z.string(),
})

export function authorViews({ api, db, django }: Context) {
  const store = kyselyStore(db, 'library_author')
  const permissions = [
    djangoModelPermissions({
      permissions: django.permissions,
      app: 'library',
      model: 'author',
      anonymous: true,
    }),
  ]
  const description = "Everybody reads; who has the model's permissions writes."
  return {
    '/api/authors/': api.listView({
      name: 'Author List',
      description,
      store,
      schema,
      answers,
      permissions,
      pagination: pageNumberPagination({ pageSizeQueryParam: 'page_size', maxPageSize: 100 }),
      search: { fields: ['name', 'biography'] },
      orderingFilter: { fields: ['name', 'born', 'id'], default: ['id'] },
    }),
    '/api/authors/:id{[^/.]+}/': api.detailView({
      name: 'Author Instance',
      description,
      store,
      schema,
      answers,
      permissions,
    }),
  }
}
