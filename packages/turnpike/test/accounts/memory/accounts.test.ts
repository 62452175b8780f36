import { describe, expect, it } from 'vitest'
import { InvalidUser, memoryAccounts, pbkdf2, UsernameTaken } from '../../../src/index.ts'

const passwords = pbkdf2({ iterations: 1 })

describe('memory accounts', () => {
  it('memory accounts have the given users, with the pks 1, 2, 3', async () => {
    const { users } = memoryAccounts({
      passwords,
      users: [
        { username: 'ada', password: 'enchantress', isStaff: true },
        { username: 'bob', password: null, isActive: false },
      ],
    })

    expect(await users.find('ada')).toMatchObject({ pk: 1, isStaff: true, isActive: true })
    expect(await users.find('bob')).toMatchObject({ pk: 2, isStaff: false, isActive: false })
    expect((await users.verify('ada', 'enchantress'))?.user).toMatchObject({ pk: 1 })
    expect(await users.verify('ada', 'wrong')).toBeNull()
    expect(await users.verify('bob', '')).toBeNull()
    expect(await users.create({ username: 'eve', password: null })).toMatchObject({ pk: 3 })
  })

  it('memory accounts give the given users tokens when asked to', async () => {
    const { users, tokens } = memoryAccounts({
      passwords,
      users: [{ username: 'ada', password: null }],
      createTokens: true,
    })
    const ada = await users.find('ada')

    const token = ada && (await tokens.getOrCreate(ada))

    expect(token && (await tokens.find(token.key))).toEqual(token)
    expect(token?.user).toEqual(ada)
  })

  it('memory accounts refuse invalid given users', () => {
    const ada = { username: 'ada', password: null }

    expect(() => memoryAccounts({ users: [ada, ada] })).toThrow(UsernameTaken)
    expect(() => memoryAccounts({ users: [{ ...ada, username: '' }] })).toThrow(InvalidUser)
    expect(() => memoryAccounts({ users: [{ ...ada, password: '' }] })).toThrow(InvalidUser)
  })

  it('memory accounts ask again for the hash of a given user when the hasher was overloaded', async () => {
    let overloaded = true
    const { users } = memoryAccounts({
      users: [{ username: 'ada', password: 'enchantress' }],
      passwords: {
        ...passwords,
        hash(password) {
          if (overloaded) return Promise.reject(new Error('Too much to do.'))
          return passwords.hash(password)
        },
      },
    })

    await expect(users.verify('ada', 'enchantress')).rejects.toThrow('Too much to do.')
    overloaded = false
    expect((await users.verify('ada', 'enchantress'))?.user).toMatchObject({ username: 'ada' })
  })
})
