import { type BareItem, serializeDictionary, serializeInnerList } from 'structured-headers'
import { ConfigurationError } from 'turnpike'
import { knownOptions, oneOf, orNull, text, wholeNumber } from 'turnpike/kit'
import { readComponent } from './component.ts'
import { registeredFields, type StructuredFields } from './component-value.ts'
import { contentDigest, type DigestAlgorithm, digestAlgorithms } from './content-digest.ts'
import { algorithmOf, signBase } from './signature-algorithm.ts'
import { signatureBase, signatureInput } from './signature-base.ts'
import { SignatureFailure } from './signature-failure.ts'
import { components, label, structuredFields } from './signature-rules.ts'

export interface SignRequestOptions {
  /** To sign with: a private key or the secret of an HMAC, as `importSignatureKey` gives it. */
  key: CryptoKey
  /** The name by which the service knows the key. */
  keyId: string
  /**
   * The components that the signature covers. Default `@method`, `@target-uri`, `content-type` if
   * the request has it, and `content-digest` if it has a body.
   */
  components?: readonly string[]
  /** Default now. */
  created?: Date
  /** Seconds from `created` on after which the signature expires. Default: the service decides. */
  expiresIn?: number
  /** A value that no other signature has; null leaves it out. Default a new UUID. */
  nonce?: string | null
  /** The purpose of the signature. Default none. */
  tag?: string
  /** The name of the signature within the request. Default `sig1`. */
  label?: string
  /** The algorithm of `Content-Digest`. Default `sha-256`. */
  digest?: DigestAlgorithm
  /** Further fields that `sf` can be used with: `{ 'x-list': 'list' }`. Default the registered. */
  structuredFields?: StructuredFields
}

export const signRequestOptions = knownOptions<SignRequestOptions>('signRequest()', {
  key: 'required',
  keyId: { required: text },
  components,
  created: 'optional',
  expiresIn: wholeNumber({ least: 1, of: 'seconds' }),
  nonce: orNull(text),
  tag: text,
  label,
  digest: oneOf(digestAlgorithms),
  structuredFields,
})

/**
 * The request with a signature (RFC 9421), and with the `Content-Digest` of its body (RFC 9530)
 * when that is covered and not there yet. The given request is used up.
 *
 * ```ts
 * const key = await importSignatureKey('ed25519', privateKeyAsPem)
 * const request = new Request('https://api.example.com/notes/')
 * await fetch(await signRequest(request, { key, keyId: 'partner-7' }))
 * ```
 *
 * @throws ConfigurationError when the key is of no registered algorithm, or the request does not
 *   have a component.
 */
export async function signRequest(request: Request, options: SignRequestOptions): Promise<Request> {
  signRequestOptions.require(options)
  const { key, digest = 'sha-256', label: name = 'sig1' } = options
  const algorithm = algorithmOf(key)
  if (algorithm === null) {
    throw new ConfigurationError(
      'signRequest() needs a key of an algorithm of RFC 9421: see importSignatureKey().',
    )
  }

  const headers = new Headers(request.headers)
  const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer())
  const names = options.components ?? defaultComponents(headers, body)
  if (names.includes('content-digest') && !headers.has('Content-Digest')) {
    headers.set('Content-Digest', await contentDigest(body ?? new Uint8Array(), digest))
  }

  const { method, url } = request
  const { input, base } = prepared({ method, url, headers }, names, options)
  headers.append('Signature-Input', `${name}=${input}`)
  const signature = await signBase(algorithm, key, base)
  headers.append('Signature', serializeDictionary({ [name]: signature }))
  return new Request(request, { headers, ...(body !== null && { body }) })
}

function defaultComponents(headers: Headers, body: Uint8Array | null): string[] {
  const names = ['@method', '@target-uri']
  if (headers.has('Content-Type')) names.push('content-type')
  return body === null || body.length === 0 ? names : [...names, 'content-digest']
}

function prepared(
  message: { method: string; url: string; headers: Headers },
  names: readonly string[],
  options: SignRequestOptions,
): { input: string; base: string } {
  const parameters = parametersOf(options)
  const types = { ...registeredFields, ...options.structuredFields }
  try {
    const covered = names.map(readComponent)
    const base = signatureBase(message, covered, parameters, types)
    return { base, input: serializeInnerList(signatureInput(covered, parameters)) }
  } catch (error) {
    if (!(error instanceof SignatureFailure)) throw error
    throw new ConfigurationError(`signRequest() cannot sign the request: ${error.message}`)
  }
}

function parametersOf({
  keyId,
  created = new Date(),
  expiresIn,
  nonce = crypto.randomUUID(),
  tag,
}: SignRequestOptions): Map<string, BareItem> {
  const seconds = Math.floor(created.getTime() / 1000)
  const parameters = new Map<string, BareItem>([
    ['created', seconds],
    ['keyid', keyId],
  ])
  if (nonce !== null) parameters.set('nonce', nonce)
  if (expiresIn !== undefined) parameters.set('expires', seconds + expiresIn)
  if (tag !== undefined) parameters.set('tag', tag)
  return parameters
}
