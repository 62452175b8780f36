import type { Token } from 'turnpike'
import { isTokenKey } from 'turnpike/kit'
import type { Chapter } from '../contract.ts'
import { expectSame, expectThat } from '../expect.ts'
import { named } from '../users/fixtures.ts'
import { type OpenedTokens, times } from './fixtures.ts'

/** What keys look like, and how tokens are found by them. */
export const keys: Chapter<OpenedTokens> = (it) => {
  it('keys can be sent in a header field, and each is another', async ({ tokens, createUser }) => {
    const created = []
    for (const name of times(10, () => crypto.randomUUID())) {
      created.push(await tokens.getOrCreate(await createUser(named(name))))
    }

    const keys = created.map(({ key }) => key)
    for (const key of keys) expectThat(isTokenKey(key), `${key} has visible ASCII characters.`)
    expectSame(new Set(keys).size, keys.length, 'the number of different keys')
  })

  it('a token store finds a token by its key, its user active or not', async ({
    tokens,
    createUser,
  }) => {
    const ada = await tokens.getOrCreate(await createUser(named('ada')))
    const bob = await createUser({ ...named('bob'), isActive: false })
    const { key } = await tokens.getOrCreate(bob)

    expectSame(await tokens.find(ada.key), ada, 'the token of an active user')
    expectSame((await tokens.find(key))?.user, bob, 'the user of the token of an inactive user')
  })

  for (const key of ['', ' ', '\0', '\ud800', 'schlüssel', 'a'.repeat(40), '%', '*']) {
    it(`a token store finds no token by the unknown key ${JSON.stringify(key.slice(0, 12))}`, async ({
      tokens,
      createUser,
    }) => {
      await tokens.getOrCreate(await createUser(named('ada')))

      expectSame(await tokens.find(key), null, 'what find() gives')
    })
  }

  it('a token store finds no token by a key of 100,000 characters', async ({
    tokens,
    createUser,
  }) => {
    await tokens.getOrCreate(await createUser(named('ada')))

    expectSame(await tokens.find('a'.repeat(100_000)), null, 'what find() gives')
  })

  it('a token store distinguishes upper and lower case in keys, and keeps their blanks', async ({
    tokens,
    createUser,
  }) => {
    const ada = await createUser(named('ada'))
    const { key } = await withLetter(() => tokens.regenerate(ada))

    for (const other of [otherCase(key), ` ${key}`, `${key} `, key.slice(1), `${key}\0`]) {
      if (other === key) continue
      expectSame(await tokens.find(other), null, `what find() gives for another key than ${key}`)
    }
  })
}

const otherCase = (key: string) =>
  key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase()

/** A key of digits alone is the same in upper case. Where there are letters, it is rare. */
async function withLetter(make: () => Promise<Token>, tries = 5): Promise<Token> {
  const token = await make()
  return otherCase(token.key) !== token.key || tries === 0 ? token : withLetter(make, tries - 1)
}
