import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import Provider from 'oidc-provider'

/** An authorization server of somebody else: `oidc-provider`, on a port of this machine. */
export interface Issuer {
  /** Its issuer identifier: `http://127.0.0.1:49152`. */
  readonly url: string
  /** The paths of the requests that it has received: `/jwks`. */
  readonly requests: string[]
  /**
   * A new access token by the grant `client_credentials`. Its subject is the client.
   *
   * @throws Error with the answer when the token is refused.
   */
  token(request?: TokenRequest): Promise<string>
  /** Signs with a new key from now on. Its set has the new key alone, or the old ones too. */
  rotateKeys(options?: { keepOld?: boolean }): Promise<void>
  /** Is away until `start`: connections are refused. */
  stop(): Promise<void>
  start(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface TokenRequest {
  /** Default `robot`. */
  client?: keyof typeof clients
  /** Default none. */
  scope?: string
  /** The audience: default `api`, which gets JWTs; `opaqueApi` gets opaque tokens. */
  resource?: string
  /** A proof of DPoP (RFC 9449 §4), made for a POST to `tokenUrl`. */
  dpop?: string
}

export interface IssuerOptions {
  /** Default a free one. */
  port?: number
  /** The algorithm of its signatures. Default `RS256`. */
  alg?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA'
  /** Seconds for which access tokens are valid. Default 600. */
  lifetime?: number
  /** Further claims of the tokens of a client. Default none. */
  claimsOf?: (client: string) => Record<string, unknown> | undefined
}

/** The audience whose access tokens are JWTs (RFC 9068). */
export const api = 'https://api.example.com/'
/** The audience whose access tokens are opaque: they need introspection. */
export const opaqueApi = 'https://opaque.example.com/'

export const scopes = ['notes:read', 'notes:write'] as const

/** The clients that may get tokens, by name, with their secrets. */
export const clients = {
  robot: 'robot-secret-of-the-tests',
  /** Another machine. */
  drone: 'drone-secret-of-the-tests',
  /** The API itself, when it asks for introspection. */
  api: 'api-secret-of-the-tests',
} as const

export const tokenUrl = (issuer: string) => `${issuer}/token`
export const introspectionUrl = (issuer: string) => `${issuer}/token/introspection`

/** The value of `Authorization` by which a client authenticates itself (RFC 6749 §2.3.1). */
export const basicOf = (client: keyof typeof clients) =>
  `Basic ${Buffer.from(`${client}:${clients[client]}`).toString('base64')}`

/** Starts an issuer. */
export async function startIssuer({
  port: wanted = 0,
  alg = 'RS256',
  lifetime = 600,
  claimsOf = () => undefined,
}: IssuerOptions = {}): Promise<Issuer> {
  const requests: string[] = []
  let answer: RequestListener = (_request, response) => response.writeHead(503).end()
  let server = await listening(wanted)
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  let keys: JWK[] = []
  const adapter = adapterOver(new Map())

  async function listening(port: number): Promise<Server> {
    const opened = createServer((request, response) => {
      requests.push(new URL(request.url ?? '/', 'http://issuer').pathname)
      answer(request, response)
    })
    opened.listen(port, '127.0.0.1')
    await once(opened, 'listening')
    return opened
  }

  /** Its keys cannot be changed while it runs, so another one continues with the same tokens. */
  async function rotateKeys({ keepOld = false } = {}): Promise<void> {
    const { privateKey } = await generateKeyPair(alg, { extractable: true })
    const key = { ...(await exportJWK(privateKey)), alg, use: 'sig' }
    keys = keepOld ? [key, ...keys] : [key]
    const configuration = configurationOf({ alg, lifetime, claimsOf, keys, adapter })
    answer = new Provider(url, configuration).callback()
  }
  await rotateKeys()

  async function stop(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  return {
    url,
    requests,
    rotateKeys,
    stop,

    async start() {
      server = await listening(port)
    },

    async token({ client = 'robot', scope, resource = api, dpop } = {}) {
      const response = await fetch(tokenUrl(url), {
        method: 'POST',
        headers: { Authorization: basicOf(client), ...(dpop !== undefined && { DPoP: dpop }) },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          resource,
          ...(scope !== undefined && { scope }),
        }),
      })
      const answered = await response.json()
      if (!response.ok) throw new Error(`No token: ${JSON.stringify(answered)}`)
      return answered.access_token
    },

    [Symbol.asyncDispose]: stop,
  }
}

const configurationOf = ({
  alg,
  lifetime,
  claimsOf,
  keys,
  adapter,
}: Required<Omit<IssuerOptions, 'port'>> & { keys: JWK[]; adapter: object }) => ({
  adapter,
  jwks: { keys },
  cookies: { keys: ['a key for the cookies of the tests'] },
  scopes,
  clients: Object.entries(clients).map(([id, secret]) => ({
    client_id: id,
    client_secret: secret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    id_token_signed_response_alg: alg,
  })),
  ttl: { ClientCredentials: lifetime },
  extraTokenClaims: (_context: unknown, { clientId }: { clientId: string }) => claimsOf(clientId),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
    revocation: { enabled: true, allowedPolicy: () => true },
    dPoP: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_context: unknown, audience: string) => ({
        scope: scopes.join(' '),
        audience,
        accessTokenTTL: lifetime,
        accessTokenFormat: audience === opaqueApi ? 'opaque' : 'jwt',
        ...(audience !== opaqueApi && { jwt: { sign: { alg } } }),
      }),
    },
  },
})

/** What the provider stores, until it ends. Only what machines need: no sessions, no grants. */
const adapterOver = (stored: Map<string, object>) =>
  class {
    readonly #kind: string

    constructor(kind: string) {
      this.#kind = kind
    }

    async upsert(id: string, payload: object): Promise<void> {
      stored.set(`${this.#kind} ${id}`, payload)
    }

    async find(id: string): Promise<object | undefined> {
      return stored.get(`${this.#kind} ${id}`)
    }

    async destroy(id: string): Promise<void> {
      stored.delete(`${this.#kind} ${id}`)
    }

    async consume(): Promise<void> {}
    async revokeByGrantId(): Promise<void> {}
  }
