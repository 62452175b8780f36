/** A key that signs access tokens. */
export interface StoredSigningKey {
  /** The thumbprint of the public key (RFC 7638): the `kid` of its tokens. */
  readonly id: string
  /** The algorithm of its signatures, such as `ES256` (RFC 7518 §3.1). */
  readonly algorithm: string
  /** As a JWK (RFC 7517), private parts included. */
  readonly privateKey: Readonly<Record<string, unknown>>
  readonly created: Date
  /** From when on it signs, until the next one does. */
  readonly signsFrom: Date
}

/**
 * Where signing keys are kept. Anyone who can read them can sign in as anybody: stores seal them.
 *
 * `tokenPairs` of `@turnpike/jwt` makes the keys, and decides which one signs.
 */
export interface SigningKeyStore {
  /**
   * All keys, in the order in which they sign.
   *
   * @throws ConfigurationError when one cannot be read: the secret that sealed it is missing.
   */
  all(): Promise<StoredSigningKey[]>

  /**
   * Adds a key after another one. Of several concurrent calls with the same predecessor exactly one
   * adds its key, in any process.
   *
   * @param after the id of the key that it follows; null if it is the first.
   * @returns whether this call has added its key.
   */
  add(key: StoredSigningKey, after: string | null): Promise<boolean>

  /** Deletes the keys with these ids. Those that are missing do not matter. */
  remove(ids: readonly string[]): Promise<void>

  /** Deletes all keys, readable or not, and adds this one as the first. All of it, or nothing. */
  replaceAll(key: StoredSigningKey): Promise<void>
}
