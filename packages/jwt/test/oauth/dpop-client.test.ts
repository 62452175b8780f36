import { clients, type Issuer, opaqueApi, startIssuer } from '@turnpike/test-support/issuer.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import * as oauth from 'oauth4webapi'
import { ApiResponse, createApi, isAuthenticated, routes } from 'turnpike'
import { serve } from 'turnpike/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DpopUse } from '../../src/jwt/index.ts'
import { introspectionAuthentication } from '../../src/oauth/index.ts'
import { apiClient, robotOf } from './one-introspected-view.ts'

/** A service on a port of this machine. */
async function started(issuer: Issuer, dpop: DpopUse): Promise<URL> {
  const scheme = introspectionAuthentication({
    issuer: issuer.url,
    client: apiClient,
    audience: opaqueApi,
    userOf: robotOf,
    dpop,
  })
  const api = createApi({ LOGGER: silentLogger })
  const view = api.view({
    authentication: [scheme],
    permissions: [isAuthenticated],
    get: ({ user }) => new ApiResponse(user.name),
  })
  const app = routes(api, { '/notes/': view })
  const server = await serve(app, { port: 0, handleSignals: false, logger: silentLogger })
  onTestFinished(() => server.close())
  return new URL('/notes/?page=2', server.url)
}

/** The client of another library, with a token that is bound to its key. */
async function boundClient(issuer: Issuer) {
  const options = { [oauth.allowInsecureRequests]: true }
  const url = new URL(issuer.url)
  const server = await oauth.processDiscoveryResponse(
    url,
    await oauth.discoveryRequest(url, options),
  )
  const client: oauth.Client = { client_id: 'robot' }
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('ES256'))
  const secret = oauth.ClientSecretBasic(clients.robot)
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    secret,
    { resource: opaqueApi },
    { DPoP, ...options },
  )
  const { access_token } = await oauth.processClientCredentialsResponse(server, client, response)
  return (resource: URL) =>
    oauth.protectedResourceRequest(access_token, 'GET', resource, undefined, undefined, {
      DPoP,
      ...options,
    })
}

describe('the DPoP client of oauth4webapi', () => {
  it('the DPoP client of another library is served over a socket, with one proof for each request', async () => {
    await using issuer = await startIssuer()
    const resource = await started(issuer, 'required')
    const request = await boundClient(issuer)
    for (let time = 0; time < 3; time++) {
      const response = await request(resource)
      expect(response.status).toBe(200)
      expect(await response.json()).toBe('robot')
    }
  })

  it('the DPoP client of another library learns the nonce of the service and is served', async () => {
    await using issuer = await startIssuer()
    const resource = await started(issuer, { required: true, nonceSeconds: 60 })
    const request = await boundClient(issuer)
    const refused = await request(resource).catch((error: unknown) => error)
    expect(oauth.isDPoPNonceError(refused)).toBe(true)
    expect((await request(resource)).status).toBe(200)
    expect((await request(resource)).status).toBe(200)
  })
})
