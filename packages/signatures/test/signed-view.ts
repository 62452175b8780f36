import { silentLogger } from '@turnpike/test-support/one-view.ts'
import {
  ApiResponse,
  createApi,
  isAuthenticated,
  memoryAccounts,
  routes,
  type Settings,
  type User,
} from 'turnpike'
import { onTestFinished, vi } from 'vitest'
import {
  type HttpSignatureAuthenticationOptions,
  httpSignatureAuthentication,
  importSignatureKey,
  type SignatureAlgorithm,
} from '../src/index.ts'
import { ed25519Pem, p256Pem, rsaPem, rsaPssPem, sharedSecret } from './rfc9421.ts'

export const ann: User = await memoryAccounts({}).users.create({
  username: 'ann',
  password: null,
})

const material: Record<string, [SignatureAlgorithm, string | Uint8Array<ArrayBuffer>]> = {
  'test-key-rsa': ['rsa-v1_5-sha256', rsaPem],
  'test-key-rsa-pss': ['rsa-pss-sha512', rsaPssPem],
  'test-key-ecc-p256': ['ecdsa-p256-sha256', p256Pem],
  'test-key-ed25519': ['ed25519', ed25519Pem],
  'test-shared-secret': ['hmac-sha256', sharedSecret],
}

/** The keys of RFC 9421 B.1, all of them ann's. */
export async function testKeyOf(keyId: string) {
  const found = material[keyId]
  return found === undefined ? null : { key: await importSignatureKey(...found), user: ann }
}

type Options = Partial<HttpSignatureAuthenticationOptions<User>>

/** An app with one view at every path of the vectors, for signed requests only. */
export function signedApp(options: Options = {}, settings: Settings = {}) {
  const scheme = httpSignatureAuthentication({ keyOf: testKeyOf, ...options })
  const api = createApi({ LOGGER: silentLogger, ...settings })
  const view = api.view({
    authentication: [scheme],
    permissions: [isAuthenticated],
    get: ({ auth }) => new ApiResponse({ auth }),
    post: async (request) => new ApiResponse({ auth: request.auth, data: await request.data() }),
  })
  return routes(api, { '/foo': view, '/demo': view, '/': view })
}

/** What the app answers, with the body as JSON. */
export async function answerOf(app: ReturnType<typeof signedApp>, request: Request) {
  const response = await app.fetch(request, {})
  return { response, status: response.status, body: await response.json() }
}

/** Sets the clock, in seconds since 1970, for one test. */
export function setClock(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 })
  onTestFinished(() => void vi.useRealTimers())
}
