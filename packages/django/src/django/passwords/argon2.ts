import * as nodeCrypto from 'node:crypto'
import { promisify } from 'node:util'
import { ConfigurationError } from 'turnpike'
import { areSame } from '../signing/salted-hmac.ts'
import type { PasswordFormat } from './formats.ts'
import { newSalt } from './salt.ts'

/** Django's cost: 100 MiB, two passes, eight lanes. */
const current = { memory: 102_400, passes: 2, parallelism: 8 }

/** One GiB, as in `argon2id()`. */
const maxMemory = 1_048_576

/** KiB times passes: some seconds. */
const maxWork = 4 * maxMemory

const format =
  /^argon2\$(argon2id|argon2i|argon2d)\$(?:v=(\d+)\$)?m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{16,86})$/

/**
 * `argon2$argon2id$v=19$m=102400,t=2,p=8$<salt>$<digest>`, in base64 without padding (RFC 9106).
 */
export function argon2Format(): PasswordFormat {
  return {
    async hash(password) {
      const salt = Buffer.from(newSalt())
      const derived = await derive('argon2id', password, salt, current, 32)
      const { memory, passes, parallelism } = current
      const cost = `m=${memory},t=${passes},p=${parallelism}`
      return `argon2$argon2id$v=19$${cost}$${unpadded(salt)}$${unpadded(derived)}`
    },

    async verify(password, hash) {
      const made = parse(hash)
      if (made === null) return null
      const { variant, cost, salt, digest } = made
      return areSame(await derive(variant, password, salt, cost, digest.length), digest)
    },

    isCurrent: (hash) => hash.startsWith('argon2$argon2id$v=19$m=102400,t=2,p=8$'),

    workOf(hash) {
      const made = hash === null ? { variant: 'argon2id' as const, cost: current } : parse(hash)
      if (made === null) return null
      const { variant, cost } = made
      return {
        kind: `${variant} m=${cost.memory},p=${cost.parallelism}`,
        units: cost.passes,
        spend: (passes) => derive(variant, '', Buffer.from(newSalt()), { ...cost, passes }, 32),
      }
    },
  }
}

/** Null when the hash has another form, or demands too much. */
function parse(hash: string) {
  const [, variant, version, m, t, p, salt = '', digest = ''] = format.exec(hash) ?? []
  const cost = { memory: Number(m), passes: Number(t), parallelism: Number(p) }
  const isFair =
    cost.parallelism > 0 &&
    cost.memory >= 8 * cost.parallelism &&
    cost.memory <= maxMemory &&
    cost.memory * cost.passes <= maxWork
  // Version 16 has another algorithm, which no library of this time makes.
  if (variant === undefined || version !== '19' || cost.passes < 1 || !isFair) return null
  return {
    variant: variant as Variant,
    cost,
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  }
}

type Variant = 'argon2id' | 'argon2i' | 'argon2d'

function derive(
  variant: Variant,
  message: string,
  nonce: Buffer,
  cost: typeof current,
  tagLength: number,
): Promise<Buffer> {
  if (typeof nodeCrypto.argon2 !== 'function') {
    throw new ConfigurationError(
      'A password has the format argon2, which needs crypto.argon2 of node:crypto: use Node 24.7 or later.',
    )
  }
  return promisify(nodeCrypto.argon2)(variant, { message, nonce, ...cost, tagLength })
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
