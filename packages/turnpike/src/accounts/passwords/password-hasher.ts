/** One way to hash passwords. `turnpike/node` has `argon2id()`; `pbkdf2()` runs everywhere. */
export interface PasswordHasher {
  /**
   * A self-describing string to store: the method, its cost, the salt and the digest.
   *
   * @throws InvalidUser when `requirePassword` rejects the password.
   */
  hash(password: string): Promise<string>

  /** Whether the password matches; null when another hasher made the hash. */
  verify(password: string, hash: string): Promise<boolean | null>

  /** Whether the hash has another method or cost than `hash` would use now. */
  needsRehash(hash: string): boolean

  /**
   * The work of verifying this hash; of a new one for null. With it, every refusal takes as long as
   * that of the user whose hash is the dearest. Null means next to no work, or another hasher's
   * hash.
   */
  workOf?(hash: string | null): PasswordWork | null
}

/** How much work a hash takes. */
export interface PasswordWork {
  /** Work of one kind can be added: `pbkdf2_sha256`, or `argon2id m=47104,p=1`. */
  readonly kind: string
  /** Such as the number of iterations or passes. */
  readonly units: number
  /** Does this much work of the kind, for its time alone. */
  spend(units: number): Promise<unknown>
}
