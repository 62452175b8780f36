/** The rules for new passwords: the setting `PASSWORD_RULES`. Passwords that exist stay valid. */
export interface PasswordRules {
  /** Fewest characters, counted as code points: 8 to 64. Default 8. */
  readonly minLength?: number
  /**
   * Where breached passwords are asked for: the first five digits of the SHA-1 digest are added, as
   * in `https://api.pwnedpasswords.com/range/21BD1`. With null, nobody is asked. Default null.
   */
  readonly breachedUrl?: string | null
}

/** Fewest characters that a service may ask for (NIST SP 800-63B-4 §3.1.1.2, ASVS 5 6.2.1). */
export const leastMinLength = 8

/** Maximum number of bytes of a new password in UTF-8. */
export const maxNewPasswordBytes = 1024

/** The user of a new password, which must not be like either of these. */
export interface PasswordOwner {
  readonly username: string
  /** Default empty: the user has none. */
  readonly email?: string
}
