import { generateTokenKey, isApiKeyText } from 'turnpike/kit'
import type { Chapter } from '../contract.ts'
import { expectSame } from '../expect.ts'
import type { KeysUnderTest } from './fixtures.ts'

/** Which texts an API key is found by, and until when. */
export const finding: Chapter<KeysUnderTest> = (it) => {
  it('an API key is found by its text, with its user as they are now', async ({
    keys,
    users,
    ada,
    issue,
  }) => {
    const { key, apiKey } = await issue(ada, 'export')
    expectSame(await keys.find(key), apiKey, 'the API key')

    await users.setActive(ada, false)
    const user = await users.find('ada')
    expectSame(await keys.find(key), { ...apiKey, user }, 'the API key of an inactive user')
  })

  it('a new password leaves API keys as they are', async ({ keys, users, ada, issue }) => {
    const { key, apiKey } = await issue(ada, 'export')

    await users.setPassword(ada, 'looking-glass')

    expectSame(await keys.find(key), apiKey, 'the API key')
  })

  it('a user may have several API keys, and each works', async ({ keys, ada, bob, issue }) => {
    const issued = [await issue(ada, 'one'), await issue(ada, 'one'), await issue(bob, 'one')]

    for (const { key, apiKey } of issued) expectSame(await keys.find(key), apiKey, 'the API key')
  })

  for (const key of ['', ' ', '\0', '\ud800', 'schlüssel', '%', 'tk_', generateTokenKey('tk_')]) {
    it(`no API key is found by ${JSON.stringify(isApiKeyText(key) ? 'another key' : key)}`, async ({
      keys,
      ada,
      issue,
    }) => {
      await issue(ada, 'export')
      expectSame(await keys.find(key), null, 'what find() gives')
    })
  }

  it('no API key is found by its prefix, its id, or its text with a change', async ({
    keys,
    ada,
    issue,
  }) => {
    const { key, apiKey } = await issue(ada, 'export')
    const { id, prefix } = apiKey

    for (const text of [prefix, id, ` ${key}`, `${key} `, key.slice(1), key.toLowerCase()]) {
      if (text === key) continue
      expectSame(await keys.find(text), null, `what find() gives for ${JSON.stringify(text)}`)
    }
  })

  it('no API key has an id that was never given', async ({ keys, ada, issue }) => {
    const { key, apiKey } = await issue(ada, 'export')

    for (const id of ['', '0', '\0', '\ud800', 'a'.repeat(10_000), key, `${apiKey.id} `]) {
      expectSame(await keys.get(id), null, `get(${JSON.stringify(id.slice(0, 20))})`)
    }
    expectSame(await keys.get(crypto.randomUUID()), null, 'get() with a random UUID')
  })

  it('an API key works until the second at which it expires', async ({
    keys,
    ada,
    issue,
    later,
    pass,
  }) => {
    const { key, apiKey } = await issue(ada, 'export', { expires: later(1000) })

    pass(999)
    expectSame(await keys.find(key), apiKey, 'find() a second before the end')
    pass(1)
    expectSame(await keys.find(key), null, 'find() at the end')
    expectSame(await keys.find(key), null, 'find() at the end, again')
    expectSame(await keys.get(apiKey.id), apiKey, 'get() at the end')
  })
}

/** From which addresses an API key is found. */
export const addresses: Chapter<KeysUnderTest> = (it) => {
  it('an API key is found only from the addresses that are allowed', async ({
    keys,
    ada,
    issue,
  }) => {
    const allowedAddresses = ['192.0.2.7', '10.0.0.0/8', '2001:db8::/32']
    const { key, apiKey } = await issue(ada, 'export', { allowedAddresses })

    for (const address of ['192.0.2.7', '10.255.0.1', '2001:db8::1', undefined]) {
      expectSame(await keys.find(key, address), apiKey, `find() from ${address}`)
    }
    for (const address of ['192.0.2.8', '11.0.0.1', '2001:db9::1', '::1', '', null]) {
      expectSame(await keys.find(key, address), null, `find() from ${address}`)
    }
    expectSame(await keys.find(key, '192.0.2.7'), apiKey, 'find() from an allowed one, again')
  })

  it('an API key without a list of addresses is found from everywhere', async ({
    keys,
    ada,
    issue,
  }) => {
    const { key, apiKey } = await issue(ada, 'export')

    for (const address of ['192.0.2.7', '2001:db8::1', null]) {
      expectSame(await keys.find(key, address), apiKey, `find() from ${address}`)
    }
  })
}
