import { timingSafeEqual } from 'node:crypto'
import {
  AuthenticationFailed,
  type HttpRequest,
  type ReplayStore,
  type Scheme,
  type User,
} from 'turnpike'
import {
  baseString,
  bodyHash,
  isSignatureMethod,
  type Parameter,
  type SignatureMethod,
  sign,
} from './signature.ts'

/** What the server knows of a client and the token that a user gave it. */
export interface OAuth1Credentials {
  consumerSecret: string
  /** Empty for requests of the client itself, without a token. */
  tokenSecret: string
  user: User
}

/** `request.auth` of a request with a valid signature. */
export interface OAuth1Auth {
  consumerKey: string
  /** Empty: the client itself. */
  token: string
}

export interface OAuth1Options {
  /** @param token empty when the client signs for itself. */
  credentialsOf(consumerKey: string, token: string): Promise<OAuth1Credentials | null>
  /** Remembers nonces. */
  replays: ReplayStore
  /** Seconds by which the clocks of clients may differ. Default 300. */
  skew?: number
  /** Default `api`. */
  realm?: string
}

/**
 * Authenticates requests of OAuth 1.0 (RFC 5849 §3): `Authorization: OAuth oauth_consumer_key="…",
 * oauth_token="…", oauth_signature_method="HMAC-SHA1", oauth_timestamp="…", oauth_nonce="…",
 * oauth_signature="…"`.
 *
 * `PLAINTEXT`, which sends the secrets, and `RSA-SHA1` are refused, and so are parameters in the
 * query or the body. A body that is no form needs `oauth_body_hash`: without it nothing signs it.
 */
export function oauth1Authentication({
  credentialsOf,
  replays,
  skew = 300,
  realm = 'api',
}: OAuth1Options): Scheme<User, OAuth1Auth> {
  async function verified(sent: ReadonlyMap<string, string>, request: HttpRequest) {
    const { method, consumerKey, token, timestamp, nonce, signature } = protocolOf(sent)
    const parameters = await signedParameters(sent, method, request)
    const url = URL.parse(request.url)
    if (url === null) throw new AuthenticationFailed('Invalid Host header.')

    const credentials = await credentialsOf(consumerKey, token)
    // Unknown clients and tokens take as long as known ones.
    const { consumerSecret, tokenSecret } = credentials ?? nobody
    const base = baseString(request.method, url, parameters)
    const expected = sign(method, base, consumerSecret, tokenSecret)
    if (!isSame(signature, expected) || credentials === null) {
      await request.countWrongCredentials()
      throw new AuthenticationFailed('Invalid signature.')
    }

    // Now that it is signed, the time and the nonce can be believed (RFC 5849 §3.3).
    if (Math.abs(Date.now() / 1000 - timestamp) > skew) {
      throw new AuthenticationFailed('The timestamp is refused: check the clock.')
    }
    const used = JSON.stringify([consumerKey, token, timestamp, nonce])
    if (!(await replays.remember(`oauth1:${used}`, 2 * skew + 1))) {
      throw new AuthenticationFailed('The nonce has been used before.')
    }
    if (!credentials.user.isActive) throw new AuthenticationFailed('User inactive or deleted.')
    return { user: credentials.user, auth: { consumerKey, token } }
  }

  return {
    name: 'oauth1',
    vary: ['Authorization'],

    authenticate(request) {
      const header = request.headers.get('Authorization')
      if (header === null || !/^oauth(?: |$)/i.test(header)) return null
      return verified(readHeader(header.slice('OAuth'.length)), request)
    },

    challenge: () => `OAuth realm="${realm}"`,

    describe: () => ({
      description: 'OAuth 1.0 (RFC 5849), with HMAC-SHA1 or HMAC-SHA256.',
      credentials: { header: 'Authorization', keyword: 'OAuth' },
      raises: [new AuthenticationFailed('Invalid signature.')],
      countsFailures: true,
    }),
  }
}

const nobody = { consumerSecret: 'nobody', tokenSecret: 'has these' }

const malformed = () => new AuthenticationFailed('Invalid OAuth header.')

/** RFC 5849 §3.5.1. Each parameter stands there once (§3.1). */
function readHeader(list: string): ReadonlyMap<string, string> {
  const sent = new Map<string, string>()
  for (const part of list.split(',')) {
    const [, name, value = ''] = /^\s*([\w.~%-]+)="([\w.~%:/ -]*)"\s*$/.exec(part) ?? []
    if (name === undefined || sent.has(decoded(name))) throw malformed()
    sent.set(decoded(name), decoded(value))
  }
  return sent
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed()
  }
}

function protocolOf(sent: ReadonlyMap<string, string>) {
  const method = sent.get('oauth_signature_method')
  const consumerKey = sent.get('oauth_consumer_key')
  const timestamp = sent.get('oauth_timestamp') ?? ''
  const nonce = sent.get('oauth_nonce')
  const signature = sent.get('oauth_signature')
  const version = sent.get('oauth_version') ?? '1.0'
  if (!consumerKey || !nonce || !signature || version !== '1.0' || !/^\d{1,15}$/.test(timestamp)) {
    throw malformed()
  }
  if (!isSignatureMethod(method)) {
    throw new AuthenticationFailed('The signature method must be HMAC-SHA1 or HMAC-SHA256.')
  }
  const token = sent.get('oauth_token') ?? ''
  return { method, consumerKey, token, timestamp: Number(timestamp), nonce, signature }
}

/** RFC 5849 §3.4.1.3.1: those of the header, of the query, and of a form. */
async function signedParameters(
  sent: ReadonlyMap<string, string>,
  method: SignatureMethod,
  request: HttpRequest,
): Promise<Parameter[]> {
  const body = await request.bytes()
  const isForm = /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(
    request.headers.get('Content-Type') ?? '',
  )
  const form = isForm ? [...new URLSearchParams(new TextDecoder().decode(body))] : []
  if (
    !isForm &&
    body.length > 0 &&
    !isSame(sent.get('oauth_body_hash') ?? '', bodyHash(method, body))
  ) {
    throw new AuthenticationFailed('oauth_body_hash is absent, or not that of the body.')
  }

  const unprotected = [...request.query, ...form]
  if (unprotected.some(([name]) => name.startsWith('oauth_'))) throw malformed()
  const protocol = [...sent].filter(([name]) => name !== 'realm' && name !== 'oauth_signature')
  return [...protocol, ...unprotected]
}

/** Takes as long whatever differs; the length is no secret. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
