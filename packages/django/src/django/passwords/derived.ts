import * as nodeCrypto from 'node:crypto'
import { promisify } from 'node:util'
import { areSame } from '../signing/salted-hmac.ts'
import type { PasswordFormat } from './formats.ts'
import { newSalt } from './salt.ts'

/**
 * More than any honest hash has. One that needs more would keep the service busy for minutes.
 */
export const maxIterations = 10_000_000

const pbkdf2 = promisify(nodeCrypto.pbkdf2)

/** `pbkdf2_sha256$<iterations>$<salt>$<base64>` (RFC 8018). */
export function pbkdf2Format(
  name: 'pbkdf2_sha256' | 'pbkdf2_sha1',
  iterations: number,
): PasswordFormat {
  const [digest, length] =
    name === 'pbkdf2_sha1' ? (['sha1', 20] as const) : (['sha256', 32] as const)
  const derive = (password: string, salt: string, count: number) =>
    pbkdf2(password, salt, count, length, digest)

  /** Null when the hash is broken, or demands too much. */
  function parse(hash: string): { count: number; salt: string; digest: Buffer } | null {
    const [, count = '', salt = '', text = ''] = hash.split('$')
    const bytes = Buffer.from(text, 'base64')
    if (!isCount(count, maxIterations) || bytes.length !== length) return null
    return { count: Number(count), salt, digest: bytes }
  }

  return {
    async hash(password) {
      const salt = newSalt()
      const derived = await derive(password, salt, iterations)
      return [name, iterations, salt, derived.toString('base64')].join('$')
    },
    async verify(password, hash) {
      const made = parse(hash)
      return made && areSame(await derive(password, made.salt, made.count), made.digest)
    },
    isCurrent: (hash) => hash.split('$')[1] === String(iterations),
    workOf(hash) {
      const units = hash === null ? iterations : parse(hash)?.count
      return units === undefined
        ? null
        : { kind: name, units, spend: (more) => derive('', newSalt(), more) }
    },
  }
}

/** N times r times p. It takes some seconds, and at most one GiB. */
const maxScryptWork = 8_388_608

type ScryptCost = Pick<nodeCrypto.ScryptOptions, 'N' | 'r' | 'p'>

const scrypt = promisify(
  nodeCrypto.scrypt as (
    password: string,
    salt: string,
    length: number,
    options: nodeCrypto.ScryptOptions,
    callback: (error: Error | null, derived: Buffer) => void,
  ) => void,
)

/**
 * `scrypt$<N>$<salt>$<r>$<p>$<base64 of 64 bytes>` (RFC 7914), as Django 4.0 and later write it.
 */
export function scryptFormat(): PasswordFormat {
  const current = { N: 16_384, r: 8, p: 5 }
  // Twice the memory of the blocks, which is what OpenSSL counts.
  const derive = (password: string, salt: string, { N = 1, r = 1, p = 1 }: ScryptCost) =>
    scrypt(password, salt, 64, { N, r, p, maxmem: 256 * N * r + 256 * r * p + 65_536 })

  return {
    async hash(password) {
      const salt = newSalt()
      const derived = await derive(password, salt, current)
      const { N, r, p } = current
      return ['scrypt', N, salt, r, p, derived.toString('base64')].join('$')
    },
    async verify(password, hash) {
      const made = parseScrypt(hash)
      return made && areSame(await derive(password, made.salt, made.cost), made.digest)
    },
    isCurrent(hash) {
      const [, n, , r, p] = hash.split('$')
      return [n, r, p].join() === [current.N, current.r, current.p].join()
    },
    workOf(hash) {
      const cost = hash === null ? current : parseScrypt(hash)?.cost
      if (cost === undefined) return null
      const { N, r, p } = cost
      const spend = (more: number) => derive('', newSalt(), { N, r, p: more })
      return { kind: `scrypt N=${N},r=${r}`, units: p, spend }
    },
  }
}

/** Null when the hash is broken, or demands too much. */
function parseScrypt(hash: string) {
  const [, n = '', salt = '', r = '', p = '', text = ''] = hash.split('$')
  const digest = Buffer.from(text, 'base64')
  const cost = { N: Number(n), r: Number(r), p: Number(p) }
  const isFair =
    isCount(n, 1_048_576) &&
    isCount(r, 32) &&
    isCount(p, 32) &&
    isPowerOfTwo(cost.N) &&
    cost.N * cost.r * cost.p <= maxScryptWork
  return isFair && digest.length === 64 ? { cost, salt, digest } : null
}

/** `md5$<salt>$<hexadecimal>` and `sha1$…`: never made, only compared. */
export const saltedHash = (name: 'md5' | 'sha1'): Pick<PasswordFormat, 'verify' | 'workOf'> => ({
  async verify(password, hash) {
    const [, salt = '', expected = ''] = hash.includes('$') ? hash.split('$') : ['', '', hash]
    const actual = nodeCrypto.createHash(name).update(salt).update(password).digest('hex')
    return areSame(Buffer.from(actual), Buffer.from(expected))
  },
  workOf: () => null,
})

const isCount = (text: string, most: number) => /^[1-9]\d{0,8}$/.test(text) && Number(text) <= most

const isPowerOfTwo = (number: number) => number > 1 && (number & (number - 1)) === 0
