import { describe, expect, it, vi } from 'vitest'
import { InvalidUser, type PasswordHasher, pbkdf2 } from '../../../src/index.ts'
import { verifyPassword } from '../../../src/kit/index.ts'

const hasher = pbkdf2({ iterations: 1000 })

describe('pbkdf2', () => {
  it("writes Django's format, with a salt of its own for each hash", async () => {
    const hash = await hasher.hash('enchantress')

    expect(hash).toMatch(/^pbkdf2_sha256\$1000\$[0-9a-f]{32}\$[A-Za-z0-9+/]{43}=$/)
    expect(await hasher.hash('enchantress')).not.toBe(hash)
    expect(await hasher.verify('enchantress', hash)).toBe(true)
    expect(await hasher.verify('Enchantress', hash)).toBe(false)
  })

  // Computed with Python: hashlib.pbkdf2_hmac('sha256', password, salt, iterations).
  it.each([
    [
      'enchantress',
      'pbkdf2_sha256$1000$Xk3nTQwPz0mLbVr7aYc2De$mLjcuCg8LEsQlljmN5RQRkaLa+GcUCzemIYsBvngia4=',
    ],
    ['pässwörd', 'pbkdf2_sha256$1$seasalt$jNnVD2qREQKzQKUoAua/qgpUw74vgUawI5qm0kj3R84='],
  ])('verifies hashes that Django made: %s', async (password, hash) => {
    expect(await hasher.verify(password, hash)).toBe(true)
    expect(await hasher.verify(`${password} `, hash)).toBe(false)
  })

  it('takes 600,000 iterations by default', async () => {
    expect(await pbkdf2().hash('enchantress')).toMatch(/^pbkdf2_sha256\$600000\$/)
  })

  it('wants a hash made again when it has another number of iterations or another format', async () => {
    const hash = await hasher.hash('enchantress')

    expect(hasher.needsRehash(hash)).toBe(false)
    expect(pbkdf2({ iterations: 1001 }).needsRehash(hash)).toBe(true)
    expect(pbkdf2({ iterations: 999 }).needsRehash(hash)).toBe(true)
    expect(hasher.needsRehash('$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$c29tZWRpZ2VzdA')).toBe(true)
  })

  it.each([
    '',
    '!unusable',
    'pbkdf2_sha256$1000$salt',
    'pbkdf2_sha256$1000$salt$short=',
    'pbkdf2_sha1$1000$salt$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    'pbkdf2_sha256$0$salt$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    'pbkdf2_sha256$-1$salt$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    // More work than any honest hash asks for.
    'pbkdf2_sha256$99999999$salt$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    'pbkdf2_sha256$1000$$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  ])('pbkdf2 does not recognise the hash %j', async (hash) => {
    expect(await hasher.verify('enchantress', hash)).toBeNull()
    expect(await verifyPassword(hasher, 'enchantress', hash)).toBe(false)
  })

  it.each(['', 'x'.repeat(4097), 'ä'.repeat(2049), 'a\0b', '\ud800'])(
    'refuses to hash what cannot be a password (case %#)',
    async (password) => {
      await expect(hasher.hash(password)).rejects.toThrow(InvalidUser)
    },
  )

  it.each([0, -1, 1.5, Number.NaN, 10_000_001])('pbkdf2 refuses %d iterations', (iterations) => {
    expect(() => pbkdf2({ iterations })).toThrow(
      'iterations of pbkdf2() must be a whole number from 1 to 10000000, not ',
    )
  })
})

describe('verifyPassword', () => {
  it('takes passwords of up to 4,096 bytes as a whole', async () => {
    const longest = 'ä'.repeat(2048)
    const hash = await hasher.hash(longest)

    expect(await verifyPassword(hasher, longest, hash)).toBe(true)
    expect(await verifyPassword(hasher, `${longest}x`, hash)).toBe(false)
    expect(await verifyPassword(hasher, longest.slice(1), hash)).toBe(false)
  })

  it('a password that is too long or has a zero byte never reaches the hasher', async () => {
    const seen: string[] = []
    const hash = await hasher.hash('enchantress')
    const watched: PasswordHasher = {
      ...hasher,
      hash: (password) => hasher.hash(watch(password)),
      verify: (password, hash) => hasher.verify(watch(password), hash),
    }
    function watch(password: string): string {
      seen.push(password)
      return password
    }

    for (const password of ['x'.repeat(4097), 'enchantress\0', '\ud800']) {
      expect(await verifyPassword(watched, password, hash)).toBe(false)
    }

    // The work of one hash each, and never of theirs.
    expect(seen).toHaveLength(3)
    expect(new Set(seen).size).toBe(1)
  })

  it('a refusal does the work of a hash that is made now for one of lower cost, and for nobody', async () => {
    const now = pbkdf2({ iterations: 400_000 })
    const outdated = await pbkdf2({ iterations: 1000 }).hash('enchantress')
    const current = await now.hash('enchantress')

    expect(await iterations(() => verifyPassword(now, 'wrong', current))).toBe(400_000)
    expect(await iterations(() => verifyPassword(now, 'wrong', outdated))).toBe(400_000)
    expect(await iterations(() => verifyPassword(now, 'wrong', null))).toBe(400_000)
  })
})

/** How many iterations of PBKDF2 the work takes. */
async function iterations(work: () => Promise<unknown>): Promise<number> {
  const derived = vi.spyOn(crypto.subtle, 'deriveBits')
  try {
    await work()
    return derived.mock.calls.reduce((sum, [how]) => sum + (how as Pbkdf2Params).iterations, 0)
  } finally {
    derived.mockRestore()
  }
}
