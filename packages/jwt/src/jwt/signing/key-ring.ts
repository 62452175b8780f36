import type { JWK } from 'jose'
import type { SigningKey } from './signing-key.ts'

/** The keys of a service that signs tokens, now. */
export interface KeyRing {
  /** The key that signs. */
  signing(): Promise<SigningKey>

  /** The key with this id if its tokens may still be valid; null when there is none. */
  find(id: string): Promise<SigningKey | null>

  /** The public keys: of tokens that may still be valid, and of the key that signs next. */
  published(): Promise<readonly JWK[]>
}

/** The `Cache-Control` of the keys, in seconds. */
export const publishedForSeconds = 300
