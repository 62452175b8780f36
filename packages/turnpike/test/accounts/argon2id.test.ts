import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { argon2id as wasm } from 'hash-wasm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { InvalidUser, pbkdf2, ServiceUnavailable } from '../../src/index.ts'
import { verifyPassword } from '../../src/kit/index.ts'
import { argon2id } from '../../src/node/argon2id.ts'

const cheap = { memory: 64, passes: 1, parallelism: 1 }
const hasher = argon2id(cheap)
const { argon2: nativeArgon2 } = crypto

/** From the test suite of the algorithm's reference implementation: `password`, salt `somesalt`. */
const published =
  '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

describe('argon2id', () => {
  it('writes the PHC format with a salt of 16 and a digest of 32 bytes', async () => {
    const hash = await hasher.hash('enchantress')

    expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await hasher.hash('enchantress')).not.toBe(hash)
    expect(await hasher.verify('enchantress', hash)).toBe(true)
    expect(await hasher.verify('Enchantress', hash)).toBe(false)
    expect(hasher.needsRehash(hash)).toBe(false)
  })

  /** Takes `crypto.argon2` away until the end of the test. */
  function lackArgon2() {
    const { argon2 } = crypto
    onTestFinished(() => replaceArgon2(argon2))
    replaceArgon2(undefined)
  }

  it('names what a runtime lacks, and what runs there', () => {
    lackArgon2()

    expect(() => argon2id()).toThrow(
      'argon2id() needs crypto.argon2 of node:crypto, which this runtime lacks; Node has it from 24.7 on. ' +
        "Install hash-wasm@4 and pass its argon2id as the option 'wasm', or use pbkdf2(). " +
        'In a service, install hash-wasm@4, or set PASSWORD_HASHER=pbkdf2.',
    )
  })

  it('hashes with hash-wasm where the runtime has no argon2, to the same digests', async () => {
    const native = await hasher.hash('enchantress')
    lackArgon2()
    const portable = argon2id({ ...cheap, parallelism: 2, memory: 128, wasm })
    const made = await portable.hash('enchantress \u{1f9d9}')

    expect(await portable.verify('enchantress', native)).toBe(true)
    expect(await portable.verify('Enchantress', native)).toBe(false)
    expect(await portable.verify('password', published)).toBe(true)
    expect(await portable.verify('', native)).toBe(false)
    expect(await portable.workOf?.(null)?.spend(1)).toHaveLength(32)
    expect(portable.needsRehash(native)).toBe(true)
    Object.assign(crypto, { argon2: nativeArgon2 })
    syncBuiltinESMExports()
    expect(await hasher.verify('enchantress \u{1f9d9}', made)).toBe(true)
  })

  it('leaves hash-wasm alone where the runtime has argon2', async () => {
    const fails = () => Promise.reject(new Error('It must not be called.'))
    const hash = await argon2id({ ...cheap, wasm: fails }).hash('enchantress')
    expect(await hasher.verify('enchantress', hash)).toBe(true)
  })

  it('takes 46 MiB, one pass and one lane by default', async () => {
    expect(await argon2id().hash('enchantress')).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  })

  it('verifies hashes that others made, at whatever cost', async () => {
    const django = `argon2${await argon2id({ memory: 256, passes: 3, parallelism: 8 }).hash('enchantress')}`

    expect(await hasher.verify('password', published)).toBe(true)
    expect(await hasher.verify('passwore', published)).toBe(false)
    expect(await hasher.verify('enchantress', django)).toBe(true)
    expect(await hasher.verify('enchantres', django)).toBe(false)
  })

  it('verifies the hashes of other hashers, by default those of pbkdf2', async () => {
    const hash = await pbkdf2({ iterations: 10 }).hash('enchantress')

    expect(await hasher.verify('enchantress', hash)).toBe(true)
    expect(await hasher.verify('enchantres', hash)).toBe(false)
    expect(hasher.needsRehash(hash)).toBe(true)
    expect(await argon2id({ ...cheap, verifies: [] }).verify('enchantress', hash)).toBeNull()
  })

  it('wants a hash made again when any of its parameters differs', async () => {
    for (const other of [{ memory: 65 }, { passes: 2 }, { parallelism: 2 }]) {
      const hash = await argon2id({ ...cheap, ...other }).hash('enchantress')
      expect(hasher.needsRehash(hash)).toBe(true)
    }
    expect(hasher.needsRehash(published)).toBe(true)
    expect(hasher.needsRehash('!')).toBe(true)
  })

  it.each([
    '',
    '!unusable',
    '$2b$12$abcdefghijklmnopqrstuuxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    published.replace('argon2id', 'argon2i'),
    published.replace('v=19', 'v=16'),
    // More than one GiB, more passes or lanes than any honest hash has, and too little memory.
    published.replace('m=65536', 'm=1048577'),
    published.replace('m=65536', 'm=4294967295'),
    published.replace('t=2', 't=65'),
    published.replace('t=2', 't=0'),
    published.replace('p=1', 'p=65'),
    published.replace('m=65536', 'm=7'),
    published.replace('c29tZXNhbHQ', 'c2FsdA'),
    `${published}=`,
    `${published}\n`,
  ])('argon2id does not recognise the hash %j', async (hash) => {
    expect(await hasher.verify('password', hash)).toBeNull()
    expect(await verifyPassword(hasher, 'password', hash)).toBe(false)
  })

  it.each(['', 'x'.repeat(4097), 'a\0b', '\ud800'])(
    'refuses to hash what cannot be a password (case %#)',
    async (password) => {
      await expect(hasher.hash(password)).rejects.toThrow(InvalidUser)
    },
  )

  it.each([
    { memory: 7 },
    { memory: 8, parallelism: 2 },
    { memory: 1_048_577 },
    { passes: 0 },
    { passes: 1.5 },
    { parallelism: 0 },
  ])('refuses the cost %j', (cost) => {
    expect(() => argon2id(cost)).toThrow('argon2id() cannot hash with')
  })

  it('refuses with 503 when too many passwords wait to be hashed', async () => {
    const busy = argon2id({ memory: 1024, maxConcurrent: 1, maxQueued: 3 })
    const hash = await busy.hash('enchantress')

    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => verifyPassword(busy, 'enchantress', hash)),
    )

    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(6)
    for (const { reason } of refused) expect(reason).toBeInstanceOf(ServiceUnavailable)
    expect(await verifyPassword(busy, 'enchantress', hash)).toBe(true)
  })

  it('a hash of lower cost takes the work of a new one', async () => {
    const outdated = await hasher.hash('enchantress')
    const fewerPasses = await argon2id({ memory: 128, passes: 1 }).hash('enchantress')
    const work = watchArgon2()
    const now = argon2id({ memory: 128, passes: 3 })

    expect(await verifyPassword(now, 'wrong', outdated)).toBe(false)
    expect(work.splice(0)).toEqual([
      { memory: 64, passes: 1 },
      { memory: 128, passes: 3 },
    ])
    expect(await verifyPassword(now, 'wrong', fewerPasses)).toBe(false)
    expect(work.splice(0)).toEqual([
      { memory: 128, passes: 1 },
      { memory: 128, passes: 2 },
    ])
    expect(await verifyPassword(now, 'wrong', await now.hash('enchantress'))).toBe(false)
    expect(work.slice(1)).toEqual([{ memory: 128, passes: 3 }])
  })
})

/** What is asked of `crypto.argon2` until the end of the test. */
function watchArgon2() {
  const { argon2 } = crypto
  const work: { memory: number; passes: number }[] = []
  onTestFinished(() => replaceArgon2(argon2))
  replaceArgon2(((algorithm, parameters, done) => {
    const { memory, passes } = parameters
    work.push({ memory, passes })
    argon2(algorithm, parameters, done)
  }) as typeof argon2)
  return work
}

function replaceArgon2(argon2: typeof crypto.argon2 | undefined): void {
  Object.assign(crypto, { argon2 })
  syncBuiltinESMExports()
}
