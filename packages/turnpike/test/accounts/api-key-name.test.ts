import { named } from '@turnpike/test-support/accounts.ts'
import { expect, it } from 'vitest'
import { memoryAccounts } from '../../src/index.ts'

it.each(['\u200b', '\u202e', '\u2066', '\ufeff', '\u00ad', '\u2028'])(
  'the name of an API key has no invisible or formatting character: %j',
  async (character) => {
    const { users, keys } = memoryAccounts()
    const ann = await users.create(named('ann'))

    await expect(keys.create(ann, { name: `ex${character}port`, scopes: [] })).rejects.toThrow(
      'The name has a character that cannot be shown.',
    )
  },
)
