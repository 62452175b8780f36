import { availableParallelism } from 'node:os'
import { type PasswordHasher, pbkdf2 } from 'turnpike'
import { argon2id } from 'turnpike/node'
import type { Config } from '../config.ts'

/**
 * The hasher of a service's accounts. argon2id leaves processors and threads for other requests.
 */
export const passwordHasher = ({
  passwordHasher,
  workers,
}: Pick<Config, 'passwordHasher' | 'workers'>): PasswordHasher =>
  passwordHasher === 'pbkdf2' ? pbkdf2() : argon2id({ maxConcurrent: hashesAtOnce(workers ?? 1) })

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
