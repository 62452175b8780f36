/**
 * A library made of Turnpike: it exports what each function gives, and leaves the types to the
 * compiler. A type that has no public name would end up as an error in its declarations.
 */

import * as turnpike from 'turnpike'
import { z } from 'zod'

interface Note {
  id: number
  title: string
}

// Accounts

export const { users, tokens, keys } = turnpike.memoryAccounts()
export const sessions = turnpike.memorySessions({ users })
export const hasher = turnpike.pbkdf2({ iterations: 1 })
export const verified = (store: turnpike.UserStore) => store.verify('ann', 'wonderland')
export const found = (directory: turnpike.UserDirectory) => directory.search()
export const signIn = turnpike.startSession
export const signOut = turnpike.endSession
export const guard = turnpike.requireCsrf

// Policies

export const basic = turnpike.basicAuthentication({ users })
export const schemes = [
  basic,
  turnpike.tokenAuthentication({ tokens }),
  turnpike.sessionAuthentication({ sessions }),
  turnpike.remoteUserAuthentication({ users, header: 'X-Remote-User' }),
  turnpike.apiKeyAuthentication({ keys }),
] as const
export const isOwner = {
  hasPermission: (
    request: turnpike.ApiRequest,
  ): request is turnpike.ApiRequest & { user: turnpike.Account } => request.user !== null,
} satisfies turnpike.Permission
export const permission = turnpike.allOf(
  turnpike.isAuthenticated,
  isOwner,
  turnpike.anyOf(turnpike.isAdminUser, turnpike.not(turnpike.allowAny)),
)
export const scoped = [turnpike.requireScope('notes:read'), turnpike.requireRole('editor')] as const
export const caller = (request: turnpike.ApiRequest) => turnpike.callerOf(request)
export const replays = turnpike.memoryReplayStore()
export const checkItem = turnpike.checkObjectPermissions
export const counts = turnpike.memoryThrottleStore()
export const throttles = [
  turnpike.anonRateThrottle(),
  turnpike.userRateThrottle(),
  turnpike.scopedRateThrottle(),
]
export const parsers = [
  turnpike.jsonParser(),
  turnpike.formParser(),
  turnpike.multipartParser(),
  turnpike.uploadParser(),
] as const
export const renderers = [turnpike.jsonRenderer(), turnpike.problemRenderer()] as const

// Lists

export const items = turnpike.arrayItems<Note>([])
export const store = turnpike.arrayStore<Note>([])
export const storeByTitle = turnpike.arrayStore<Note, ['id', 'title']>([], { key: ['id', 'title'] })
export const styles = [
  turnpike.pageNumberPagination({ paginator: turnpike.standardPaginator() }),
  turnpike.limitOffsetPagination(),
  turnpike.cursorPagination({ ordering: '-created' }),
] as const
export const filters = {
  id: [turnpike.inFilter(), turnpike.rangeFilter(), turnpike.exactFilter()],
  title: [
    turnpike.containsFilter(),
    turnpike.startsWithFilter(),
    turnpike.equalsTextFilter(),
    turnpike.choiceFilter(['a', 'b']),
    turnpike.isNullFilter(),
    turnpike.dateFilter(),
  ],
} as const
export const longerThan = turnpike.customFilter({
  parameters: z.object({ longer: z.coerce.number().optional() }),
  condition: () => null,
})
export const pageOf = (style: turnpike.Pagination, request: turnpike.ApiRequest) =>
  style.paginate(items, request)
export const answer = (request: turnpike.ApiRequest, view: turnpike.View) =>
  turnpike.listResponse(items, request, view)

// Validation

export const schema = z.object({
  title: turnpike.charField({ maxLength: 200 }),
  email: turnpike.emailField(),
  pages: turnpike.integerField(),
  isbn: turnpike.bigIntegerField(),
  price: turnpike.decimalField({ maxDigits: 5, decimalPlaces: 2 }),
  isLent: turnpike.booleanField(),
  shelf: turnpike.choiceField(['a', 'b']),
  printed: turnpike.dateTimeField(),
  tags: turnpike.listField(turnpike.charField()),
})
export const changes = turnpike.partialSchema(schema)
export const sent = turnpike.serializer(schema)
export const validated = (request: turnpike.ApiRequest) => request.validate(schema)
export const data = (request: turnpike.ApiRequest) => request.data(schema)

// Views

export const api = turnpike.createApi({
  DEFAULT_AUTHENTICATION_CLASSES: [basic],
  DEFAULT_PERMISSION_CLASSES: [turnpike.isAuthenticated],
  THROTTLE_STORE: counts,
})
export const settings = api.settings
export const title = z.object({ title: turnpike.charField() })
export const list = api.listView({ store, schema: title, pagination: null })
export const detail = api.detailView({ store, schema: title })
export const whoami = api.view({
  get: ({ user, client }) => new turnpike.ApiResponse({ user: user.username, client }),
})
export const signInViews = {
  login: turnpike.loginView({ users, sessions }),
  logout: turnpike.logoutView({ sessions }),
  token: turnpike.obtainToken({ users, tokens }),
  keys: turnpike.keyViews({ keys }),
}
export const app = turnpike.routes(api, { '/notes/': list, '/notes/:id/': detail, '/me/': whoami })
export const userOf = (
  request: turnpike.RequestOf<{
    schemes: [typeof basic]
    permissions: [typeof turnpike.isAuthenticated]
    unauthenticated: { user: turnpike.AnonymousUser; auth: null }
    transaction: unknown
  }>,
) => request.user

// Idempotency, outside of views, accounts elsewhere

export const repeats = turnpike.memoryIdempotencyStore()
export const letIn = (request: Request) => turnpike.authenticate(api, request)
export const watched = (admittance: turnpike.Admittance) => turnpike.watchIdentity(api, admittance)
export const fromProtocol = turnpike.withProtocolToken(new Request('http://localhost/'))
const elsewhere = { api: { getSession: async () => ({ user: { id: '1' } }) } }
const userOfSession = () => turnpike.anonymousUser
export const external = [
  turnpike.externalSessionAuthentication({ auth: elsewhere, userOf: userOfSession }),
  turnpike.externalTokenAuthentication({ auth: elsewhere, userOf: userOfSession }),
]

// Limits and challenges

export const quota = turnpike.keyRateThrottle({ rate: '1000/calendar-month', cost: 2 })
export const usage = api.view(turnpike.usageView({ throttles: [quota] }))
export const recent = turnpike.requireAuthentication({ maxAgeSeconds: 300 })
export const resource = turnpike.protectedResourceViews(api, { '/me/': whoami })

// Errors

export const onError = turnpike.exceptionHandler
export const outside = [turnpike.badRequest, turnpike.notFound, turnpike.serverError]
export const inspections = ({ errorDetail, codes, fullDetails }: turnpike.ApiException) => ({
  errorDetail,
  codes,
  fullDetails,
})
