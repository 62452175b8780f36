import { serializeInnerList } from 'structured-headers'
import { TranslatableMessage } from 'turnpike'
import { type Component, keyOf, readComponent } from './component.ts'
import type { SentSignature } from './read-signature.ts'
import { isSignatureAlgorithm, type SignatureAlgorithm } from './signature-algorithm.ts'
import { signatureInput } from './signature-base.ts'
import { insufficient, malformed, SignatureFailure } from './signature-failure.ts'

/** The requirements for a signature, whatever its key. */
export interface Requirements {
  readonly components: readonly string[]
  readonly algorithms: readonly SignatureAlgorithm[]
  readonly maxAge: number
  readonly clockTolerance: number
  readonly requireNonce: boolean
}

/** The parameters of a signature that are used (RFC 9421 §2.3). */
export interface CheckedParameters {
  readonly keyId: string
  /** Seconds since 1970. */
  readonly created: number
  readonly nonce: string | null
  readonly tag: string | null
  /** Null means that of the key. */
  readonly algorithm: SignatureAlgorithm | null
  /** Seconds since 1970 after which the signature is refused. */
  readonly acceptedUntil: number
}

/**
 * Checks a signature before its key is looked up: nothing here differs from key to key.
 *
 * @param now seconds since 1970.
 * @throws SignatureFailure with what is missing or out of date.
 */
export function checkRequirements(
  { components, parameters }: SentSignature,
  { maxAge, clockTolerance, algorithms, requireNonce, components: required }: Requirements,
  now: number,
): CheckedParameters {
  const keyId = parameters.get('keyid')
  const created = parameters.get('created')
  const expires = parameters.get('expires')
  const nonce = parameters.get('nonce')
  const tag = parameters.get('tag')
  const alg = parameters.get('alg')

  if (keyId === undefined) throw insufficient('The signature has no keyid.')
  if (created === undefined) throw insufficient('The signature has no created.')
  if (nonce === undefined && requireNonce) throw insufficient('The signature has no nonce.')
  if (
    typeof keyId !== 'string' ||
    !isTime(created) ||
    !(expires === undefined || isTime(expires)) ||
    !isTextOrAbsent(nonce) ||
    !isTextOrAbsent(tag) ||
    !isTextOrAbsent(alg)
  ) {
    throw malformed('A parameter of the signature has a value of the wrong type.')
  }
  if (alg !== undefined && !(isSignatureAlgorithm(alg) && algorithms.includes(alg))) {
    throw insufficient(
      new TranslatableMessage('The algorithm {alg} is not accepted. Accepted: {accepted}.', {
        alg,
        accepted: algorithms.join(', '),
      }),
    )
  }
  requireCoverage(components, required)

  if (created > now + clockTolerance) throw expired('The signature was created in the future.')
  const acceptedUntil = Math.min(created + maxAge, expires ?? Number.POSITIVE_INFINITY)
  if (now > acceptedUntil + clockTolerance) throw expired('The signature has expired.')

  return {
    keyId,
    created,
    nonce: nonce ?? null,
    tag: tag ?? null,
    algorithm: alg ?? null,
    acceptedUntil: acceptedUntil + clockTolerance,
  }
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value)

const isTextOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string'

const expired = (detail: string | TranslatableMessage) =>
  new SignatureFailure('expired_signature', detail)

/** @throws SignatureFailure with the first of the required components that is not covered. */
function requireCoverage(components: readonly Component[], required: readonly string[]): void {
  for (const name of required) {
    if (!covers(components, name))
      throw insufficient(new TranslatableMessage('The signature does not cover {name}.', { name }))
  }
}

/** Whether all of a component is covered; a member of a field (`key`) is less than the field. */
export function covers(components: readonly Component[], name: string): boolean {
  const covered = new Set(components.map(keyOf))
  const wanted = readComponent(name)
  if (covered.has(keyOf(wanted))) return true
  if (name === '@target-uri') return parts.every((part) => covered.has(part))
  return wanted.parameters.size === 0 && (covered.has(`${name};sf`) || covered.has(`${name};bs`))
}

/** Together they say what `@target-uri` does, but for its scheme. */
const parts = ['@authority', '@path', '@query']

/**
 * The value of `Accept-Signature` (RFC 9421 §5.1): what a signature of this request should have.
 *
 * @param withDigest whether the request has a body whose digest must be covered.
 */
export function acceptSignature(
  { components, algorithms, requireNonce }: Requirements,
  { label = 'sig1', tag }: { label: string | undefined; tag: string | undefined },
  withDigest: boolean,
): string {
  const names = new Set([...components, ...(withDigest ? ['content-digest'] : [])])
  const [algorithm, another] = algorithms
  const parameters = new Map<string, string | true>([['created', true]])
  if (algorithm !== undefined && another === undefined) parameters.set('alg', algorithm)
  if (requireNonce) parameters.set('nonce', true)
  if (tag !== undefined) parameters.set('tag', tag)
  const list = [...names].map(readComponent)
  return `${label}=${serializeInnerList(signatureInput(list, parameters))}`
}
