import { clients, opaqueApi } from '@turnpike/test-support/issuer.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { type TestClient, testClient } from '@turnpike/testing'
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  type Logger,
  routes,
  type Settings,
} from 'turnpike'
import {
  type IntrospectionAuthenticationOptions,
  type IntrospectionClaims,
  introspectionAuthentication,
} from '../../src/oauth/index.ts'

/** Who a token is for: its client, since the tests have machines only. */
export interface Robot {
  readonly name: string
  readonly isAuthenticated: true
  readonly isActive: boolean
}

export const robotOf = ({ client_id = '' }: IntrospectionClaims): Robot => ({
  name: client_id,
  isAuthenticated: true,
  isActive: true,
})

/** How the API authenticates itself at the issuer of the tests. */
export const apiClient = { id: 'api', secret: clients.api }

export type OpenOptions = Partial<IntrospectionAuthenticationOptions<Robot>>

/** A view that shows who calls, and with what. */
export function oneIntrospectedView(
  options: OpenOptions,
  settings: Settings = {},
  logger: Logger = silentLogger,
): TestClient {
  const scheme = introspectionAuthentication<Robot>({
    client: apiClient,
    audience: opaqueApi,
    userOf: robotOf,
    ...options,
  })
  const api = createApi({ LOGGER: logger, ...settings })
  const view = api.view({
    authentication: [scheme],
    permissions: [isAuthenticated],
    get: ({ user, auth }) => new ApiResponse({ user, auth }),
  })
  return testClient(routes(api, { '/': view }))
}

export const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })
