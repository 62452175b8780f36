import * as nodeCrypto from 'node:crypto'
import { availableParallelism } from 'node:os'
import { type PasswordHasher, pbkdf2 } from 'turnpike'
import { missingPackage } from 'turnpike/kit'
import { type Argon2idOptions, argon2id } from 'turnpike/node'
import type { Config } from '../config.ts'

/**
 * The hasher of a service's accounts. argon2id leaves processors and threads for other requests.
 * Where the runtime has none, it is that of `hash-wasm`, if that is installed.
 *
 * @throws ConfigurationError when it is not.
 */
export async function passwordHasher({
  passwordHasher,
  workers,
}: Pick<Config, 'passwordHasher' | 'workers'>): Promise<PasswordHasher> {
  if (passwordHasher === 'pbkdf2') return pbkdf2()
  const wasm = nodeCrypto.argon2 === undefined ? await installedWasm() : undefined
  return argon2id({ maxConcurrent: hashesAtOnce(workers ?? 1), ...(wasm && { wasm }) })
}

async function installedWasm(): Promise<Argon2idOptions['wasm']> {
  try {
    return (await import('hash-wasm')).argon2id
  } catch (error) {
    if (missingPackage(error, 'hash-wasm@4', 'argon2id') === error) throw error
    return undefined
  }
}

/**
 * How many passwords each process may hash at the same time. Together they leave a processor free,
 * unless each must have one. Each leaves a thread of its pool free, which also reads files and
 * resolves host names.
 */
function hashesAtOnce(processes: number): number {
  const share = Math.floor((availableParallelism() - 1) / processes)
  return Math.max(1, Math.min(share, poolThreads() - 1))
}

/** As in libuv. */
function poolThreads(): number {
  const size = process.env.UV_THREADPOOL_SIZE
  return size === undefined ? 4 : Number.parseInt(size, 10) || 1
}
