/** The keys under which Django signs. */
export interface DjangoKeys {
  /** `SECRET_KEY`: it signs, and verifies. */
  readonly secretKey: string
  /** `SECRET_KEY_FALLBACKS`: they verify what was signed earlier. */
  readonly fallbacks: readonly string[]
}
