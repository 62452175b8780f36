import {
  api,
  basicOf,
  introspectionUrl,
  opaqueApi,
  startIssuer,
} from '@turnpike/test-support/issuer.ts'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'

describe('the issuer of the tests', () => {
  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)(
    'issues access tokens as JWTs with the signature %s',
    async (alg) => {
      await using issuer = await startIssuer({ alg, claimsOf: (client) => ({ roles: [client] }) })
      const token = await issuer.token({ scope: 'notes:read' })
      const keys = createRemoteJWKSet(new URL(`${issuer.url}/jwks`))
      const { payload } = await jwtVerify(token, keys, { audience: api, issuer: issuer.url })

      expect(decodeProtectedHeader(token)).toMatchObject({ alg, typ: 'at+jwt' })
      expect(payload).toMatchObject({ sub: 'robot', scope: 'notes:read', roles: ['robot'] })
    },
  )

  it('issues opaque tokens, and introspects them', async () => {
    await using issuer = await startIssuer()
    const token = await issuer.token({ resource: opaqueApi, scope: 'notes:read notes:write' })
    expect(token).not.toContain('.')

    const response = await fetch(introspectionUrl(issuer.url), {
      method: 'POST',
      headers: { Authorization: basicOf('api') },
      body: new URLSearchParams({ token }),
    })
    expect(await response.json()).toMatchObject({ active: true, scope: 'notes:read notes:write' })
  })

  it('signs with a new key after a rotation, and is away after a stop', async () => {
    await using issuer = await startIssuer({ alg: 'ES256' })
    const before = decodeProtectedHeader(await issuer.token()).kid
    await issuer.rotateKeys()
    const after = decodeProtectedHeader(await issuer.token()).kid
    expect(after).not.toBe(before)

    await issuer.stop()
    await expect(issuer.token()).rejects.toThrow('fetch failed')
    await issuer.start()
    expect(decodeProtectedHeader(await issuer.token()).kid).toBe(after)
  })
})
