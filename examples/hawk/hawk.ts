import { timingSafeEqual } from 'node:crypto'
import {
  AuthenticationFailed,
  type HttpRequest,
  type ReplayStore,
  type Scheme,
  type User,
} from 'turnpike'
import { type HawkArtifacts, hawkMac, hawkPayloadHash, hawkTimestampMac } from './mac.ts'

/** What the server knows of an id. */
export interface HawkCredentials {
  /** The secret that client and server share. */
  key: string
  user: User
}

/** `request.auth` of a request with a valid MAC. */
export interface HawkAuth {
  id: string
  ext: string
  app: string
}

export interface HawkOptions {
  /** The credentials with this id, or null. */
  credentialsOf(id: string): Promise<HawkCredentials | null>
  /** Remembers nonces. */
  replays: ReplayStore
  /** Seconds by which the clocks of clients may differ. Default 60. */
  skew?: number
}

/** The MAC is valid, but the time is not: the challenge says what time it is. */
class StaleTimestamp extends AuthenticationFailed {
  readonly key: string

  constructor(key: string) {
    super('Stale timestamp.', 'stale_timestamp')
    this.key = key
  }
}

/**
 * Authenticates `Authorization: Hawk id="…", ts="…", nonce="…", mac="…"`, with `hash` for requests
 * with a body.
 */
export function hawkAuthentication({
  credentialsOf,
  replays,
  skew = 60,
}: HawkOptions): Scheme<User, HawkAuth> {
  return {
    name: 'hawk',
    vary: ['Authorization'],

    async authenticate(request) {
      const sent = readHeader(request.headers.get('Authorization'))
      if (sent === null) return null

      const { id, mac } = sent
      const artifacts = artifactsOf(sent, request)
      const credentials = await credentialsOf(id)
      // Unknown ids take as long as known ones.
      const expected = hawkMac('header', credentials?.key ?? 'nobody has this key', artifacts)
      if (!isSame(mac, expected) || credentials === null) {
        await request.countWrongCredentials()
        throw new AuthenticationFailed('Bad mac.')
      }
      await checkPayload(artifacts.hash, request)

      const age = Math.abs(Date.now() / 1000 - Number(artifacts.ts))
      if (age > skew) throw new StaleTimestamp(credentials.key)
      // It could be sent again until the clock is past both ends of the tolerance.
      const nonce = JSON.stringify([id, artifacts.ts, artifacts.nonce])
      if (!(await replays.remember(`hawk:${nonce}`, 2 * skew + 1))) {
        throw new AuthenticationFailed('Invalid nonce.')
      }
      if (!credentials.user.isActive) throw new AuthenticationFailed('User inactive or deleted.')

      const { ext, app } = artifacts
      const answer = hawkMac('response', credentials.key, { ...artifacts, hash: '', ext: '' })
      return {
        user: credentials.user,
        auth: { id, ext, app },
        // The client learns that its server has the key, too.
        headers: { 'Server-Authorization': `Hawk mac="${answer}"` },
      }
    },

    challenge(_request, failure) {
      if (!(failure instanceof StaleTimestamp)) return 'Hawk'
      const ts = Math.floor(Date.now() / 1000)
      const tsm = hawkTimestampMac(failure.key, ts)
      return `Hawk ts="${ts}", tsm="${tsm}", error="Stale timestamp"`
    },

    describe: () => ({
      description:
        'A MAC of the request: `Authorization: Hawk id="…", ts="…", nonce="…", mac="…"`.',
      credentials: { header: 'Authorization', keyword: 'Hawk' },
      raises: [new AuthenticationFailed('Bad mac.')],
      countsFailures: true,
    }),
  }
}

const attributes = ['id', 'ts', 'nonce', 'hash', 'ext', 'mac', 'app', 'dlg'] as const

type Attributes = Record<(typeof attributes)[number], string>

/** Null: the header is absent or names another scheme. Each attribute stands there once. */
function readHeader(header: string | null): Attributes | null {
  if (header === null || !/^hawk(?: |$)/i.test(header)) return null

  const list = header.slice('Hawk'.length).trim()
  const sent = { id: '', ts: '', nonce: '', hash: '', ext: '', mac: '', app: '', dlg: '' }
  const seen = new Set<string>()
  const attribute = /(\w+)="([ !#-[\]-~]*)"\s*(?:,\s*|$)/y
  while (attribute.lastIndex < list.length) {
    // The expression goes on where it stopped, and the next one begins there.
    const [, name, value = ''] = attribute.exec(list) ?? []
    const known = attributes.find((each) => each === name)
    if (known === undefined || seen.has(known)) throw malformed()
    seen.add(known)
    sent[known] = value
  }
  const isComplete = sent.id !== '' && sent.nonce !== '' && sent.mac !== ''
  if (!isComplete || !/^\d{1,15}$/.test(sent.ts)) throw malformed()
  return sent
}

const malformed = () => new AuthenticationFailed('Invalid Hawk header.')

function artifactsOf(sent: Attributes, { method, url }: HttpRequest): HawkArtifacts {
  const target = URL.parse(url)
  if (target === null) throw new AuthenticationFailed('Invalid Host header.')
  const { ts, nonce, hash, ext, app, dlg } = sent
  return {
    ts,
    nonce,
    method,
    resource: target.pathname + target.search,
    host: target.hostname,
    port: target.port || (target.protocol === 'https:' ? '443' : '80'),
    hash,
    ext,
    app,
    dlg,
  }
}

/** Hawk leaves it to the server whether a body needs a hash. This one does. */
async function checkPayload(hash: string, request: HttpRequest): Promise<void> {
  const body = await request.bytes()
  if (body.length === 0 && hash === '') return
  const contentType = request.headers.get('Content-Type') ?? ''
  if (!isSame(hash, hawkPayloadHash(contentType, body))) {
    throw new AuthenticationFailed('Bad payload hash.')
  }
}

/** Takes as long whatever differs; the length is no secret. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
