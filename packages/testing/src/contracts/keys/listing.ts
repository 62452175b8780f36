import type { Chapter } from '../contract.ts'
import { expectSame, expectThat } from '../expect.ts'
import { named, stranger } from '../users/fixtures.ts'
import type { KeysUnderTest } from './fixtures.ts'

/** Which API keys are listed, and in which order. */
export const listing: Chapter<KeysUnderTest> = (it) => {
  it('the API keys of a user are listed in order of creation', async ({
    keys,
    ada,
    bob,
    issue,
    pass,
  }) => {
    const issued = []
    for (const name of ['c', 'a', 'b']) {
      issued.push((await issue(ada, name)).apiKey)
      pass(1)
    }
    await issue(bob, 'd')

    const list = keys.search({ user: ada })
    expectSame(await list.count(), 3, 'the number of keys')
    expectSame(await list.slice(0, null), issued, 'the keys')
    expectSame(await list.slice(1, 1), issued.slice(1, 2), 'the second key')
    expectSame(await keys.search().count(), 4, 'the number of keys of all users')
    expectSame(await keys.search({ user: stranger(ada) }).count(), 0, 'the keys of a stranger')
  })

  it('API keys can be ordered by each of their fields', async ({
    keys,
    ada,
    issue,
    later,
    pass,
  }) => {
    await issue(ada, 'b', { expires: later(200) })
    pass(1)
    await issue(ada, 'a', { expires: later(100) })

    for (const [field, names] of [
      ['name', 'ab'],
      ['-name', 'ba'],
      ['created', 'ba'],
      ['-created', 'ab'],
      ['expires', 'ab'],
    ] as const) {
      const found = await keys.search().orderBy([field]).slice(0, null)
      expectSame(found.map(({ name }) => name).join(''), names, `the names in order of ${field}`)
    }
    for (const field of ['id', 'prefix', 'lastUsed']) {
      const found = await keys.search().orderBy([field]).slice(0, null)
      expectSame(found.length, 2, `the number of keys in order of ${field}`)
    }
  })
}

/** Which API keys `search` gives for a text, and for what has expired. */
export const searching: Chapter<KeysUnderTest> = (it) => {
  it('API keys are searched by part of the username', async ({ keys, users, bob, issue }) => {
    // The random prefix of a key has no point, and so is never found by chance.
    const eve = await users.create(named('eve.moss'))
    const { apiKey } = await issue(eve, 'x')
    await issue(bob, 'y')

    expectSame(await keys.search({ text: 'E.M' }).slice(0, null), [apiKey], 'the keys with E.M')
    expectSame(await keys.search({ text: 'e.m', user: bob }).count(), 0, 'the keys of bob with e.m')
  })

  it('expired API keys are listed apart from valid ones', async ({
    keys,
    ada,
    issue,
    later,
    pass,
  }) => {
    const namesOf = async (hasExpired: boolean) =>
      (await keys.search({ hasExpired }).slice(0, null)).map(({ name }) => name).sort()
    await issue(ada, 'forever', { expires: null })
    await issue(ada, 'long', { expires: later(1000) })
    await issue(ada, 'short', { expires: later(100) })
    pass(100)

    expectSame(await namesOf(true), ['short'], 'the expired keys')
    expectSame(await namesOf(false), ['forever', 'long'], 'the keys that work')
  })

  it('API keys are searched by part of their name and of their prefix', async ({
    keys,
    ada,
    bob,
    issue,
  }) => {
    await issue(ada, 'Nightly export')
    const { apiKey } = await issue(bob, 'Import 100%')

    const namesOf = async (text: string) =>
      (await keys.search({ text }).slice(0, null)).map(({ name }) => name)
    expectSame(await namesOf('EXPORT'), ['Nightly export'], 'the keys with EXPORT')
    expectSame(await namesOf('0%'), ['Import 100%'], 'the keys with 0%')
    expectSame(await namesOf('x%x'), [], 'the keys with x%x')
    expectThat(
      (await namesOf(apiKey.prefix)).includes('Import 100%'),
      'A key is found by its shown prefix.',
    )
  })
}
