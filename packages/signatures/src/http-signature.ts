import {
  AuthenticationFailed,
  ConfigurationError,
  type HttpRequest,
  type ReplayStore,
  type Scheme,
  type User,
} from 'turnpike'
import { fieldOf, quoted } from 'turnpike/kit'
import { writeComponent } from './component.ts'
import { registeredFields } from './component-value.ts'
import { invalidDigest, verifyContentDigest } from './content-digest.ts'
import {
  type HttpSignatureAuthenticationOptions,
  httpSignatureAuthenticationOptions,
  type SignatureKey,
} from './http-signature-options.ts'
import { readSignature, type SentSignature } from './read-signature.ts'
import {
  acceptSignature,
  type CheckedParameters,
  checkRequirements,
  covers,
  type Requirements,
} from './requirements.ts'
import {
  algorithmOf,
  type SignatureAlgorithm,
  signatureAlgorithms,
  verifyBase,
} from './signature-algorithm.ts'
import { signatureBase } from './signature-base.ts'
import { SignatureFailure } from './signature-failure.ts'
import { standInKey } from './stand-in-key.ts'

/** The verified signature of a request. */
export interface HttpSignature {
  readonly keyId: string
  /** The components that it covers: `['@method', '@target-uri', 'content-digest']`. */
  readonly components: readonly string[]
  readonly created: Date
  readonly label: string
  /** Null if it has none. */
  readonly tag: string | null
  /** Null if it has none. */
  readonly nonce: string | null
  /** The scopes of its key. Absent if the key has none: it allows whatever the user may. */
  readonly scopes?: readonly string[]
}

/**
 * Authenticates requests by HTTP message signatures (RFC 9421):
 *
 *     Signature-Input: sig1=("@method" "@target-uri");created=1618884473;keyid="partner-7"
 *     Signature: sig1=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:
 *
 * A signature covers the request as the client sent it, so behind a proxy `BASE_URL` or
 * `TRUSTED_PROXIES` must be right. Sets `request.auth` to the signature.
 */
export function httpSignatureAuthentication<U extends User>(
  options: HttpSignatureAuthenticationOptions<U>,
): Scheme<U, HttpSignature> {
  httpSignatureAuthenticationOptions.require(options)
  const { keyOf, contentDigest = true, replays, tag, label, realm = 'api' } = options
  const {
    components = ['@method', '@target-uri'],
    algorithms = signatureAlgorithms.filter((name) => name !== 'rsa-v1_5-sha256'),
    maxAge = 300,
    clockTolerance = 30,
    requireNonce = false,
  } = options
  if (requireNonce && replays === undefined) {
    throw new ConfigurationError(
      'requireNonce of httpSignatureAuthentication() needs replays: a nonce that nobody remembers ' +
        'prevents nothing.',
    )
  }
  const requirements = { components, algorithms, maxAge, clockTolerance, requireNonce }
  const structuredFields = { ...registeredFields, ...options.structuredFields }
  const verification = { keyOf, contentDigest, replays, requirements, structuredFields }
  const challenge = `Signature realm=${quoted(realm)}`

  return {
    name: 'httpSignature',
    vary: ['Signature', 'Signature-Input'],
    ...(replays !== undefined && { replays }),

    async authenticate(request) {
      try {
        const signature = readSignature(request.headers, { label, tag })
        return signature === null ? null : await verified(verification, signature, request)
      } catch (error) {
        if (!(error instanceof SignatureFailure)) throw error
        const hasBody = ['POST', 'PUT', 'PATCH'].includes(request.method)
        const wanted = acceptSignature(requirements, { label, tag }, contentDigest && hasBody)
        throw error.withHeaders({ 'Accept-Signature': wanted })
      }
    },

    challenge: () => challenge,

    describe: () => ({
      description:
        'An HTTP message signature (RFC 9421) in `Signature` and `Signature-Input`. It covers ' +
        `${components.join(', ')}${contentDigest ? ', and content-digest if there is a body' : ''}.`,
      credentials: { header: 'Signature' },
      raises: [invalidSignature()],
      countsFailures: true,
    }),
  }
}

/** The options of a scheme with their defaults. */
interface Verification<U extends User> {
  readonly keyOf: HttpSignatureAuthenticationOptions<U>['keyOf']
  /** Undefined if nothing prevents that a signature is used again. */
  readonly replays: ReplayStore | undefined
  readonly contentDigest: boolean
  readonly requirements: Requirements
  readonly structuredFields: Parameters<typeof signatureBase>[3]
}

/**
 * The identity of a signed request.
 *
 * @throws SignatureFailure when the signature is invalid or covers too little, or was used before.
 * @throws AuthenticationFailed when the user is inactive.
 */
async function verified<U extends User>(
  verification: Verification<U>,
  signature: SentSignature,
  request: HttpRequest,
) {
  const { requirements, structuredFields, contentDigest, replays } = verification
  const { components } = signature
  // It was in time, and new, when the connection was opened.
  const { isCheckedAgain } = request
  const created = signature.parameters.get('created')
  const at = isCheckedAgain && typeof created === 'number' ? created : now()
  const parameters = checkRequirements(signature, requirements, at)
  const base = signatureBase(request, components, signature.parameters, structuredFields)
  const signer = await signerOf(verification, base, signature, parameters, request)
  if (signer === null) {
    await request.countWrongCredentials()
    throw invalidSignature()
  }
  await checkBody(contentDigest, signature, request)
  if (!isCheckedAgain) await requireNew(replays, base, parameters)
  if (fieldOf(signer.user, 'isActive') === false)
    throw new AuthenticationFailed('User inactive or deleted.')
  const auth = signatureOf(signature, parameters, signer)
  return { user: signer.user, auth, credential: parameters.keyId }
}

/** The key that signed the base; null when it is unknown, of another algorithm, or did not. */
async function signerOf<U extends User>(
  { keyOf, requirements: { algorithms } }: Verification<U>,
  base: string,
  { bytes }: SentSignature,
  { keyId, algorithm }: CheckedParameters,
  request: HttpRequest,
): Promise<SignatureKey<U> | null> {
  const found = await keyOf(keyId, request)
  const own = found === null ? null : algorithmOf(found.key)
  const isUsable = own !== null && algorithms.includes(own) && (algorithm ?? own) === own
  const used = isUsable ? own : (algorithm ?? firstOf(algorithms))
  const key = isUsable && found !== null ? found.key : await standInKey(used)
  const isValid = await verifyBase(used, key, bytes, base)
  return isUsable && isValid ? found : null
}

async function checkBody(
  needsDigest: boolean,
  { components }: SentSignature,
  request: HttpRequest,
): Promise<void> {
  const body = await request.bytes()
  if (needsDigest && body.length > 0 && !covers(components, 'content-digest')) {
    throw invalidDigest('The signature does not cover content-digest.')
  }
  if (components.some(({ name }) => name === 'content-digest')) {
    await verifyContentDigest(request.headers.get('Content-Digest') ?? '', body)
  }
}

/** An ECDSA signature has a second form that is valid, too: what it signs has only one. */
async function requireNew(
  replays: ReplayStore | undefined,
  base: string,
  { keyId, nonce, acceptedUntil }: CheckedParameters,
): Promise<void> {
  if (replays === undefined) return
  const id = JSON.stringify(nonce === null ? ['base', base] : ['nonce', keyId, nonce])
  if (!(await replays.remember(`signature:${id}`, acceptedUntil - now()))) {
    throw new SignatureFailure('replayed_signature', 'The signature has been used before.')
  }
}

const invalidSignature = () => new SignatureFailure('invalid_signature', 'Invalid signature.')

const firstOf = ([first = 'ed25519']: readonly SignatureAlgorithm[]) => first

/** Seconds since 1970. */
const now = () => Date.now() / 1000

const signatureOf = (
  { components, label }: SentSignature,
  { keyId, created, tag, nonce }: CheckedParameters,
  { scopes }: SignatureKey<User>,
): HttpSignature => ({
  keyId,
  components: components.map(writeComponent),
  created: new Date(created * 1000),
  label,
  tag,
  nonce,
  ...(scopes !== undefined && { scopes }),
})
