import { describe, expect, it, onTestFinished } from 'vitest'
import type { Account, Token, TokenOptions, TokenStore } from '../../../index.ts'
import { pbkdf2, SignInOutdated, UserNotFound } from '../../../index.ts'
import { named, type OpenAccounts, type OpenedAccounts } from '../users/user-store.ts'

const quick = pbkdf2({ iterations: 1 })

/** What every token store keeps. */
export function testTokenStore(name: string, openAccounts: OpenAccounts): void {
  async function open(options: TokenOptions): Promise<OpenedAccounts> {
    const { accounts, close } = await openAccounts({ passwords: quick, tokens: options })
    onTestFinished(close)
    return accounts
  }

  async function openWithAda(options: TokenOptions = {}) {
    const { users, tokens, flush = async () => {} } = await open(options)
    return { users, tokens, flush, ada: await users.create(named('ada')) }
  }

  describe(`token store: ${name}`, () => {
    it('creates a token of 40 hexadecimal digits for its user', async () => {
      const { tokens, ada } = await openWithAda()
      const before = Date.now()

      const token = await tokens.getOrCreate(ada)

      expect(token.key).toMatch(/^[0-9a-f]{40}$/)
      expect(token.user).toEqual(ada)
      expect(token.created.getTime()).toBeGreaterThanOrEqual(before)
      expect(token.created.getTime()).toBeLessThanOrEqual(Date.now())
    })

    it('a token store gives the same token again', async () => {
      const { tokens, ada } = await openWithAda()

      expect(await tokens.getOrCreate(ada)).toEqual(await tokens.getOrCreate(ada))
    })

    it('finds a token by its key, its user active or not', async () => {
      const { users, tokens, ada } = await openWithAda()
      const bob = await users.create({ ...named('bob'), isActive: false })
      const adas = await tokens.getOrCreate(ada)
      const bobs = await tokens.getOrCreate(bob)

      expect(await tokens.find(adas.key)).toEqual(adas)
      expect(await tokens.find(bobs.key)).toEqual({ ...bobs, user: bob })
    })

    it.each(['', ' ', '\0', '\ud800', 'schlüssel', 'a'.repeat(40), 'a'.repeat(100_000), '%', '*'])(
      'a token store finds nothing by an unknown key (case %#)',
      async (key) => {
        const { tokens, ada } = await openWithAda()
        await tokens.getOrCreate(ada)

        expect(await tokens.find(key)).toBeNull()
      },
    )

    it('a token store distinguishes upper and lower case, and keeps blanks', async () => {
      const { tokens, ada } = await openWithAda()
      const { key } = await withLetter(() => tokens.regenerate(ada))

      for (const other of [key.toUpperCase(), ` ${key}`, `${key} `, key.slice(1), `${key}\0`]) {
        expect(await tokens.find(other)).toBeNull()
      }
    })

    it('a token store regenerates a token: the previous one is refused', async () => {
      const { tokens, ada } = await openWithAda()
      const first = await tokens.getOrCreate(ada)

      const second = await tokens.regenerate(ada)

      expect(second.key).not.toBe(first.key)
      expect(second.user).toEqual(ada)
      expect(await tokens.find(first.key)).toBeNull()
      expect(await tokens.find(second.key)).toEqual(second)
      expect(await tokens.getOrCreate(ada)).toEqual(second)
    })

    it('regenerates a token that there was not', async () => {
      const { tokens, ada } = await openWithAda()

      const token = await tokens.regenerate(ada)

      expect(await tokens.find(token.key)).toEqual(token)
    })

    it('a token store leaves the tokens of others alone', async () => {
      const { users, tokens, ada } = await openWithAda()
      const bob = await users.create(named('bob'))
      const bobs = await tokens.getOrCreate(bob)

      await tokens.getOrCreate(ada)
      await tokens.regenerate(ada)

      expect(await tokens.find(bobs.key)).toEqual(bobs)
      expect(await tokens.getOrCreate(bob)).toEqual(bobs)
    })

    it('creates one token however many ask for it at once', async () => {
      const { tokens, ada } = await openWithAda()

      const created = await Promise.all(times(50, () => tokens.getOrCreate(ada)))

      expect(new Set(created.map(({ key }) => key)).size).toBe(1)
      expect(await serving(tokens, created)).toHaveLength(1)
    })

    it('a token store leaves one valid token however many regenerate it at once', async () => {
      const { tokens, ada } = await openWithAda()

      const created = await Promise.all([
        ...times(20, () => tokens.regenerate(ada)),
        ...times(20, () => tokens.getOrCreate(ada)),
      ])

      const [last, ...others] = await serving(tokens, created)
      expect(others).toEqual([])
      expect(await tokens.getOrCreate(ada)).toEqual(last)
    })

    it('a token store returns the token of a user, and creates none', async () => {
      const { users, tokens, ada } = await openWithAda()
      const bob = await users.create(named('bob'))

      expect(await tokens.of(ada)).toBeNull()
      const adas = await tokens.getOrCreate(ada)

      expect(await tokens.of(ada)).toEqual(adas)
      expect(await tokens.of(bob)).toBeNull()
    })

    it('a token store revokes a token: it is refused, and the next one is another', async () => {
      const { users, tokens, ada } = await openWithAda()
      const bob = await users.create(named('bob'))
      const adas = await tokens.getOrCreate(ada)
      const bobs = await tokens.getOrCreate(bob)

      expect(await tokens.revoke(ada)).toBe(true)

      expect(await tokens.find(adas.key)).toBeNull()
      expect(await tokens.of(ada)).toBeNull()
      expect(await tokens.revoke(ada)).toBe(false)
      expect(await tokens.find(bobs.key)).toEqual(bobs)
      expect((await tokens.getOrCreate(ada)).key).not.toBe(adas.key)
    })

    it('a token store has and revokes no token of an unknown user', async () => {
      const { tokens, ada } = await openWithAda()
      const token = await tokens.getOrCreate(ada)
      const stranger: Account = { ...ada, pk: 4711, username: 'stranger' }

      expect(await tokens.of(stranger)).toBeNull()
      expect(await tokens.revoke(stranger)).toBe(false)
      expect(await tokens.find(token.key)).toEqual(token)
    })

    describe('keys with a prefix', () => {
      it('keys with a prefix have a checksum, and work like others', async () => {
        const { tokens, ada } = await openWithAda({ keyPrefix: 'acme_' })

        const token = await tokens.getOrCreate(ada)

        expect(token.key).toMatch(/^acme_[0-9A-Za-z]{36}$/)
        expect(await tokens.find(token.key)).toEqual(token)
        expect(await tokens.getOrCreate(ada)).toEqual(token)
        expect((await tokens.regenerate(ada)).key).toMatch(/^acme_[0-9A-Za-z]{36}$/)
      })
    })

    describe('tokens that expire', () => {
      const clock = () => {
        let seconds = 0
        return {
          now: () => new Date(seconds * 1000),
          pass: (passed: number) => (seconds += passed),
        }
      }

      it('expiring tokens are valid until too old, used or not, and are then replaced', async () => {
        const { now, pass } = clock()
        const { tokens, ada } = await openWithAda({ maxAgeSeconds: 1000, now })
        const token = await tokens.getOrCreate(ada)

        pass(999)
        expect(await tokens.find(token.key)).toEqual(token)
        expect(await tokens.of(ada)).toEqual(token)
        expect(await tokens.getOrCreate(ada)).toEqual(token)

        pass(1)
        expect(await tokens.find(token.key)).toBeNull()
        expect(await tokens.of(ada)).toBeNull()

        const next = await tokens.getOrCreate(ada)
        expect(next.key).not.toBe(token.key)
        expect(next.created).toEqual(now())
        expect(await tokens.find(next.key)).toEqual(next)
        expect(await tokens.find(token.key)).toBeNull()
      })

      it('an expired token is replaced by one token however many ask at once', async () => {
        const { now, pass } = clock()
        const { tokens, ada } = await openWithAda({ maxAgeSeconds: 1000, now })
        await tokens.getOrCreate(ada)
        pass(1000)

        const created = await Promise.all(times(20, () => tokens.getOrCreate(ada)))

        expect(new Set(created.map(({ key }) => key)).size).toBe(1)
        expect(await serving(tokens, created)).toHaveLength(1)
      })

      it('tokens with an idle time are valid as long as they are used', async () => {
        const { now, pass } = clock()
        const { tokens, ada, flush } = await openWithAda({ idleSeconds: 300, now })
        const token = await tokens.getOrCreate(ada)

        for (let use = 0; use < 5; use++) {
          pass(200)
          expect(await tokens.find(token.key)).toEqual(token)
          await flush()
        }
        pass(300)
        expect(await tokens.find(token.key)).toBeNull()
        expect(await tokens.of(ada)).toBeNull()
        expect((await tokens.getOrCreate(ada)).key).not.toBe(token.key)
      })

      it('the lifetime of a token begins anew when it is regenerated', async () => {
        const { now, pass } = clock()
        const { tokens, ada } = await openWithAda({ maxAgeSeconds: 1000, idleSeconds: 300, now })
        await tokens.getOrCreate(ada)
        pass(900)
        const token = await tokens.regenerate(ada)

        pass(299)
        expect(await tokens.find(token.key)).toEqual(token)
      })
    })

    describe('by a sign-in', () => {
      async function openVerified() {
        const { users, tokens } = await openWithAda()
        const ada = await users.create({ username: 'ann', password: 'wonderland' })
        const verified = await users.verify('ann', 'wonderland')
        if (verified === null) throw new Error('The password is not that of the user.')
        return { users, tokens, ann: ada, verified, token: () => tokens.getOrCreate(ada, verified) }
      }

      it('a sign-in creates a token, and returns it again while the user is unchanged', async () => {
        const { tokens, ann, token } = await openVerified()

        const made = await token()
        expect(await token()).toEqual(made)
        expect(await tokens.getOrCreate(ann)).toEqual(made)
      })

      it('a sign-in creates no token when it was revoked together with the password', async () => {
        const { users, tokens, ann, token } = await openVerified()
        await token()
        await users.setPassword(ann, 'looking-glass')
        await tokens.revoke(ann)

        await expect(token()).rejects.toThrow(SignInOutdated)
        expect(await tokens.of(ann)).toBeNull()
      })

      it('a sign-in returns no token that was created after the password was replaced', async () => {
        const { users, tokens, ann, token } = await openVerified()
        await users.setPassword(ann, 'looking-glass')
        await tokens.regenerate(ann)

        await expect(token()).rejects.toThrow(SignInOutdated)
      })

      it('a sign-in creates no token for a user who became inactive meanwhile', async () => {
        const { users, tokens, ann, token } = await openVerified()

        await users.setActive(ann, false)
        await expect(token()).rejects.toThrow(SignInOutdated)
        await users.setActive(ann, true)
        await expect(token()).rejects.toThrow(SignInOutdated)
        expect(await tokens.of(ann)).toBeNull()
      })

      it('a token from a sign-in never outlives the revocation that follows a new password', async () => {
        const { users, tokens, ann, token } = await openVerified()

        const revoke = async () => {
          await users.setPassword(ann, 'looking-glass')
          await tokens.revoke(ann)
        }
        await Promise.allSettled([token(), revoke(), ...times(5, token)])

        expect(await tokens.of(ann)).toBeNull()
      })
    })

    it('a token store refuses an unknown user', async () => {
      const { tokens, ada } = await openWithAda()
      const stranger: Account = { ...ada, pk: 4711, username: 'stranger' }

      await expect(tokens.getOrCreate(stranger)).rejects.toThrow(UserNotFound)
      await expect(tokens.regenerate(stranger)).rejects.toThrow(UserNotFound)
    })
  })
}

const times = <Result>(count: number, make: () => Result): Result[] =>
  Array.from({ length: count }, make)

/** The tokens that can still be found, each once. */
async function serving(tokens: TokenStore, created: readonly Token[]): Promise<Token[]> {
  const keys = [...new Set(created.map(({ key }) => key))]
  const found = await Promise.all(keys.map((key) => tokens.find(key)))
  return found.filter((token) => token !== null)
}

/** A key of digits alone is the same in upper case, however rare it is. */
async function withLetter(make: () => Promise<Token>): Promise<Token> {
  const token = await make()
  return /[a-f]/.test(token.key) ? token : withLetter(make)
}
