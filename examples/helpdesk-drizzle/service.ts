import { randomBytes } from 'node:crypto'
import { defineService } from '@turnpike/service'
import { textKey } from '@turnpike/sql'
import { drizzleItems, drizzleStore } from '@turnpike/sql/drizzle'
import { getTableColumns } from 'drizzle-orm'
import {
  type ApiRequest,
  ApiResponse,
  allOf,
  anyOf,
  basicAuthentication,
  checkObjectPermissions,
  createApi,
  cursorPagination,
  exactFilter,
  inFilter,
  isAdminUser,
  isAuthenticated,
  jsonRenderer,
  loginView,
  logoutView,
  NotFound,
  obtainToken,
  type Permission,
  pageNumberPagination,
  routes,
  scopedRateThrottle,
  serializer,
  sessionAuthentication,
  tokenAuthentication,
  type User,
  ValidationError,
  type View,
} from 'turnpike'
import { docsViews, openApiView } from 'turnpike/openapi'
import { adminViews, browsableRenderer, errorPages, homeView } from 'turnpike/pages'
import { openDrizzle } from './database.ts'
import { TicketLocked, withRequestId } from './errors.ts'
import * as forms from './forms.ts'
import { migrations } from './migrations.ts'
import { integrationKeys, mailSignature } from './schemes.ts'

const isOwner = {
  hasPermission: () => true,
  scope: ({ user }: ApiRequest<User>) => ({ field: 'owner', operator: '=', value: user.pk }),
} satisfies Permission
const isStaffToDelete = {
  message: 'Only staff may delete tickets.',
  code: 'staff_only',
  hasPermission: () => true,
  scope: null,
  hasObjectPermission: ({ method, user }: ApiRequest<User>) => method !== 'DELETE' || user.isStaff,
}
/** Staff see every ticket, and customers their own. */
const permissions = [anyOf(isAdminUser, allOf(isAuthenticated, isOwner)), isStaffToDelete] as const

const site = { title: 'Help desk', loginUrl: '/login/', logoutUrl: '/logout/' }
const now = () => new Date().toISOString()
const shown = serializer(forms.shownTicket)

export default defineService({
  name: 'helpdesk',
  migrations,
  app({ db, users, tokens, sessions, settings }) {
    const desk = openDrizzle(db)
    const { orm, ticket, attachment, mail } = desk
    const tickets = drizzleStore(orm, ticket)
    const comments = drizzleStore(orm, desk.comment)
    const key = ['ticket', 'name'] as const
    const attachments = drizzleStore(orm, attachment, { key, readKey: { name: textKey } })
    const { content: _, ...listed } = getTableColumns(attachment)
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [
        tokenAuthentication({ tokens }),
        integrationKeys(desk, users),
        sessionAuthentication({ sessions }),
        basicAuthentication({ users }),
      ],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), browsableRenderer(site)],
      DEFAULT_THROTTLE_CLASSES: [scopedRateThrottle({ methods: ['POST'] })],
      DEFAULT_PAGINATION_CLASS: pageNumberPagination(),
      PAGE_SIZE: 20,
      SEARCH_PARAM: 'q',
      EXCEPTION_HANDLER: withRequestId,
      ATOMIC_REQUESTS: true, // All that a request writes, to any table, or nothing.
      CORS_ALLOWED_ORIGINS: ['https://app.example.com'],
      CORS_ALLOW_HEADERS: ['Authorization', 'Content-Type', 'X-Api-Key'],
      ...settings,
      DEFAULT_THROTTLE_RATES: { tickets: '10/min', ...settings.DEFAULT_THROTTLE_RATES },
    })
    const ofTicket = { store: tickets, parameter: 'ticket', field: 'ticket', permissions } as const
    const made = () => ({ status: 'open', created: now() }) as const

    /** The ticket of the path, if the user may see it. */
    async function ticketOf(request: ApiRequest, view: View) {
      const found = await tickets.find(request.params.ticket ?? '')
      if (found === null) throw new NotFound()
      await checkObjectPermissions(view, request, found)
      return found
    }

    const views = {
      '/tickets/': api.listView({
        name: 'Tickets',
        description: 'The most urgent first. Customers see their own, and staff all.',
        permissions,
        throttleScope: 'tickets',
        store: tickets,
        schema: forms.newTicket,
        create: (data, { user }) => tickets.create({ ...data, owner: user.pk, ...made() }),
        answers: forms.shownTicket,
        location: ({ id }) => `/tickets/${id}/`,
        pagination: cursorPagination({ ordering: ['priority', '-created'] }),
        filters: { status: [exactFilter(), inFilter()], priority: exactFilter() },
        search: { fields: ['subject', 'body'] },
      }),

      '/tickets/bulk/': api.view({
        name: 'Bulk',
        throttleScope: 'tickets',
        operations: {
          post: { accepts: forms.newTickets, answers: forms.shownTicket, isList: true },
        },
        async post(request) {
          const data = await request.data(forms.newTickets)
          const rows = data.map((row) => ({ ...row, owner: request.user.pk, ...made() }))
          const added = await orm.insert(ticket).values(rows).returning()
          return new ApiResponse(added.map(shown), 201)
        },
      }),

      '/tickets/:id/': api.detailView({
        name: 'Ticket',
        description: 'A resolution closes it, and is its last comment.',
        permissions,
        store: tickets,
        schema: forms.changedTicket,
        answers: forms.shownTicket,
        relations: { duplicateOf: { path: '/tickets/:id/', name: 'subject' } }, // A link on pages.
        validate({ data, item, request }) {
          if (item.status === 'closed' && !request.user.isStaff) throw new TicketLocked()
          const { status, resolution } = { ...item, ...data }
          if ((status === 'closed') === (resolution !== null)) return
          throw new ValidationError({ resolution: ['Closed tickets have one, and others none.'] })
        },
        async update(item, data, { user: { pk: author } }) {
          const { resolution: text } = data
          if (text) await comments.create({ ticket: item.id, author, text, created: now() })
          // If there is no ticket `duplicateOf`, this throws, and the comment is not stored either.
          return tickets.update(item, data)
        },
      }),

      '/tickets/:ticket/comments/': api.listView({
        name: 'Comments',
        store: comments,
        parent: ofTicket,
        schema: forms.newComment,
        create(data, { parent, user }) {
          if (parent.status === 'closed') throw new TicketLocked()
          return comments.create({ ...data, author: user.pk, created: now() })
        },
      }),

      '/tickets/:ticket/attachments/': api.listView({
        name: 'Attachments',
        parent: ofTicket,
        items: drizzleItems(orm, orm.select(listed).from(attachment), { key }),
      }),

      '/tickets/:ticket/attachments/:name/': api.view({
        name: 'Attachment',
        permissions,
        async get(request, view) {
          const { id } = await ticketOf(request, view)
          const found = await attachments.find(String(id), request.params.name ?? '')
          if (found === null) throw new NotFound()
          // Files of users are downloads, and never pages of this site.
          const headers = { 'Content-Type': found.type, 'Content-Disposition': 'attachment' }
          return new Response(new Uint8Array(found.content), { headers })
        },
        async put(request, view) {
          const content = Buffer.from(await request.bytes())
          const { id } = await ticketOf(request, view)
          const type = request.headers.get('Content-Type') ?? 'application/octet-stream'
          const name = request.params.name ?? ''
          await attachments.create({ ticket: id, name, type, content })
          return new ApiResponse({ ticket: id, name, type }, 201)
        },
      }),

      '/webhooks/mail/': api.view({
        name: 'Mail',
        description: 'Tickets by mail. A mail that is sent twice is one ticket.',
        authentication: [mailSignature(process.env.MAIL_SECRET ?? randomBytes(32).toString('hex'))],
        operations: { post: { accepts: forms.mail, answers: forms.shownTicket } },
        async post(request) {
          const { id, from, ...data } = await request.data(forms.mail)
          const sender = await users.find(from)
          if (sender === null) throw new ValidationError({ from: ['There is no such customer.'] })
          const isNew = await orm.insert(mail).values({ id }).onConflictDoNothing().returning()
          if (isNew.length === 0) return new ApiResponse({ detail: 'It is a ticket already.' })
          const added = await tickets.create({ ...data, owner: sender.pk, ...made() })
          return new ApiResponse(shown(added), 201)
        },
      }),

      '/api-token-auth/': obtainToken({ users, tokens }),
      '/login/': loginView({ users, sessions }),
      '/logout/': logoutView({ sessions }),
    }

    const documented = {
      ...views,
      '/openapi.json': openApiView(views, { title: 'Help desk', version: '1.0.0' }),
      ...docsViews(site),
      ...adminViews({ users, tokens, sessions, ...site }),
    }
    return routes(api, { '/': homeView(documented), ...documented }, errorPages(site))
  },
})
