import { UserNotFound } from 'turnpike'
import { InvalidApiKey, isApiKeyText, type NewApiKey } from 'turnpike/kit'
import type { Chapter } from '../contract.ts'
import { expectFailure, expectFields, expectSame, expectThat } from '../expect.ts'
import { stranger } from '../users/fixtures.ts'
import type { KeysUnderTest } from './fixtures.ts'

/** What new API keys look like. */
export const creation: Chapter<KeysUnderTest> = (it) => {
  it('a new API key has the fields that were given', async ({ keys, ada, later }) => {
    const fields = {
      name: 'Nightly export ✓',
      scopes: ['notes:read', 'notes:write'],
      expires: later(3600),
      allowedAddresses: ['192.0.2.7', '2001:db8::/32'],
    }
    const { apiKey } = await keys.create(ada, fields)

    expectFields(apiKey, { ...fields, created: later(0), lastUsed: null, user: ada }, 'the API key')
    expectSame(await keys.get(apiKey.id), apiKey, 'the stored API key')
  })

  it('a new API key never expires and works from everywhere unless it was said', async ({
    keys,
    ada,
  }) => {
    const { apiKey } = await keys.create(ada, { name: 'export', scopes: [] })

    expectFields(apiKey, { scopes: [], expires: null, allowedAddresses: null }, 'the API key')
    expectSame(await keys.get(apiKey.id), apiKey, 'the stored API key')
  })

  it('each API key is another, and has a prefix and a checksum', async ({ ada, issue }) => {
    const issued = []
    for (let index = 0; index < 10; index++) issued.push(await issue(ada, `key ${index}`))

    expectSame(new Set(issued.map(({ key }) => key)).size, 10, 'the number of different keys')
    expectSame(new Set(issued.map(({ apiKey }) => apiKey.id)).size, 10, 'the number of ids')
    for (const { key } of issued) {
      expectThat(isApiKeyText(key) && key.startsWith('tk_'), `${key} is tk_ and 36 characters.`)
    }
  })

  it('the record of an API key shows how the key begins, and no more of it', async ({
    keys,
    ada,
    issue,
  }) => {
    const { key, apiKey } = await issue(ada, 'export')

    expectThat(key.startsWith(apiKey.prefix), `${key} begins with ${apiKey.prefix}.`)
    const hidden = key.slice(apiKey.prefix.length)
    expectThat(hidden.length >= 30, 'At least 24 digits and the checksum are hidden.')
    for (const shown of [apiKey, await keys.find(key), await keys.get(apiKey.id)]) {
      expectThat(!JSON.stringify(shown).includes(hidden), 'No record contains its key.')
    }
  })

  it('an API key has each scope and each address once', async ({ keys, ada }) => {
    const { apiKey } = await keys.create(ada, {
      name: 'export',
      scopes: ['b', 'a', 'b'],
      allowedAddresses: ['192.0.2.7', '192.0.2.7'],
    })

    expectSame(apiKey.scopes, ['b', 'a'], 'the scopes')
    expectSame(apiKey.allowedAddresses, ['192.0.2.7'], 'the allowed addresses')
  })
}

/** Which API keys are not created. */
export const refusals: Chapter<KeysUnderTest> = (it) => {
  for (const [field, problem, value] of invalid) {
    it(`no API key is created with ${problem}`, async ({ keys, ada, issue }) => {
      const refused = issue(ada, 'export', { [field]: value })

      const error = await expectFailure(refused, InvalidApiKey, 'create()')
      expectSame(error.field, field, 'the field of the error')
      expectSame(await keys.search().count(), 0, 'the number of keys')
    })
  }

  it('no API key is created that has expired already', async ({ ada, issue, later }) => {
    for (const expires of [later(0), later(-1)]) {
      const error = await expectFailure(issue(ada, 'old', { expires }), InvalidApiKey, 'create()')
      expectSame(error.field, 'expires', 'the field of the error')
    }
  })

  it('no API key is created for an unknown user', async ({ keys, ada, issue }) => {
    await expectFailure(issue(stranger(ada), 'export'), UserNotFound, 'create()')
    expectSame(await keys.search().count(), 0, 'the number of keys')
  })
}

const invalid: readonly (readonly [keyof NewApiKey, problem: string, value: unknown])[] = [
  ['name', 'an empty name', ''],
  ['name', 'a name of 101 characters', '𝒏'.repeat(101)],
  ['name', 'a control character in its name', 'a\nb'],
  ['name', 'a blank before its name', ' export'],
  ['name', 'half of a character in its name', 'a\ud800'],
  ['scopes', 'a scope that has a blank in it', ['notes read']],
  ['scopes', 'an empty scope', ['']],
  ['scopes', 'a scope of other letters', ['schlüssel']],
  ['scopes', 'more than 100 scopes', Array.from({ length: 101 }, (_, index) => `scope:${index}`)],
  ['allowedAddresses', 'an empty list of addresses', []],
  ['allowedAddresses', 'a host name for an address', ['example.com']],
  ['allowedAddresses', 'a range that is too long', ['10.0.0.0/33']],
  ['allowedAddresses', 'an address in octal', ['010.0.0.1']],
  ['expires', 'an end that is no point in time', new Date(Number.NaN)],
  ['expires', 'an end after the year 9999', new Date(Date.UTC(10_000, 0, 1))],
]
