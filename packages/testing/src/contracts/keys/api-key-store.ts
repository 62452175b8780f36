import type { User } from 'turnpike'
import { generateTokenKey, InvalidApiKey, isApiKeyText } from 'turnpike/kit'
import { type Chapter, type ContractCase, contract } from '../contract.ts'
import { expectFailure, expectSame, expectThat } from '../expect.ts'
import { named, stranger } from '../users/fixtures.ts'
import { creation } from './creation.ts'
import { type KeysUnderTest, type OpenApiKeys, openedWith } from './fixtures.ts'

/**
 * What every `ApiKeyStore` promises.
 *
 * @param open opens empty stores of users and of keys that follow these options.
 */
export const apiKeyStoreContract = <U extends User>(open: OpenApiKeys<U>): ContractCase[] => [
  ...contract(openedWith(open), creation, finding, addresses, listing, uses, revocation),
  ...contract(openedWith(open, { keyPrefix: 'acme_' }), otherPrefix),
  ...contract(openedWith(open, { defaultAgeSeconds: 60, maxAgeSeconds: 3600 }), lifetimes),
]

const finding: Chapter<KeysUnderTest> = (it) => {
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

const addresses: Chapter<KeysUnderTest> = (it) => {
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

const listing: Chapter<KeysUnderTest> = (it) => {
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

  it('no API key has an id that was never given', async ({ keys, ada, issue }) => {
    const { key, apiKey } = await issue(ada, 'export')

    for (const id of ['', '0', '\0', '\ud800', 'a'.repeat(10_000), key, `${apiKey.id} `]) {
      expectSame(await keys.get(id), null, `get(${JSON.stringify(id.slice(0, 20))})`)
    }
    expectSame(await keys.get(crypto.randomUUID()), null, 'get() with a random UUID')
  })
}

const uses: Chapter<KeysUnderTest> = (it) => {
  it('the use of an API key is recorded, once a minute at most', async ({
    keys,
    ada,
    issue,
    later,
    pass,
    flush,
  }) => {
    const { key, apiKey } = await issue(ada, 'export')
    const use = async () => {
      const found = await keys.find(key)
      if (found !== null) keys.noteUse(found)
      await flush()
      return (await keys.get(apiKey.id))?.lastUsed
    }
    expectSame((await keys.find(key))?.lastUsed, null, 'the last use of a key that was only found')

    const first = later(0)
    expectSame(await use(), first, 'the first use')
    pass(59)
    expectSame(await use(), first, 'a use within a minute')
    pass(1)
    expectSame(await use(), later(0), 'a use a minute later')
  })
}

const revocation: Chapter<KeysUnderTest> = (it) => {
  it('a revoked API key stops working at once, and others go on', async ({ keys, ada, issue }) => {
    const { key, apiKey } = await issue(ada, 'one')
    const other = await issue(ada, 'two')
    await keys.find(key)

    expectSame(await keys.revoke(apiKey), true, 'what revoke() gives')

    expectSame(await keys.find(key), null, 'find() for a revoked key')
    expectSame(await keys.get(apiKey.id), null, 'get() for a revoked key')
    expectSame(await keys.revoke(apiKey), false, 'what revoke() gives again')
    expectSame(await keys.find(other.key), other.apiKey, 'find() for another key')
  })

  it('all API keys of a user can be revoked together', async ({ keys, ada, bob, issue }) => {
    const issued = [await issue(ada, 'one'), await issue(ada, 'two')]
    const other = await issue(bob, 'three')

    expectSame(await keys.revokeAll(ada), 2, 'what revokeAll() gives')

    for (const { key } of issued) expectSame(await keys.find(key), null, 'find()')
    expectSame(await keys.find(other.key), other.apiKey, 'find() for the key of another user')
    expectSame(await keys.revokeAll(ada), 0, 'what revokeAll() gives again')
  })

  it('a use that is noted for a revoked API key does not revive it', async ({
    keys,
    ada,
    issue,
    flush,
  }) => {
    const { key, apiKey } = await issue(ada, 'export')

    keys.noteUse(apiKey)
    await keys.revoke(apiKey)
    await flush()

    expectSame(await keys.find(key), null, 'find() for a revoked key')
  })
}

const otherPrefix: Chapter<KeysUnderTest> = (it) => {
  it('an API key begins with the prefix of the options', async ({ keys, ada, issue }) => {
    const { key, apiKey } = await issue(ada, 'export')

    expectThat(key.startsWith('acme_'), `${key} begins with acme_.`)
    expectThat(apiKey.prefix.startsWith('acme_'), `${apiKey.prefix} begins with acme_.`)
    expectSame(await keys.find(key), apiKey, 'the API key')
  })
}

const lifetimes: Chapter<KeysUnderTest> = (it) => {
  it('an API key whose creator sets no end has the default lifetime', async ({
    ada,
    issue,
    later,
  }) => {
    expectSame((await issue(ada, 'export')).apiKey.expires, later(60), 'the end of the key')
  })

  it('no API key is created that would work for longer than the maximum', async ({
    ada,
    issue,
    later,
  }) => {
    const { apiKey } = await issue(ada, 'export', { expires: later(3600) })
    expectSame(apiKey.expires, later(3600), 'the end of the key')

    for (const expires of [later(3601), null]) {
      const error = await expectFailure(
        issue(ada, 'export', { expires }),
        InvalidApiKey,
        'create()',
      )
      expectSame(error.field, 'expires', 'the field of the error')
    }
  })
}
