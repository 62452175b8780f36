import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultService } from '../../../src/service/default-service.ts'
import { startService } from '../test-service.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  syncBuiltinESMExports()
})

/** How many passwords a machine with so many processors hashes at the same time in a flood of 200 sign-ins. */
async function mostAtOnce(processors: number, env: Record<string, string>) {
  vi.stubEnv('UV_THREADPOOL_SIZE', env.UV_THREADPOOL_SIZE)
  vi.spyOn(os, 'availableParallelism').mockReturnValue(processors)
  let [running, most] = [0, 0]
  vi.spyOn(crypto, 'argon2').mockImplementation((_algorithm, { tagLength }, callback) => {
    most = Math.max(most, ++running)
    setTimeout(() => {
      running--
      callback(null, Buffer.alloc(tagLength))
    }, 2)
  })
  syncBuiltinESMExports()

  const { request } = await startService(defaultService, env)
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const [username, password] = [`user${index}`, 'wrong']
      const response = await (index % 2 === 0
        ? request('/whoami/', { headers: { Authorization: `Basic ${btoa(`${username}:wrong`)}` } })
        : request('/api-token-auth/', {
            method: 'POST',
            body: new URLSearchParams({ username, password }),
          }))
      return response.status
    }),
  )
  return { most, statuses: new Set(statuses) }
}

describe('a flood of sign-ins', () => {
  it.each([
    ['one process on one processor', 1, {}, 1],
    ['one process on two', 2, {}, 1],
    ['one process on four', 4, {}, 3],
    ["one process on sixteen, as Node's pool has four threads", 16, {}, 3],
    ['one process on sixteen with more threads', 16, { UV_THREADPOOL_SIZE: '32' }, 15],
    ['one process with a single thread', 16, { UV_THREADPOOL_SIZE: '1' }, 1],
    ['each of four workers on sixteen', 16, { WORKERS: '4' }, 3],
    ['each of four workers on eight', 8, { WORKERS: '4' }, 1],
    ['each of sixteen workers on sixteen', 16, { WORKERS: '16' }, 1],
  ])(
    'a flood of sign-ins is hashed a few at a time by %s',
    async (_, processors, env, expected) => {
      const { most, statuses } = await mostAtOnce(processors, env)

      expect(most).toBe(expected)
      expect([...statuses].every((status) => [400, 401, 429, 503].includes(status))).toBe(true)
    },
  )
})

describe('PASSWORD_HASHER', () => {
  it.each([
    ['pbkdf2', /^pbkdf2_sha256\$/],
    ['argon2id', /^\$argon2id\$/],
    ['', /^\$argon2id\$/],
  ])('%j says how passwords are kept', async (name, kept) => {
    const { users, db } = await startService(defaultService, { PASSWORD_HASHER: name })

    await users.create({ username: 'ann', password: 'wonderland' })

    const { rows } = await sql<{ password: string }>`select password from turnpike_user`.execute(db)
    expect(rows[0]?.password).toMatch(kept)
    expect(await users.verify('ann', 'wonderland')).toMatchObject({
      user: { username: 'ann' },
    })
  })
})
