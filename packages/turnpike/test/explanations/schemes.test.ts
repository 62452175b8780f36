import { jwtAuthentication } from '@turnpike/jwt'
import { httpSignatureAuthentication, importSignatureKey, signRequest } from '@turnpike/signatures'
import { quick } from '@turnpike/test-support/accounts.ts'
import { silentLogger } from '@turnpike/test-support/one-view.ts'
import { audience, issuer, signer } from '@turnpike/test-support/signed-tokens.ts'
import { describe, expect, it } from 'vitest'
import { rehearse } from '../../src/explanations/rehearsal.ts'
import { inWords } from '../../src/explanations/words.ts'
import {
  ApiResponse,
  apiKeyAuthentication,
  callerOf,
  createApi,
  externalSessionAuthentication,
  externalTokenAuthentication,
  memoryAccounts,
  requireScope,
  routes,
  type Scheme,
} from '../../src/index.ts'
import { WebRequest } from '../../src/web/web-request.ts'

const { users, keys } = memoryAccounts({
  passwords: quick,
  users: [{ username: 'ann', password: 'wonderland' }],
})
const ann = await users.find('ann')
if (ann === null) throw new Error('There is no user ann.')
const issued = await keys.create(ann, { name: 'backup', scopes: ['notes:read'] })
const ec = await signer()
const jwt = await ec.token({ jti: 'jwt-17', scope: 'notes:read' })
const secret = crypto.getRandomValues(new Uint8Array(32))
const key = await importSignatureKey('hmac-sha256', secret)

/** Accounts of another library, which knows the one token. */
const externalToken = 'kNq7Zr2vWx9LsT4bYd8HcM3p'
const external = {
  auth: {
    api: {
      getSession: async ({ headers }: { headers: Headers }) =>
        [...headers.values()].some((value) => value.endsWith(externalToken))
          ? { session: { id: 'session-17' }, scopes: ['notes:read'] }
          : null,
    },
  },
  userOf: () => ann,
}

const schemes = {
  'an API key': apiKeyAuthentication({ keys }),
  'a JWT': jwtAuthentication({ issuer, audience, keys: ec.jwks, userOf: () => ann }),
  'a token of another library': externalTokenAuthentication({ ...external, header: 'X-Token' }),
  'a signature': httpSignatureAuthentication({
    keyOf: (keyId) => (keyId === 'robot' ? { key, user: ann, scopes: ['notes:read'] } : null),
  }) as Scheme,
} satisfies Record<string, Scheme>

type Kind = keyof typeof schemes

const url = 'http://testserver/'
const withHeaders = (headers: Record<string, string>) => new Request(url, { headers })
const signed = await signRequest(new Request(url), { key, keyId: 'robot' })

const sent: Record<Kind, { good: Request; credential: string; bad: Request; secrets: string[] }> = {
  'an API key': {
    good: withHeaders({ Authorization: `Api-Key ${issued.key}` }),
    credential: issued.apiKey.id,
    bad: withHeaders({ Authorization: `Api-Key ${issued.key.slice(0, -1)}-` }),
    secrets: [issued.key],
  },
  'a JWT': {
    good: withHeaders({ Authorization: `Bearer ${jwt}` }),
    credential: 'jwt-17',
    bad: withHeaders({ Authorization: `Bearer ${jwt.slice(0, -9)}AAAAAAAAA` }),
    secrets: jwt.split('.'),
  },
  'a token of another library': {
    good: withHeaders({ 'X-Token': externalToken }),
    credential: 'session-17',
    bad: withHeaders({ 'X-Token': externalToken.slice(1) }),
    secrets: [externalToken],
  },
  'a signature': {
    good: signed,
    credential: 'robot',
    bad: withHeaders({
      'Signature-Input': signed.headers.get('Signature-Input') ?? '',
      Signature: 'sig1=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:',
    }),
    secrets: [signed.headers.get('Signature') ?? ''],
  },
}

const kinds = Object.keys(schemes) as Kind[]

/** Explains a request to a view with all the schemes, which needs another scope. */
async function explained(request: Request) {
  const api = createApi({ LOGGER: silentLogger })
  const view = api.view({
    name: 'Notes',
    authentication: Object.values(schemes),
    permissions: [requireScope('notes:write')],
    get: () => new ApiResponse(),
  })
  const connection = { address: '192.0.2.7', remoteUser: null }
  const context = { params: {}, connection }
  return rehearse(view, new WebRequest(request), context, { signInPath: null, user: null })
}

const leaksIn = (text: string, secrets: readonly string[]) =>
  secrets
    .flatMap((known) => Array.from(known, (_, at) => known.slice(at, at + 8)))
    .filter((part) => part.length === 8 && text.includes(part))

describe('schemes of every kind in an explanation', () => {
  it.each(kinds)(
    'the scope that %s lacks is explained with the id of the credentials',
    async (kind) => {
      const { good, credential, secrets } = sent[kind]
      const explanation = await explained(good.clone())
      expect(explanation).toMatchObject({
        status: 403,
        refusedBy: 'permission',
        advice: [expect.stringContaining('Those of the request have notes:read.')],
      })
      expect(explanation.schemes.find(({ result }) => result === 'succeeded')).toMatchObject({
        user: String(ann.pk),
        credential,
      })
      expect(leaksIn(inWords(explanation), secrets)).toEqual([])
    },
  )

  it.each(kinds)('a wrong one of this kind is explained without it: %s', async (kind) => {
    const { bad, secrets } = sent[kind]
    const explanation = await explained(bad.clone())
    expect(explanation).toMatchObject({ status: 401, refusedBy: 'authentication' })
    expect(explanation.schemes.filter(({ result }) => result === 'failed')).toHaveLength(1)
    expect(leaksIn(inWords(explanation) + JSON.stringify(explanation), secrets)).toEqual([])
  })

  it.each(kinds)('callerOf has the id of credentials that are %s', async (kind) => {
    const view = { authentication: [schemes[kind]], get: () => new ApiResponse() }
    const app = routes(createApi({ LOGGER: silentLogger }), { '/': view })
    const request = sent[kind].good.clone()
    expect((await app.fetch(request, {})).status).toBe(200)
    expect(callerOf(request)?.credential).toBe(sent[kind].credential)
  })

  it('a cookie of another library is explained without it, valid or ended', async () => {
    const name = 'better-auth.session_token'
    const view = createApi({ LOGGER: silentLogger }).view({
      authentication: [externalSessionAuthentication(external)],
      permissions: [requireScope('notes:write')],
      get: () => new ApiResponse(),
    })
    for (const [token, result] of [
      [externalToken, 'succeeded'],
      [externalToken.slice(0, -1), 'not attempted'],
    ] as const) {
      const request = new WebRequest(withHeaders({ Cookie: `${name}=${token}` }))
      const context = { params: {}, connection: { address: '192.0.2.7', remoteUser: null } }
      const found = await rehearse(view, request, context, { signInPath: null, user: null })
      expect(found.schemes[0]?.result).toBe(result)
      if (result === 'not attempted') expect(found.schemes[0]?.said).toContain(`cookie ${name}`)
      expect(leaksIn(inWords(found) + JSON.stringify(found), [externalToken])).toEqual([])
    }
  })

  it('a view that accepts several kinds advises each of them', async () => {
    const { advice, schemes } = await explained(new Request(url))
    expect(advice[0]).toMatch(
      /^Send one of: Authorization: Api-Key … \| Authorization: Bearer … \| /,
    )
    expect(schemes.map(({ result }) => result)).toEqual(kinds.map(() => 'not attempted'))
  })
})
