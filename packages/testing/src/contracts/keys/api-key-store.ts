import type { User } from 'turnpike'
import { InvalidApiKey } from 'turnpike/kit'
import { type Chapter, type ContractCase, contract } from '../contract.ts'
import { expectFailure, expectSame, expectThat } from '../expect.ts'
import { creation, refusals } from './creation.ts'
import { addresses, finding } from './finding.ts'
import { type KeysUnderTest, type OpenApiKeys, openedWith } from './fixtures.ts'
import { listing, searching } from './listing.ts'

/**
 * The contract of every `ApiKeyStore`.
 *
 * @param open opens empty stores of users and of keys that follow these options.
 */
export const apiKeyStoreContract = <U extends User>(open: OpenApiKeys<U>): ContractCase[] => [
  ...contract(
    openedWith(open),
    creation,
    refusals,
    finding,
    addresses,
    listing,
    searching,
    uses,
    revocation,
  ),
  ...contract(openedWith(open, { keyPrefix: 'acme_' }), otherPrefix),
  ...contract(openedWith(open, { defaultAgeSeconds: 60, maxAgeSeconds: 3600 }), lifetimes),
]

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
