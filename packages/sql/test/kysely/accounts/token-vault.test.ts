import { ConfigurationError } from 'turnpike'
import { TokenUnreadable } from 'turnpike/kit'
import { describe, expect, it } from 'vitest'
import { createTokenVault } from '../../../src/kysely/accounts/token-vault.ts'

const secret = 'the first secret, of 32 characters'
const other = 'another secret, of 32 characters or more'
const key = '401f7ac837da42b97f613d789819ff93537bee6a'

describe('a token vault', () => {
  it('opens what it has sealed, for its user', () => {
    const vault = createTokenVault([secret])

    expect(vault.open(vault.seal(key, 7), 7)).toBe(key)
  })

  it('seals a key in another way each time, and digests it in the same', () => {
    const { seal } = createTokenVault([secret])

    expect(seal(key, 7).sealed).not.toBe(seal(key, 7).sealed)
    expect(seal(key, 7).digest).toBe(seal(key, 7).digest)
  })

  it('a sealed token contains nothing of the key', () => {
    const kept = Object.values(createTokenVault([secret]).seal(key, 7))
      .flatMap((text) => [text, ...decodings(text)])
      .join(' ')

    expect(kept).not.toContain(key)
    expect(kept).not.toContain(secret)
  })

  it('opens nothing for another user, so that a row moved to another user is of no use', () => {
    const vault = createTokenVault([secret])

    expect(() => vault.open(vault.seal(key, 7), 8)).toThrow('with the pk 8 was changed')
  })

  it('opens nothing that was changed', () => {
    const vault = createTokenVault([secret])
    const kept = vault.seal(key, 7)
    const bytes = Buffer.from(kept.sealed, 'base64url')

    for (const place of [0, 12, 20, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
      const sealed = changed.toString('base64url')
      expect(() => vault.open({ ...kept, sealed }, 7)).toThrow('was changed in the database')
    }
    expect(() => vault.open({ ...kept, sealed: '' }, 7)).toThrow('was changed in the database')
  })

  it('opens with every secret, seals with the first, and looks up by all', () => {
    const before = createTokenVault([other]).seal(key, 7)
    const vault = createTokenVault([secret, other])

    expect(vault.open(before, 7)).toBe(key)
    expect(vault.seal(key, 7).digest).toBe(createTokenVault([secret]).seal(key, 7).digest)
    expect(vault.digestsOf(key)).toEqual([vault.seal(key, 7).digest, before.digest])
  })

  it('says what to do about a secret that it does not have', () => {
    const kept = createTokenVault([other]).seal(key, 7)
    const open = () => createTokenVault([secret]).open(kept, 7)

    expect(open).toThrow(TokenUnreadable)
    expect(open).toThrow(kept.secret_id)
    expect(open).toThrow('SECRET_KEYS')
  })

  it('a token vault keeps its key derivations: changing them would lose every token', () => {
    const vault = createTokenVault([secret])

    expect(vault.secretIds).toEqual(['9d40cc4890c1f771'])
    expect(vault.digestsOf(key)).toEqual(['An7HvNEvkX6-xxO0uH0gSlNBltKLIwUvAJH3FB8XhZ8'])
    expect(
      vault.open(
        {
          secret_id: '9d40cc4890c1f771',
          sealed:
            '7dr1u-IajFs1Da6UYsb1TJPUSFt6w_rHWKhMeZxn5p2V8RxQ-nMu6P452FwwAVMONCuEzuTwkWZj6nM43u5uD_OoQuk',
        },
        7,
      ),
    ).toBe(key)
  })

  it.each([
    [[]],
    [['short']],
    [[secret, '']],
    [undefined],
    ['a text of more than 32 characters, yes'],
  ])('refuses %j as secrets', (secrets) => {
    const create = () => createTokenVault(secrets as string[])

    expect(create).toThrow(ConfigurationError)
    expect(create).toThrow('turnpike secrets generate')
  })
})

const decodings = (text: string) =>
  (['base64url', 'hex', 'latin1'] as const).map((encoding) =>
    Buffer.from(text, encoding).toString('latin1'),
  )
