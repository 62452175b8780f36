import { type CryptoKey, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose'

/** A key to verify with: public, or a secret. */
export type VerificationKey = CryptoKey | Uint8Array

/** The header fields of a token that lead to its key. */
export interface KeyHint {
  readonly alg: string
  /** The `kid`; undefined if the header has none. */
  readonly kid?: string | undefined
}

/** Keys that do not change: other keys are another set. */
export interface KeySet {
  /**
   * The keys that may have signed such a token: usually one, empty when there is none. Then
   * jwt/tokens/verify.ts says what happens.
   */
  find(hint: KeyHint): Promise<readonly VerificationKey[]>
}

/** Where the keys come from: an issuer, or the application. */
export interface KeySource {
  /** The keys, if they can be used as they are; otherwise null, and `current` fetches them. */
  ready(): KeySet | null
  /** @throws ServiceUnavailable when there are none, because the issuer is away. */
  current(): Promise<KeySet>
  /**
   * Fetches the keys again when a token names a key that is not in `known`. Returns `known` when it
   * is too early to fetch them again.
   *
   * @throws ServiceUnavailable when they could not be fetched: the issuer may have new ones.
   */
  renewed(known: KeySet): Promise<KeySet>
}

/** Keys without a `kid` are tried in turn: no issuer has more at once. */
const maxTried = 8

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
        if (error instanceof errors.JWKSMultipleMatchingKeys) return firstOf(error, maxTried)
        return []
      }
    },
  }
}

async function firstOf<Item>(items: AsyncIterable<Item>, max: number): Promise<Item[]> {
  const first: Item[] = []
  for await (const item of items) {
    first.push(item)
    if (first.length === max) break
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
