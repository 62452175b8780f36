import { dpopClient } from '@turnpike/test-support/dpop.ts'
import {
  api,
  basicOf,
  clients,
  introspectionUrl,
  opaqueApi,
  startIssuer,
  tokenUrl,
} from '@turnpike/test-support/issuer.ts'
import { describe, expect, it } from 'vitest'
import { bearer, oneIntrospectedView } from './one-introspected-view.ts'

describe('introspection by a real issuer', () => {
  it('a token of a real issuer is introspected, with its scopes and its client', async () => {
    await using issuer = await startIssuer({ lifetime: 300 })
    const client = oneIntrospectedView({ issuer: issuer.url })
    const token = await issuer.token({ resource: opaqueApi, scope: 'notes:read' })

    const response = await client.get('/', bearer(token))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      user: { name: 'robot', isAuthenticated: true, isActive: true },
      auth: {
        scopes: ['notes:read'],
        clientId: 'robot',
        expires: expect.any(String),
        actor: null,
        acr: null,
        authTime: null,
        claims: expect.objectContaining({ active: true, iss: issuer.url, token_type: 'Bearer' }),
      },
    })
  })

  it('a token that a real issuer does not know is refused as invalid_token', async () => {
    await using issuer = await startIssuer()
    const client = oneIntrospectedView({ issuer: issuer.url })
    const response = await client.get('/', bearer('made-up'))
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe(
      'Bearer realm="api", error="invalid_token", error_description="The token is expired, revoked or unknown."',
    )
    expect(await response.json()).toEqual({
      detail: 'The token is expired, revoked or unknown.',
    })
  })

  it('a request without a token gets the plain challenge', async () => {
    const client = oneIntrospectedView({ issuer: 'https://issuer.example.com' })
    const response = await client.get('/')
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="api"')
  })

  it('a token for another audience is refused', async () => {
    await using issuer = await startIssuer()
    const token = await issuer.token({ resource: opaqueApi })
    const other = oneIntrospectedView({ issuer: issuer.url, audience: api })
    const response = await other.get('/', bearer(token))
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ detail: 'The token is for another audience.' })

    const several = oneIntrospectedView({ issuer: issuer.url, audience: [api, opaqueApi] })
    expect((await several.get('/', bearer(token))).status).toBe(200)
    const any = oneIntrospectedView({ issuer: issuer.url, audience: null })
    expect((await any.get('/', bearer(token))).status).toBe(200)
  })

  it('a revoked token is refused when its answer is no longer remembered', async () => {
    await using issuer = await startIssuer()
    const token = await issuer.token({ resource: opaqueApi })
    const remembering = oneIntrospectedView({ issuer: issuer.url })
    const asking = oneIntrospectedView({ issuer: issuer.url, cacheSeconds: 0 })
    expect((await remembering.get('/', bearer(token))).status).toBe(200)
    expect((await asking.get('/', bearer(token))).status).toBe(200)

    await fetch(`${issuer.url}/token/revocation`, {
      method: 'POST',
      headers: { Authorization: basicOf('robot') },
      body: new URLSearchParams({ token }),
    })
    expect((await asking.get('/', bearer(token))).status).toBe(401)
    expect((await remembering.get('/', bearer(token))).status).toBe(200)
  })

  it('the endpoint is used without discovery when it is given', async () => {
    await using issuer = await startIssuer()
    const token = await issuer.token({ resource: opaqueApi })
    issuer.requests.length = 0
    const client = oneIntrospectedView({ endpoint: introspectionUrl(issuer.url) })
    expect((await client.get('/', bearer(token))).status).toBe(200)
    expect(issuer.requests).toEqual(['/token/introspection'])
  })

  it('the client of the introspection may send its secret in the body', async () => {
    await using issuer = await startIssuer()
    const token = await issuer.token({ resource: opaqueApi })
    const sent: string[] = []
    const client = oneIntrospectedView({
      endpoint: introspectionUrl(issuer.url),
      client: { id: 'api', secret: clients.api, method: 'client_secret_post' },
      fetch: (url, init) => {
        sent.push(String(init?.body))
        return fetch(url, init)
      },
    })
    await client.get('/', bearer(token))
    expect(sent[0]).toContain(`client_secret=${clients.api}`)
    expect(sent[0]).toContain('token_type_hint=access_token')
  })

  it('a bound token of a real issuer needs a proof of its holder', async () => {
    await using issuer = await startIssuer()
    const holder = await dpopClient()
    const dpop = await holder.proof({ url: tokenUrl(issuer.url), method: 'POST' })
    const token = await issuer.token({ resource: opaqueApi, dpop })
    const client = oneIntrospectedView({ issuer: issuer.url, dpop: 'allowed' })
    const send = async (scheme: string, proof?: string) =>
      client.get('/', {
        headers: { Authorization: `${scheme} ${token}`, ...(proof && { DPoP: proof }) },
      })
    const url = 'http://testserver/'

    expect((await send('DPoP', await holder.proof({ url, token }))).status).toBe(200)
    expect((await send('Bearer')).status).toBe(401)
    const thief = await dpopClient()
    expect((await send('DPoP', await thief.proof({ url, token }))).status).toBe(401)
    const unaware = oneIntrospectedView({ issuer: issuer.url })
    expect((await unaware.get('/', bearer(token))).status).toBe(401)
  })
})
