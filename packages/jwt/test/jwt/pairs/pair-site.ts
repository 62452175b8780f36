import { quick } from '@turnpike/test-support/accounts.ts'
import { secrets } from '@turnpike/test-support/secrets.ts'
import { testClient } from '@turnpike/testing'
import {
  type Account,
  ApiResponse,
  createApi,
  isAuthenticated,
  memoryAccounts,
  routes,
  type Settings,
  type UserDirectory,
} from 'turnpike'
import type { RefreshTokenStore } from 'turnpike/kit'
import { openBrowser } from '../../../../turnpike/test/sessions/browser.ts'
import {
  jwksView,
  memoryRefreshTokens,
  memorySigningKeys,
  pairAuthentication,
  type TokenPairsOptions,
  type TokenPairViewsOptions,
  tokenPairs,
  tokenPairViews,
} from '../../../src/jwt/index.ts'

export const issuer = 'https://api.example.com'

export const start = Date.parse('2026-11-01T12:00:00Z')

/** A clock that a test moves on. */
export function testClock() {
  let seconds = 0
  return {
    now: () => new Date(start + seconds * 1000),
    at: (moment: number) => {
      seconds = moment
    },
  }
}

export interface Stores {
  users: UserDirectory<Account>
  refreshTokens: RefreshTokenStore<Account>
}

export function memoryStores(): Stores {
  const { users } = memoryAccounts({
    passwords: quick,
    users: [
      { username: 'ann', password: 'wonderland' },
      { username: 'ben', password: 'builder' },
      { username: 'cleo', password: 'pharaoh', isActive: false },
    ],
  })
  return { users, refreshTokens: memoryRefreshTokens({ users }) }
}

interface SiteOptions {
  stores?: Stores
  pairs?: Partial<TokenPairsOptions<Account>>
  views?: Partial<TokenPairViewsOptions<Account>>
  settings?: Settings
}

/** A site whose users, ann and ben, and cleo who is inactive, sign in for token pairs. */
export function openPairSite({
  stores = memoryStores(),
  pairs,
  views,
  settings,
}: SiteOptions = {}) {
  const clock = testClock()
  const logged: { fields: object; message: string }[] = []
  const log = (fields: object, message: string) => void logged.push({ fields, message })
  const own = tokenPairs({
    ...stores,
    ...(pairs?.keys === undefined && { signingKeys: memorySigningKeys() }),
    secrets,
    issuer,
    now: clock.now,
    ...pairs,
  })
  const authentication = [pairAuthentication({ pairs: own })]
  const api = createApi({
    SECRET_KEYS: secrets,
    LOGGER: { info() {}, warn: log, error: log },
    ...settings,
    DEFAULT_AUTHENTICATION_CLASSES: authentication,
  })
  const app = routes(api, {
    ...tokenPairViews({ pairs: own, ...views }),
    '/.well-known/jwks.json': jwksView({ pairs: own }),
    '/me/': api.view({
      permissions: [isAuthenticated],
      get: ({ user, auth }) => new ApiResponse({ user: user.username, auth }),
    }),
  })
  const client = testClient(app)
  const me = (token: string) =>
    client.get('/me/', { headers: { Authorization: `Bearer ${token}` } })
  return {
    ...stores,
    ...clock,
    pairs: own,
    app,
    client,
    logged,
    me,
    browser: (baseUrl = 'http://testserver') => openBrowser(app, { baseUrl }),
    signIn: (fields: object = {}) =>
      client.post('/token/', { json: { username: 'ann', password: 'wonderland', ...fields } }),
    refresh: (token: unknown, fields: object = {}) =>
      client.post('/token/refresh/', { json: { refresh_token: token, ...fields } }),
    revoke: (token: unknown) => client.post('/token/revoke/', { json: { token } }),
  }
}

/** The pair in an answer. @throws when it is none. */
export async function pairIn(response: Response): Promise<{ access: string; refresh: string }> {
  const body = await response.json()
  if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(body)}`)
  return { access: body.access_token, refresh: body.refresh_token }
}
