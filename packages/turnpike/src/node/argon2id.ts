import * as nodeCrypto from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { PasswordHasher, PasswordWork } from '../accounts/passwords/password-hasher.ts'
import { pbkdf2, requirePassword } from '../accounts/passwords/passwords.ts'
import { type WorkQueue, workQueue } from '../accounts/passwords/work-queue.ts'
import { knownOptions } from '../errors/known-options.ts'
import { type Argon2idCost as Cost, deriveArgon2id, type WasmArgon2id } from './derive-argon2id.ts'

export interface Argon2idOptions {
  /** Memory of one hash in KiB. Default 47,104, which is 46 MiB. */
  memory?: number
  /** Number of passes over the memory. Default 1. */
  passes?: number
  /** Number of parallel lanes. Default 1. */
  parallelism?: number
  /**
   * Maximum number of hashes at the same time. Default one less than the number of processors, at
   * least 1.
   */
  maxConcurrent?: number
  /** Maximum number of waiting hashes; further ones fail with `ServiceUnavailable`. Default 100. */
  maxQueued?: number
  /** Maximum seconds that a hash waits before it fails likewise. Default 10. */
  maxWaitSeconds?: number
  /**
   * Other hashers whose hashes are still verified. Default `[pbkdf2()]`, which includes Django's.
   */
  verifies?: readonly PasswordHasher[]
  /**
   * What hashes where the runtime has no `crypto.argon2`: `argon2id` of `hash-wasm`. It blocks the
   * event loop while it does. Default none.
   */
  wasm?: WasmArgon2id
}

const argon2idOptions = knownOptions<Argon2idOptions>('argon2id()', {
  memory: 'optional',
  passes: 'optional',
  parallelism: 'optional',
  maxConcurrent: 'optional',
  maxQueued: 'optional',
  maxWaitSeconds: 'optional',
  verifies: 'optional',
  wasm: 'optional',
})

/**
 * Argon2id (RFC 9106) by `node:crypto`, at a cost recommended by OWASP's password storage cheat
 * sheet. Hashes have the PHC format: `$argon2id$v=19$m=47104,t=1,p=1$<salt>$<digest>` in base64
 * without padding. Django's `argon2$argon2id$…` is verified too.
 *
 * @throws ConfigurationError when the runtime lacks `crypto.argon2`, like Node before 24.7 and
 *   Deno, and there is no `wasm`.
 */
export function argon2id(options: Argon2idOptions = {}): PasswordHasher {
  argon2idOptions.require(options)
  const {
    memory = 47_104,
    passes = 1,
    parallelism = 1,
    maxConcurrent = Math.max(1, availableParallelism() - 1),
    maxQueued = 100,
    maxWaitSeconds = 10,
    verifies = [pbkdf2()],
    wasm,
  } = options
  const cost: Cost = { memory, passes, parallelism }
  const derive = deriveArgon2id(wasm)
  const inTurn = workQueue({ maxConcurrent, maxQueued, maxWaitSeconds })
  requireCost(cost)

  return {
    async hash(password) {
      requirePassword(password)
      const salt = nodeCrypto.randomBytes(saltBytes)
      const digest = await inTurn(() => derive(password, salt, cost, digestBytes))
      const parameters = `m=${memory},t=${passes},p=${parallelism}`
      return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(digest)}`
    },

    async verify(password, hash) {
      const made = parse(hash)
      if (made === null) return inTurn(() => firstAnswer(verifies, password, hash))

      const { salt, digest } = made
      const actual = await inTurn(() => derive(password, salt, made.cost, digest.length))
      return nodeCrypto.timingSafeEqual(actual, digest)
    },

    needsRehash(hash) {
      const made = parse(hash)
      return made === null || !isSameCost(made.cost, cost) || made.digest.length < digestBytes
    },

    workOf(hash) {
      const made = hash === null ? { cost } : parse(hash)
      if (made === null) return firstWork(verifies, hash, inTurn)

      const { memory, passes, parallelism } = made.cost
      return {
        kind: `argon2id m=${memory},p=${parallelism}`,
        units: passes,
        spend(more) {
          const salt = nodeCrypto.randomBytes(saltBytes)
          return inTurn(() => derive('', salt, { ...made.cost, passes: more }, digestBytes))
        },
      }
    },
  }
}

const saltBytes = 16
const digestBytes = 32
/** One GiB. A hash that needs more is not verified: it would bring the service down. */
const maxMemory = 1_048_576
const maxPasses = 64
const maxParallelism = 64

/** The algorithm needs eight blocks of one KiB per lane (RFC 9106 §3.1). */
const isPossible = ({ memory, passes, parallelism }: Cost) =>
  isWithin(parallelism, 1, maxParallelism) &&
  isWithin(memory, 8 * parallelism, maxMemory) &&
  isWithin(passes, 1, maxPasses)

const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

const isSameCost = (a: Cost, b: Cost) =>
  a.memory === b.memory && a.passes === b.passes && a.parallelism === b.parallelism

function requireCost(cost: Cost): void {
  if (isPossible(cost)) return
  throw new Error(
    `argon2id() cannot hash with ${JSON.stringify(cost)}: memory is 8 KiB for each lane to ` +
      `${maxMemory} KiB, passes 1 to ${maxPasses}, parallelism 1 to ${maxParallelism}.`,
  )
}

const format =
  /^(?:argon2)?\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{22,86})$/

/** Null when the hash has another format, or demands too much. */
function parse(hash: string): { cost: Cost; salt: Buffer; digest: Buffer } | null {
  const [, m, t, p, salt, digest] = format.exec(hash) ?? []
  if (salt === undefined || digest === undefined) return null

  const cost = { memory: Number(m), passes: Number(t), parallelism: Number(p) }
  if (!isPossible(cost)) return null
  return { cost, salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') }
}

async function firstAnswer(
  hashers: readonly PasswordHasher[],
  password: string,
  hash: string,
): Promise<boolean | null> {
  for (const hasher of hashers) {
    const answer = await hasher.verify(password, hash)
    if (answer !== null) return answer
  }
  return null
}

function firstWork(
  hashers: readonly PasswordHasher[],
  hash: string | null,
  inTurn: WorkQueue,
): PasswordWork | null {
  for (const hasher of hashers) {
    const work = hasher.workOf?.(hash) ?? null
    if (work !== null) return { ...work, spend: (units) => inTurn(() => work.spend(units)) }
  }
  return null
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
