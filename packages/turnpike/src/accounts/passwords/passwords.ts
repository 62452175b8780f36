import { knownOptions } from '../../errors/known-options.ts'
import { areEqual } from '../../http/signing.ts'
import { TranslatableMessage } from '../../languages/message.ts'
import { wholeNumber } from '../../rules/whole-number.ts'
import { InvalidUser } from '../user-store.ts'
import type { KnownPassword } from './known-passwords.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { type RefusalWork, refusalWork } from './refusal-work.ts'

/** Maximum number of bytes of a password in UTF-8. Longer ones are rejected, never truncated. */
export const maxPasswordBytes = 4096

/**
 * Whether the password matches the hash. A null hash belongs to a user who is unknown or has no
 * password. Every rejection costs as much, so its time does not reveal the reason.
 *
 * @param hash the result of `PasswordHasher.hash`. A hash of an unknown format is rejected.
 * @param known makes hashing unnecessary if the password was checked recently. Not for users who
 *   are rejected in any case.
 * @param refusals what a rejection costs. Default the work of a new hash.
 */
export async function verifyPassword(
  hasher: PasswordHasher,
  password: string,
  hash: string | null,
  known?: KnownPassword,
  refusals: RefusalWork = refusalWork(hasher),
): Promise<boolean> {
  if (hash !== null && known?.fits(hash)) return true

  const verified =
    hash === null || passwordProblem(password) !== null ? null : await hasher.verify(password, hash)

  if (verified === null) await hasher.hash(placeholder)
  if (verified !== true) await refusals.complete(verified === null ? null : hash)
  if (verified === true && hash !== null) known?.keep(hash)
  return verified === true
}

/**
 * Checks a password. Hashers call it before they hash.
 *
 * @throws InvalidUser when the password is empty, is longer than 4,096 bytes in UTF-8, or contains
 *   a zero byte or half of a surrogate pair.
 */
export function requirePassword(password: string): void {
  const problem =
    password === ''
      ? new TranslatableMessage('The password is empty. For a user without a password, pass null.')
      : passwordProblem(password)
  if (problem !== null) throw new InvalidUser(problem, 'password')
}

export interface Pbkdf2Options {
  /** Default 600,000. Cloudflare Workers allow at most 100,000. */
  iterations?: number
}

const maxIterations = 10_000_000

const pbkdf2Options = knownOptions<Pbkdf2Options>('pbkdf2()', {
  iterations: wholeNumber({ least: 1, most: maxIterations }),
})

/**
 * PBKDF2 with SHA-256 (RFC 8018) by Web Crypto. Hashes have Django's format, so they can be moved
 * in both directions: `pbkdf2_sha256$600000$<salt>$<base64 of 32 bytes>`.
 */
export function pbkdf2(options: Pbkdf2Options = {}): PasswordHasher {
  pbkdf2Options.require(options)
  const { iterations = 600_000 } = options

  return {
    async hash(password) {
      requirePassword(password)
      const salt = newSalt()
      return [method, iterations, salt, await derive(password, salt, iterations)].join('$')
    },

    async verify(password, hash) {
      const made = parse(hash)
      if (made === null) return null
      const digest = await derive(password, made.salt, made.iterations)
      return areEqual(encoder.encode(digest), encoder.encode(made.digest))
    },

    needsRehash: (hash) => parse(hash)?.iterations !== iterations,

    workOf(hash) {
      const units = hash === null ? iterations : parse(hash)?.iterations
      if (units === undefined) return null
      return { kind: method, units, spend: (count) => derive(placeholder, newSalt(), count) }
    },
  }
}

const method = 'pbkdf2_sha256'
const digestBits = 256
const saltBytes = 16

/** Hashed only for its cost. */
const placeholder = 'nobody has this password'

function passwordProblem(password: string): TranslatableMessage | null {
  if (password.length > maxPasswordBytes || encoder.encode(password).length > maxPasswordBytes) {
    return new TranslatableMessage('The password is longer than {limit} bytes.', {
      limit: maxPasswordBytes,
    })
  }
  if (password.includes('\0')) return new TranslatableMessage('The password has a zero byte.')
  // All lone surrogates are encoded alike, so different passwords would be equal.
  if (!password.isWellFormed())
    return new TranslatableMessage('The password has half of a surrogate pair.')
  return null
}

/** Null when the hash has another format, or demands more work than any honest hash. */
function parse(hash: string): { iterations: number; salt: string; digest: string } | null {
  const [, iterations, salt, digest] =
    /^pbkdf2_sha256\$([1-9]\d{0,7})\$([^$]{1,128})\$([A-Za-z0-9+/]{43}=)$/.exec(hash) ?? []
  if (iterations === undefined || salt === undefined || digest === undefined) return null
  return Number(iterations) > maxIterations
    ? null
    : { iterations: Number(iterations), salt, digest }
}

async function derive(password: string, salt: string, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, [
    'deriveBits',
  ])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations }
  const digest = await crypto.subtle.deriveBits(algorithm, key, digestBits)
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}

/** 16 random bytes as hexadecimal digits: Django treats the salt as a string. */
function newSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(saltBytes))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const encoder = new TextEncoder()
