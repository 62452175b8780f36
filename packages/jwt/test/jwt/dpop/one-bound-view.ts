import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type TestClient, type TestClientOptions, testClient } from '@turnpike/testing'
import { ApiResponse, createApi, routes, type Scheme, type Settings } from 'turnpike'
import { BearerFailure, bearerTokens, type DpopUse } from '../../../src/jwt/index.ts'

export interface BoundViewOptions {
  dpop?: DpopUse
  /** The valid tokens with their claims `cnf`. */
  tokens: Readonly<Record<string, unknown>>
  /** Default `/`. */
  path?: string
  settings?: Settings
  client?: TestClientOptions
}

/** A view for the bearers of some tokens. */
export function oneBoundView({
  dpop,
  tokens,
  path = '/',
  settings,
  client,
}: BoundViewOptions): TestClient {
  const bearers = bearerTokens(dpop === undefined ? {} : { dpop })
  const scheme: Scheme<{ name: string }, null> = {
    name: 'bound',
    vary: bearers.vary,
    async authenticate(request, view) {
      const sent = bearers.read(request.headers)
      if (sent === null) return null
      if (!(sent.token in tokens)) throw new BearerFailure('invalid_token', 'No such token.')
      const headers = await bearers.requireHolder(sent, tokens[sent.token], request, view)
      return { user: { name: sent.token }, auth: null, ...(headers && { headers }) }
    },
    challenge: bearers.challenge,
  }
  const pong = () => new ApiResponse('pong')
  const view = {
    authentication: [scheme],
    permissions: [{ hasPermission: ({ user }: { user: unknown }) => 'name' in Object(user) }],
    get: pong,
    post: pong,
  }
  const api = createApi({ LOGGER: silentLogger, ...settings })
  return testClient(routes(api, { [path]: api.view(view) }), client)
}
