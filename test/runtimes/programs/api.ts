/** The API that is checked on every runtime, over whatever stores. */

import { jwtAuthentication } from '@turnpike/jwt'
import { httpSignatureAuthentication, importSignatureKey } from '@turnpike/signatures'
import {
  type Account,
  ApiException,
  ApiResponse,
  type App,
  basicAuthentication,
  charField,
  createApi,
  cursorPagination,
  type ItemStore,
  integerField,
  isAuthenticated,
  jsonRenderer,
  limitOffsetPagination,
  loginView,
  logoutView,
  memoryReplayStore,
  obtainToken,
  pageNumberPagination,
  problemRenderer,
  routes,
  type SessionStore,
  scopedRateThrottle,
  sessionAuthentication,
  type ThrottleStore,
  tokenAuthentication,
} from 'turnpike'
import type { Accounts } from 'turnpike/kit'
import { z } from 'zod'

export interface Note {
  id: number
  title: string
  rating: number
}

export interface Stores extends Accounts<Account> {
  sessions: SessionStore<Account>
  notes: ItemStore<Note, Omit<Note, 'id'>>
  /** Default the memory of the process. */
  throttles?: ThrottleStore
  /** Lets go of what the stores hold. */
  close?(): Promise<void>
}

/** Who may sign in. */
export const ann = { username: 'ann', password: 'wonderland' }

/** Twelve notes, of which two at a time have one rating. */
export const firstNotes = Array.from({ length: 12 }, (_, index) => ({
  title: `Note ${index + 1}`,
  rating: Math.floor(index / 2),
}))

const issuer = 'https://issuer.example.com/'

/** The public half of the key with which the checks sign. */
const publicKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'gKGwkfaNT97fsCNTt59lfl4BBQvK1rZCVW6Z9puGpoI',
  y: 'Id-VwGeGhtzqX5d52Z9KS0wefv1xuHrqfwgwirZgVko',
  kid: '1',
}

/** An issuer that is in the process itself: Workers reach no other one here. */
const documents: Record<string, object> = {
  [`${issuer}.well-known/openid-configuration`]: { issuer, jwks_uri: `${issuer}jwks` },
  [`${issuer}jwks`]: { keys: [publicKey] },
}

const jwt = jwtAuthentication({
  issuer,
  audience: 'https://api.example.com/',
  userOf: ({ sub }) => ({ username: sub, isAuthenticated: true as const }),
  fetch: async (url) => Response.json(documents[String(url)]),
})

const signer = {
  pk: 1,
  username: 'partner',
  email: '',
  isActive: true,
  isStaff: false,
  isAuthenticated: true,
} as const

/** The checks do not know the host under which they reach the API, so they do not sign it. */
const signature = httpSignatureAuthentication({
  async keyOf(keyId) {
    const { kid: _kid, ...jwk } = publicKey
    const key = await importSignatureKey('ecdsa-p256-sha256', jwk)
    return keyId === 'partner-7' ? { key, user: signer } : null
  },
  components: ['@method', '@path'],
  replays: memoryReplayStore(),
})

class OutOfTea extends ApiException {
  static override readonly status = 418
  static override readonly detail = 'Out of tea.'
  static override readonly code = 'out_of_tea'
}

export function createApp({ users, tokens, sessions, notes, throttles }: Stores): App {
  const api = createApi({
    // In the order in which a browser is best served: Token challenges, not Basic.
    DEFAULT_AUTHENTICATION_CLASSES: [
      tokenAuthentication({ tokens }),
      basicAuthentication({ users }),
      sessionAuthentication({ sessions }),
    ],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
    DEFAULT_RENDERER_CLASSES: [jsonRenderer(), problemRenderer()],
    DEFAULT_THROTTLE_RATES: { few: '3/min' },
    DATA_UPLOAD_MAX_MEMORY_SIZE: 10_000,
    PAGE_SIZE: 5,
    // The checks say from which address they come.
    TRUSTED_PROXIES: ['127.0.0.1', '::1'],
    ...(throttles && { THROTTLE_STORE: throttles }),
  })
  const schema = z.object({
    title: charField({ maxLength: 20 }),
    rating: integerField({ minValue: 0, maxValue: 10 }),
  })
  const orderingFilter = { fields: ['id', 'rating'] as const }

  return routes(api, {
    '/open/': api.view({ permissions: [], get: () => new ApiResponse({ open: true }) }),
    '/echo/': api.view({
      permissions: [],
      post: async (request) => new ApiResponse(await request.data()),
    }),
    '/tea/': api.view({
      permissions: [],
      get: () => {
        throw new OutOfTea()
      },
    }),
    '/broken/': api.view({
      permissions: [],
      get: () => {
        throw new Error('This is broken on purpose.')
      },
    }),
    '/few/': api.view({
      permissions: [],
      throttles: [scopedRateThrottle()],
      throttleScope: 'few',
      get: () => new ApiResponse('served'),
    }),
    '/whoami/': api.view({ get: ({ user }) => new ApiResponse({ username: user.username }) }),
    '/signed/': api.view({
      authentication: [signature],
      post: async (request) =>
        new ApiResponse({ username: request.user.username, received: await request.data() }),
    }),
    '/jwt/': api.view({
      authentication: [jwt],
      get: ({ user, auth }) => new ApiResponse({ username: user.username, scopes: auth.scopes }),
    }),
    '/notes/': api.listView({
      store: notes,
      schema,
      pagination: pageNumberPagination(),
      orderingFilter,
      location: ({ id }) => `/notes/${id}/`,
    }),
    '/notes/:id/': api.detailView({ store: notes, schema }),
    '/titles/': api.listView({
      items: notes.items,
      answers: z.object({ title: z.string() }),
      pagination: limitOffsetPagination(),
    }),
    '/windows/': api.listView({ items: notes.items, pagination: limitOffsetPagination() }),
    '/timeline/': api.listView({
      items: notes.items,
      pagination: cursorPagination({ ordering: ['-rating'] }),
    }),
    '/api-token-auth/': obtainToken({ users, tokens }),
    '/login/': loginView({ users, sessions }),
    '/logout/': logoutView({ sessions }),
  })
}
