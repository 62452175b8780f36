import { availableParallelism } from 'node:os'
import { type PasswordHasher, pbkdf2 } from '../../accounts/passwords/passwords.ts'
import { argon2id } from '../../node/argon2id.ts'
import type { Config } from '../config.ts'

/** The hasher of a service's accounts. argon2id leaves processors and threads to other requests. */
export const passwordHasher = ({
  passwordHasher,
  workers,
}: Pick<Config, 'passwordHasher' | 'workers'>): PasswordHasher =>
  passwordHasher === 'pbkdf2' ? pbkdf2() : argon2id({ maxConcurrent: hashesAtOnce(workers ?? 1) })

/**
 * How many passwords one of the processes may hash at the same time. All of them leave a processor,
 * as far as each is to hash one. Each leaves a thread of its pool, in which files are read and host
 * names looked up, too: with every thread at a hash, these wait for its end.
 */
function hashesAtOnce(processes: number): number {
  const share = Math.floor((availableParallelism() - 1) / processes)
  return Math.max(1, Math.min(share, poolThreads() - 1))
}

/** As libuv reads it. */
function poolThreads(): number {
  const size = process.env.UV_THREADPOOL_SIZE
  return size === undefined ? 4 : Number.parseInt(size, 10) || 1
}
