import { availableParallelism } from 'node:os'
import type { PasswordHasher } from 'turnpike'
import {
  knownOptions,
  oneOf,
  requirePassword,
  trueOrFalse,
  wholeNumber,
  workQueue,
} from 'turnpike/kit'
import { argon2Format } from './argon2.ts'
import { bcryptFormat } from './bcrypt.ts'
import { maxIterations, pbkdf2Format, saltedHash, scryptFormat } from './derived.ts'
import { type DjangoPasswordFormat, formatOf, type PasswordFormat } from './formats.ts'

/** The formats in which new passwords can be stored. */
export type NewPasswordFormat = Exclude<DjangoPasswordFormat, 'md5' | 'sha1'>

export interface DjangoPasswordsOptions {
  /**
   * The format of new passwords: the first one of `PASSWORD_HASHERS`. Every refusal does its work,
   * beside that of the stored formats. Default `pbkdf2_sha256`.
   */
  format?: NewPasswordFormat
  /**
   * Iterations of PBKDF2: those of the Django release, which otherwise replaces the hash when
   * the user signs in there. Default 600,000.
   */
  iterations?: number
  /**
   * True: a password of another format or cost is stored in the new one when its user signs in.
   * Default false: stored passwords stay as they are.
   */
  rehash?: boolean
}

const newFormats = [
  'pbkdf2_sha256',
  'pbkdf2_sha1',
  'argon2',
  'scrypt',
  'bcrypt_sha256',
  'bcrypt',
] as const satisfies readonly NewPasswordFormat[]

const djangoPasswordsOptions = knownOptions<DjangoPasswordsOptions>('djangoPasswords()', {
  format: oneOf(newFormats),
  iterations: wholeNumber({ least: 1, most: maxIterations }),
  rehash: trueOrFalse,
})

/**
 * Passwords in the formats of Django: all of them are verified, also the salted MD5 and SHA-1 of
 * old users, and new ones can be read by Django. An unusable password (`!…`) matches nothing.
 *
 * `argon2` needs Node 24.7 or later, `bcrypt` and `bcrypt_sha256` the package `bcrypt`.
 */
export function djangoPasswords(options: DjangoPasswordsOptions = {}): PasswordHasher {
  djangoPasswordsOptions.require(options)
  const { format = 'pbkdf2_sha256', iterations = 600_000, rehash = false } = options
  const inTurn = workQueue({
    maxConcurrent: Math.max(1, availableParallelism() - 1),
    maxQueued: 100,
  })
  const making: Record<NewPasswordFormat, PasswordFormat> = {
    pbkdf2_sha256: pbkdf2Format('pbkdf2_sha256', iterations),
    pbkdf2_sha1: pbkdf2Format('pbkdf2_sha1', iterations),
    argon2: argon2Format(),
    scrypt: scryptFormat(),
    bcrypt_sha256: bcryptFormat('bcrypt_sha256'),
    bcrypt: bcryptFormat('bcrypt'),
  }
  const formats: Record<DjangoPasswordFormat, Pick<PasswordFormat, 'verify' | 'workOf'>> = {
    ...making,
    md5: saltedHash('md5'),
    sha1: saltedHash('sha1'),
  }

  return {
    async hash(password) {
      requirePassword(password)
      return inTurn(() => making[format].hash(password))
    },

    async verify(password, hash) {
      const made = formatOf(hash)
      return made === null ? null : inTurn(() => formats[made].verify(password, hash))
    },

    needsRehash: (hash) => rehash && (formatOf(hash) !== format || !making[format].isCurrent(hash)),

    workOf(hash) {
      const made = hash === null ? format : formatOf(hash)
      const work = made === null ? null : formats[made].workOf(hash)
      return work && { ...work, spend: (units) => inTurn(() => work.spend(units)) }
    },
  }
}
