import { describe, expect, it } from 'vitest'
import {
  type KnownPasswordsOptions,
  knownPasswords,
} from '../../../src/accounts/passwords/known-passwords.ts'

/** Known passwords beside a clock, and a check that says whether the stored hash fits or was "hashed". */
function open(options: Partial<KnownPasswordsOptions> = {}) {
  let now = 0
  const known = knownPasswords({ seconds: 60, now: () => now, ...options })
  let running = 0
  let most = 0

  return {
    pass: (seconds: number) => {
      now += seconds
    },
    most: () => most,
    check: (username: string, password: string, { hash = 'hash', isRight = true } = {}) =>
      known.check(username, password, async (known) => {
        if (known.fits(hash)) return 'known'
        most = Math.max(most, ++running)
        await pause()
        running--
        if (isRight) known.keep(hash)
        return isRight ? 'hashed' : 'refused'
      }),
    known,
  }
}

describe('known passwords', () => {
  it('a password is known after it was right, and only for its user', async () => {
    const { check } = open()

    expect(await check('ann', 'secret')).toBe('hashed')
    expect(await check('ann', 'secret')).toBe('known')
    for (const [username, password] of [
      ['ann', 'Secret'],
      ['bob', 'secret'],
      ['annsecret', ''],
      ['', 'annsecret'],
      ['ann","secret', ''],
      ['ann', 'secret\ud800'],
    ] as const) {
      expect(await check(username, password, { isRight: false })).toBe('refused')
    }
    expect(await check('ann', 'secret\udc00')).toBe('hashed')
    expect(await check('ann', 'secret\ufffd')).toBe('hashed')
  })

  it('a password is known for the hash it matched, and for no other', async () => {
    const { check } = open()
    await check('ann', 'secret', { hash: 'first' })

    expect(await check('ann', 'secret', { hash: 'second', isRight: false })).toBe('refused')
    expect(await check('ann', 'secret', { hash: 'first' })).toBe('known')
    expect(await check('ann', 'secret', { hash: 'second' })).toBe('hashed')
    expect(await check('ann', 'secret', { hash: 'first', isRight: false })).toBe('refused')
  })

  it('a password is known for a fixed time, which use does not extend', async () => {
    const { check, pass } = open()
    await check('ann', 'secret')

    pass(59)
    expect(await check('ann', 'secret')).toBe('known')
    pass(1)
    expect(await check('ann', 'secret')).toBe('hashed')
  })

  it('a wrong password never becomes known', async () => {
    const { check } = open()
    for (let time = 0; time < 3; time++) {
      expect(await check('ann', 'wrong', { isRight: false })).toBe('refused')
    }
  })

  it('the number of known passwords is limited: the least recently used are evicted', async () => {
    const { check } = open({ max: 2 })
    await check('ann', 'secret')
    await check('bob', 'secret')
    await check('ann', 'secret')
    await check('mia', 'secret')

    expect(await check('ann', 'secret')).toBe('known')
    expect(await check('mia', 'secret')).toBe('known')
    expect(await check('bob', 'secret')).toBe('hashed')
  })

  it('one hash serves many identical sign-ins at once, also after the known time is over', async () => {
    const { check, pass } = open()
    const many = () => Promise.all(Array.from({ length: 50 }, () => check('ann', 'secret')))
    const oneHash = ['hashed', ...Array.from({ length: 49 }, () => 'known')]

    expect(await many()).toEqual(oneHash)
    pass(60)
    expect(await many()).toEqual(oneHash)
    pass(60)
    expect(await Promise.all([check('ann', 'secret'), check('bob', 'secret')])).toEqual([
      'hashed',
      'hashed',
    ])
  })

  it('each of many wrong passwords is hashed', async () => {
    const { check, most } = open()
    const many = Array.from({ length: 10 }, () => check('ann', 'wrong', { isRight: false }))

    expect(new Set(await Promise.all(many))).toEqual(new Set(['refused']))
    expect(most(), 'all but the first at once').toBe(9)
  })

  it('sign-ins at once share a failure of the hasher, and are checked again afterwards', async () => {
    const { known, check } = open()
    const breaks = () =>
      known.check('ann', 'secret', async () => {
        await pause()
        throw new Error('No database.')
      })

    const outcomes = await Promise.allSettled([breaks(), check('ann', 'secret')])

    for (const { status } of outcomes) expect(status).toBe('rejected')
    expect(await check('ann', 'secret')).toBe('hashed')
  })
})

const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
