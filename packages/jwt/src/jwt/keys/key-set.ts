import { type CryptoKey, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose'

/** A key to verify with: public, or a secret. */
export type VerificationKey = CryptoKey | Uint8Array

/** What the header of a token says of its key. */
export interface KeyHint {
  readonly alg: string
  /** Undefined: it does not say which one it is. */
  readonly kid?: string | undefined
}

/** Keys that do not change: other keys are another set. */
export interface KeySet {
  /** The keys that may have signed such a token: empty when there is none, mostly one. */
  find(hint: KeyHint): Promise<readonly VerificationKey[]>
}

/** Where the keys come from: an issuer, or the application. */
export interface KeySource {
  /** The keys, if they can be used as they are; otherwise null, and `current` fetches them. */
  ready(): KeySet | null
  /** @throws ServiceUnavailable when there are none, because the issuer is away. */
  current(): Promise<KeySet>
  /**
   * The keys after a token with a key that is not among `known`: those, if it is too early to fetch
   * them again.
   *
   * @throws ServiceUnavailable when they could not be fetched: the issuer may have new ones.
   */
  renewed(known: KeySet): Promise<KeySet>
}

/** Keys without a `kid` are tried in turn: no issuer has more at once. */
const mostTried = 8

/**
 * @param jwks public keys (RFC 7517 §5). Those that cannot be used are passed over.
 * @throws JWKSInvalid when it is malformed.
 */
export function publicKeySet(jwks: JSONWebKeySet): KeySet {
  const find = createLocalJWKSet(jwks)
  return {
    async find({ alg, kid }) {
      try {
        return [await find(kid === undefined ? { alg } : { alg, kid })]
      } catch (error) {
        if (error instanceof errors.JWKSMultipleMatchingKeys) return firstOf(error, mostTried)
        return []
      }
    },
  }
}

async function firstOf<Item>(items: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const first: Item[] = []
  for await (const item of items) {
    first.push(item)
    if (first.length === most) break
  }
  return first
}

/** A source whose keys are made once. They are made when the first token is verified. */
export function fixedKeys(make: () => KeySet | Promise<KeySet>): KeySource {
  let made: KeySet | null = null
  return {
    ready: () => made,
    async current() {
      made ??= await make()
      return made
    },
    renewed: async (known) => known,
  }
}
