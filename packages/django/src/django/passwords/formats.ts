import type { PasswordWork } from 'turnpike/kit'

/** The formats of passwords that Django has had, by the names in front of their hashes. */
export type DjangoPasswordFormat =
  | 'pbkdf2_sha256'
  | 'pbkdf2_sha1'
  | 'argon2'
  | 'scrypt'
  | 'bcrypt_sha256'
  | 'bcrypt'
  | 'sha1'
  | 'md5'

/** How the hashes of a format are made and compared. */
export interface PasswordFormat {
  /** A new hash, at the cost that Django would choose. */
  hash(password: string): Promise<string>

  /**
   * Whether the password matches; null when the hash is broken, or needs more work than is fair.
   */
  verify(password: string, hash: string): Promise<boolean | null>

  /** Whether the hash has the cost of new ones. */
  isCurrent(hash: string): boolean

  /** The work of verifying a hash; of a new one for null. Null if the hash is not verified. */
  workOf(hash: string | null): PasswordWork | null
}

/** `pbkdf2_sha256` of `pbkdf2_sha256$600000$…`; null when no format has it. */
export function formatOf(hash: string): DjangoPasswordFormat | null {
  // As `UnsaltedMD5PasswordHasher` wrote it, before Django 5.1.
  if (/^[\da-f]{32}$/.test(hash)) return 'md5'
  const name = hash.slice(0, Math.max(hash.indexOf('$'), 0))
  return isFormat(name) ? name : null
}

const names = {
  pbkdf2_sha256: true,
  pbkdf2_sha1: true,
  argon2: true,
  scrypt: true,
  bcrypt_sha256: true,
  bcrypt: true,
  sha1: true,
  md5: true,
} satisfies Record<DjangoPasswordFormat, true>

export const isFormat = (name: string): name is DjangoPasswordFormat => Object.hasOwn(names, name)
