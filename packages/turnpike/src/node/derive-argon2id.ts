import * as nodeCrypto from 'node:crypto'
import { promisify } from 'node:util'
import { ConfigurationError } from '../errors/configuration-error.ts'

/** What a hash costs. */
export interface Argon2idCost {
  /** In KiB. */
  memory: number
  passes: number
  parallelism: number
}

/** Argon2id in WebAssembly: the function `argon2id` of the package `hash-wasm`, version 4. */
export type WasmArgon2id = (options: {
  password: string | Uint8Array
  salt: Uint8Array
  iterations: number
  parallelism: number
  memorySize: number
  hashLength: number
  outputType: 'binary'
}) => Promise<Uint8Array>

/** Computes a digest of `length` bytes. */
export type Derive = (
  password: string,
  salt: Buffer,
  cost: Argon2idCost,
  length: number,
) => Promise<Buffer>

/**
 * Argon2id of this runtime, else of `wasm`.
 *
 * @throws ConfigurationError when there is neither.
 */
export function deriveArgon2id(wasm: WasmArgon2id | undefined): Derive {
  if (typeof nodeCrypto.argon2 === 'function') {
    const argon2 = promisify(nodeCrypto.argon2)
    return (message, nonce, cost, tagLength) =>
      argon2('argon2id', { message, nonce, ...cost, tagLength })
  }
  if (wasm === undefined) {
    throw new ConfigurationError(
      'argon2id() needs crypto.argon2 of node:crypto, which this runtime lacks; Node has it from 24.7 on. ' +
        "Install hash-wasm@4 and pass its argon2id as the option 'wasm', or use pbkdf2(). " +
        'In a service, install hash-wasm@4, or set PASSWORD_HASHER=pbkdf2.',
    )
  }
  return async (password, salt, { memory, passes, parallelism }, hashLength) =>
    Buffer.from(
      await wasm({
        // It refuses the empty password, which no user has: anything else takes as long.
        password: password === '' ? nodeCrypto.randomBytes(16) : password,
        salt,
        iterations: passes,
        parallelism,
        memorySize: memory,
        hashLength,
        outputType: 'binary',
      }),
    )
}
