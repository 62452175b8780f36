import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

/** An authorization server of somebody else at which users sign in: `oidc-provider` with PKCE. */
export interface UserIssuer {
  /** Its issuer identifier: `http://127.0.0.1:49152`. */
  readonly url: string
  /** The paths of the requests that it has received. */
  readonly requests: string[]
  /**
   * Does what a user does in a browser who signs in as `ann` and consents to everything.
   *
   * @param authorizationUrl where the client has sent the browser.
   * @returns where the browser is sent in the end: the redirect URI of the client, with its code.
   */
  consent(authorizationUrl: string | URL): Promise<URL>
  [Symbol.asyncDispose](): Promise<void>
}

/** Where clients on the machine of a user wait for the code. Nothing listens there. */
export const redirectUri = 'http://127.0.0.1:1/callback'

/** @param resources the audiences that it issues JWTs for, with the scopes of each. */
export async function startUserIssuer(
  resources: Readonly<Record<string, readonly string[]>>,
): Promise<UserIssuer> {
  const requests: string[] = []
  let answer: RequestListener = (_request, response) => response.writeHead(503).end()
  const server = createServer((request, response) => {
    requests.push(new URL(request.url ?? '/', 'http://issuer').pathname)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }
  answer = new Provider(url, configurationOf([key], resources)).callback()

  return {
    url,
    requests,
    consent: (authorizationUrl) => consentAt(url, authorizationUrl),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const configurationOf = (
  keys: readonly object[],
  resources: Readonly<Record<string, readonly string[]>>,
) => ({
  jwks: { keys },
  cookies: { keys: ['a key for the cookies of the tests'] },
  scopes: [...new Set(Object.values(resources).flat())],
  // A client that its makers have registered.
  clients: [
    {
      client_id: 'agent',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      redirect_uris: [redirectUri],
    },
  ],
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: true },
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_context: unknown, audience: string) => ({
        scope: resources[audience]?.join(' ') ?? '',
        audience,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
})

async function consentAt(issuer: string, authorizationUrl: string | URL): Promise<URL> {
  const cookies = new Map<string, string>()
  let target = new URL(authorizationUrl)
  const forms = [{ prompt: 'login', login: 'ann', password: 'any' }, { prompt: 'consent' }]
  for (let steps = 0; target.origin === issuer && steps < 20; steps++) {
    const form = /^\/interaction\/[^/]+$/.test(target.pathname) ? forms.shift() : undefined
    const response = await fetch(target, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map((cookie) => cookie.join('=')).join('; ') },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams({ ...form }) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('Location')
    if (location === null) throw new Error(`No redirect: ${await response.text()}`)
    target = new URL(location, target)
  }
  return target
}
