import { defineService } from '@turnpike/service'
import { kyselyStore } from '@turnpike/sql'
import {
  type Account,
  type ApiRequest,
  ApiResponse,
  allOf,
  anonRateThrottle,
  anyOf,
  apiKeyAuthentication,
  basicAuthentication,
  charField,
  containsFilter,
  createApi,
  cursorPagination,
  dateFilter,
  decimalField,
  exactFilter,
  integerField,
  isAuthenticated,
  isUnscoped,
  jsonRenderer,
  keyViews,
  limitOffsetPagination,
  loginView,
  logoutView,
  obtainToken,
  type Permission,
  pageNumberPagination,
  problemRenderer,
  rangeFilter,
  remoteUserAuthentication,
  requireScope,
  routes,
  scopedRateThrottle,
  sessionAuthentication,
  tokenAuthentication,
  type User,
  type UserStore,
  userRateThrottle,
} from 'turnpike'
import { docsViews, openApiView } from 'turnpike/openapi'
import { adminViews, browsableRenderer, errorPages, homeView } from 'turnpike/pages'
import { z } from 'zod'
import { migrations } from './migrations.ts'
import type { Note, Tables } from './tables.ts'

/** What a client may send. `id`, `created` and `owner` are the service's own. */
const noteSchema = z.object({
  title: charField({ maxLength: 100 }),
  body: charField({ allowBlank: true, maxLength: 10_000 }).default(''),
  priority: integerField({ minValue: -1000, maxValue: 1000 }).default(0),
  rating: decimalField({ maxDigits: 3, decimalPlaces: 2 }).default('0.00'),
})

/** What it is shown. */
const shownNoteSchema = z
  .object({
    id: z.int(),
    title: z.string(),
    body: z.string(),
    priority: z.int(),
    rating: z.string().describe('Two places behind the point.'),
    created: z.iso.datetime(),
    owner: z.int().describe('The user who wrote it.'),
  })
  .meta({ id: 'Note' })

const whoamiSchema = z.object({
  username: z.string(),
  email: z.string(),
  is_staff: z.boolean(),
})

const isReading = {
  hasPermission: ({ method }: ApiRequest) => ['GET', 'HEAD', 'OPTIONS'].includes(method),
} satisfies Permission

/** Sessions, passwords and tokens may do what their user may. An API key needs a scope. */
const hasScope = {
  ...anyOf(isUnscoped, requireScope('notes:write'), allOf(isReading, requireScope('notes:read'))),
  message: 'This needs the scope notes:read, and changes need notes:write.',
  code: 'insufficient_scope',
} satisfies Permission

/** Everybody who is signed in may read; only the owner and staff may change. */
const isOwnerOrStaffToChange = {
  name: 'isOwnerOrStaffToChange',
  message: 'Only the owner of this note may change it.',
  code: 'not_owner',
  hasPermission: () => true,
  audience: (method) => (method === 'GET' ? 'everybody' : 'some-users'),
  scope: null, // Everybody may list every note.
  hasObjectPermission: ({ method, user }: ApiRequest<User>, note: Note) =>
    method === 'GET' || method === 'HEAD' || user.isStaff || note.owner === user.pk,
} satisfies Permission

/**
 * Behind a web server that signs users in: `REMOTE_USER_HEADER=X-Remote-User` names the field in which
 * it tells them, and `TRUSTED_PROXIES` its address.
 */
function remoteUserSchemes(users: UserStore<Account>) {
  const header = process.env.REMOTE_USER_HEADER
  return header ? [remoteUserAuthentication({ users, header })] : []
}

/** What an API key may be for. */
const scopes = ['notes:read', 'notes:write']

/** What the pages have in common. */
const site = {
  title: 'Notes',
  loginUrl: '/login/',
  logoutUrl: '/logout/',
  links: [
    { name: 'Docs', url: '/docs/' },
    { name: 'Admin', url: '/admin/', isForStaff: true },
  ],
}

/** Notes with accounts: what `npm start` serves. */
export default defineService<Tables>({
  name: 'notes',
  migrations,

  app({ db, users, tokens, keys, sessions, settings }) {
    const api = createApi({
      DEFAULT_AUTHENTICATION_CLASSES: [
        // First, as the first scheme is the one that challenges: a browser would meet the challenge of
        // Basic with a dialog of its own, and this one with the page, where people can sign in.
        tokenAuthentication({ tokens }),
        apiKeyAuthentication({ keys }),
        sessionAuthentication({ sessions }),
        basicAuthentication({ users }),
        ...remoteUserSchemes(users),
      ],
      DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
      // JSON for programs; a browser asks for text/html and gets pages.
      DEFAULT_RENDERER_CLASSES: [jsonRenderer(), problemRenderer(), browsableRenderer(site)],
      DEFAULT_THROTTLE_CLASSES: [anonRateThrottle(), userRateThrottle()],
      PAGE_SIZE: 50,
      ...settings,
      // DEFAULT_THROTTLE_RATES=anon=none,user=none,login=none takes the limits off for a load test.
      DEFAULT_THROTTLE_RATES: {
        anon: '60/min',
        user: '1000/min',
        login: '20/min',
        ...settings.DEFAULT_THROTTLE_RATES,
      },
    })
    const notes = kyselyStore(db, 'note')

    const views = {
      '/notes/': api.listView({
        name: 'Notes',
        description: 'All notes, oldest first. POST adds one of your own.',
        permissions: [isAuthenticated, hasScope],
        items: notes.items,
        answers: shownNoteSchema,
        pagination: pageNumberPagination({
          pageSizeQueryParam: 'page_size',
          maxPageSize: 1000,
          // `Prefer: count=none` for clients that only want the page.
          countPreferences: ['none', 'estimated'],
        }),
        orderingFilter: { fields: ['id', 'title', 'priority', 'rating', 'created'] },
        filters: {
          owner: exactFilter(),
          priority: [exactFilter(), rangeFilter()],
          created: dateFilter(),
          title: containsFilter(),
        },
        search: { fields: ['title', 'body'] },
        conditional: true,
        schema: noteSchema,
        create: (note, { user }) =>
          notes.create({ ...note, created: new Date().toISOString(), owner: user.pk }),
        location: ({ id }) => `/notes/${id}/`,
      }),

      '/notes/:id/': api.detailView({
        name: 'Note',
        description: 'One note. Its owner and staff may change it.',
        // `If-Match` keeps two people from overwriting each other.
        conditional: true,
        store: notes,
        answers: shownNoteSchema,
        schema: noteSchema,
        permissions: [isAuthenticated, hasScope, isOwnerOrStaffToChange],
      }),

      '/export/': api.listView({
        name: 'Export',
        description: 'All notes, up to 1,000 per request.',
        permissions: [isAuthenticated, hasScope],
        items: notes.items,
        answers: shownNoteSchema,
        pagination: limitOffsetPagination({ maxLimit: 1000 }),
      }),

      '/timeline/': api.listView({
        name: 'Timeline',
        description: 'All notes, newest first, for clients that must not miss one.',
        permissions: [isAuthenticated, hasScope],
        items: notes.items,
        answers: shownNoteSchema,
        pagination: cursorPagination(),
      }),

      '/whoami/': api.view({
        name: 'Who am I',
        description: 'The user you are signed in as.',
        operations: { get: { answers: whoamiSchema } },
        get: ({ user }) =>
          new ApiResponse({
            username: user.username,
            email: user.email,
            is_staff: user.isStaff,
          }),
      }),

      '/api-token-auth/': obtainToken({
        users,
        tokens,
        extraFields: ({ user }) => ({ user_id: user.pk, email: user.email }),
        throttles: [scopedRateThrottle()],
        throttleScope: 'login',
      }),

      // Keys for programs: named, with scopes, shown once.
      ...keyViews({ keys, scopes }),

      '/login/': loginView({
        users,
        sessions,
        throttles: [scopedRateThrottle()],
        throttleScope: 'login',
      }),
      '/logout/': logoutView({ sessions }),
    }
    const documented = {
      ...views,
      '/openapi.json': openApiView(views, {
        title: 'Notes',
        version: '1.0.0',
        description:
          'Notes of several users. `npm start` prints a username, a password and a token to try it with.',
        contact: { name: 'Turnpike', url: 'https://github.com/turnpike-api/turnpike' },
        license: { name: 'MIT', identifier: 'MIT' },
        tags: { notes: 'What the users have written.', keys: 'Keys for programs of yours.' },
      }),
      ...docsViews(site),
    }
    const home = homeView(documented, {
      name: 'Notes service',
      description: 'Ten thousand notes, and everything that an API around them needs.',
    })

    const admin = adminViews({ users, tokens, keys, keyScopes: scopes, sessions, ...site })

    return routes(api, { '/': home, ...documented, ...admin }, errorPages(site))
  },
})
