import type { HttpRequest, ReplayStore, User } from 'turnpike'
import {
  functionRule,
  knownOptions,
  objectWith,
  type Rule,
  text,
  trueOrFalse,
  wholeNumber,
} from 'turnpike/kit'
import type { StructuredFields } from './component-value.ts'
import {
  isSignatureAlgorithm,
  type SignatureAlgorithm,
  signatureAlgorithms,
} from './signature-algorithm.ts'
import { components, label, structuredFields } from './signature-rules.ts'

/** The facts that the application has about a key. */
export interface SignatureKey<U extends User> {
  /** To verify with: a public key or the secret of an HMAC, as `importSignatureKey` gives it. */
  readonly key: CryptoKey
  /** Who signs with it. */
  readonly user: U
  /** The scopes of requests with it, for `requireScope`. Default: whatever the user may. */
  readonly scopes?: readonly string[]
}

export interface HttpSignatureAuthenticationOptions<U extends User> {
  /**
   * The key with this `keyid`, or null when there is none. It is called before the signature is
   * verified: the request is not to be trusted yet.
   */
  keyOf(
    keyId: string,
    request: HttpRequest,
  ): Promise<SignatureKey<U> | null> | SignatureKey<U> | null
  /**
   * The components that a signature must cover at least:
   * `['@method', '@target-uri', 'content-type']`. Instead of `@target-uri` a signature may cover
   * `@authority`, `@path` and `@query`. Default `@method` and `@target-uri`.
   */
  components?: readonly string[]
  /**
   * Whether a signature must cover the `Content-Digest` of a request with a body (RFC 9530).
   * Default true. A digest that is covered is always verified.
   */
  contentDigest?: boolean
  /** The algorithms that are accepted. Default all but `rsa-v1_5-sha256`. */
  algorithms?: readonly SignatureAlgorithm[]
  /** Seconds after which a signature has expired, from its `created` on. Default 300. */
  maxAge?: number
  /** Seconds by which the clocks of clients may differ. Default 30. */
  clockTolerance?: number
  /**
   * Where used signatures are remembered, so that each is accepted once. Default none: one that is
   * recorded on its way can be repeated until it expires.
   */
  replays?: ReplayStore
  /** Whether a signature needs a `nonce`. Default false. */
  requireNonce?: boolean
  /** The `tag` of the signatures that are meant. Default any: there must be only one. */
  tag?: string
  /** The label of the signature that is meant. Default any: there must be only one. */
  label?: string
  /** Further fields that `sf` can be used with: `{ 'x-list': 'list' }`. Default the registered. */
  structuredFields?: StructuredFields
  /** Names the protected space in the challenge. Default `api`. */
  realm?: string
}

const algorithms: Rule<readonly SignatureAlgorithm[]> = {
  expected: `a list of one or more of ${signatureAlgorithms.join(', ')}`,
  accepts: (value): value is readonly SignatureAlgorithm[] =>
    Array.isArray(value) && value.length > 0 && value.every(isSignatureAlgorithm),
}

export const httpSignatureAuthenticationOptions = knownOptions<
  HttpSignatureAuthenticationOptions<User>
>('httpSignatureAuthentication()', {
  keyOf: { required: functionRule('a function of the keyid that returns a key or null') },
  components,
  contentDigest: trueOrFalse,
  algorithms,
  maxAge: wholeNumber({ least: 1, of: 'seconds' }),
  clockTolerance: wholeNumber({ least: 0, of: 'seconds' }),
  replays: objectWith('a replay store', ['remember']),
  requireNonce: trueOrFalse,
  tag: text,
  label,
  structuredFields,
  realm: 'optional',
})
