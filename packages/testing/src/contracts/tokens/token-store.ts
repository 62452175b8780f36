import { type User, UserNotFound } from 'turnpike'
import { type Chapter, type ContractCase, contract } from '../contract.ts'
import { expectFailure, expectOther, expectSame, expectThat } from '../expect.ts'
import { named, stranger } from '../users/fixtures.ts'
import { type OpenedTokens, servingOf, times } from './fixtures.ts'
import { keys } from './keys.ts'

/**
 * The contract of every `TokenStore`, wherever its users are kept.
 *
 * @param open opens a store without tokens.
 */
export const tokenStoreContract = <U extends User>(
  open: () => OpenedTokens<U> | Promise<OpenedTokens<U>>,
): ContractCase[] =>
  contract<OpenedTokens>(
    async () => {
      const opened = await open()
      return {
        tokens: opened.tokens,
        createUser: (user) => opened.createUser(user),
        close: () => opened.close?.(),
      }
    },
    creation,
    keys,
    replacement,
    revocation,
    atOnce,
  )

const creation: Chapter<OpenedTokens> = (it) => {
  it('a token store creates a token for its user', async ({ tokens, createUser }) => {
    const ada = await createUser(named('ada'))
    const before = Date.now()

    const token = await tokens.getOrCreate(ada)

    expectSame(token.user, ada, 'the user of the token')
    const created = token.created.getTime()
    expectThat(created > before - 1000 && created <= Date.now(), 'A token is created now.')
  })

  it('a token store gives the same token again', async ({ tokens, createUser }) => {
    const ada = await createUser(named('ada'))
    const token = await tokens.getOrCreate(ada)

    expectSame(await tokens.getOrCreate(ada), token, 'the token that getOrCreate() gives again')
  })

  it('a token store gives the token of a user without creating one', async ({
    tokens,
    createUser,
  }) => {
    const ada = await createUser(named('ada'))
    const bob = await createUser(named('bob'))

    expectSame(await tokens.of(ada), null, 'the token of a user who has none')
    const token = await tokens.getOrCreate(ada)
    expectSame(await tokens.of(ada), token, 'the token of its user')
    expectSame(await tokens.of(bob), null, 'the token of another user')
  })

  it('a token store refuses to create a token for an unknown user', async ({
    tokens,
    createUser,
  }) => {
    const unknown = stranger(await createUser(named('ada')))

    await expectFailure(tokens.getOrCreate(unknown), UserNotFound, 'getOrCreate()')
    await expectFailure(tokens.regenerate(unknown), UserNotFound, 'regenerate()')
  })
}

const replacement: Chapter<OpenedTokens> = (it) => {
  it('a token store regenerates a token, and the one before it stops working', async ({
    tokens,
    createUser,
  }) => {
    const ada = await createUser(named('ada'))
    const first = await tokens.getOrCreate(ada)

    const second = await tokens.regenerate(ada)

    expectOther(second.key, first.key, 'the key of the new token')
    expectSame(second.user, ada, 'the user of the new token')
    expectSame(await tokens.find(first.key), null, 'what find() gives for a replaced key')
    expectSame(await tokens.find(second.key), second, 'what find() gives for the new key')
    expectSame(await tokens.getOrCreate(ada), second, 'what getOrCreate() gives')
  })

  it('a token store regenerates a token for a user who had none', async ({
    tokens,
    createUser,
  }) => {
    const token = await tokens.regenerate(await createUser(named('ada')))

    expectSame(await tokens.find(token.key), token, 'what find() gives for the key')
  })

  it('creating and regenerating a token leaves those of other users alone', async ({
    tokens,
    createUser,
  }) => {
    const ada = await createUser(named('ada'))
    const bob = await createUser(named('bob'))
    const bobs = await tokens.getOrCreate(bob)

    await tokens.getOrCreate(ada)
    await tokens.regenerate(ada)

    expectSame(await tokens.find(bobs.key), bobs, 'the token of another user by its key')
    expectSame(await tokens.getOrCreate(bob), bobs, 'the token of another user')
  })
}

const revocation: Chapter<OpenedTokens> = (it) => {
  it('a revoked token stops working, and the next one is another', async ({
    tokens,
    createUser,
  }) => {
    const ada = await createUser(named('ada'))
    const bob = await createUser(named('bob'))
    const token = await tokens.getOrCreate(ada)
    const bobs = await tokens.getOrCreate(bob)

    expectSame(await tokens.revoke(ada), true, 'what revoke() gives for a user with a token')

    expectSame(await tokens.find(token.key), null, 'what find() gives for a revoked key')
    expectSame(await tokens.of(ada), null, 'the token of a user whose token was revoked')
    expectSame(await tokens.revoke(ada), false, 'what revoke() gives for a user without a token')
    expectSame(await tokens.find(bobs.key), bobs, 'the token of another user')
    const next = await tokens.getOrCreate(ada)
    expectOther(next.key, token.key, 'the key of the next token')
  })

  it('an unknown user has no token, and none is revoked', async ({ tokens, createUser }) => {
    const ada = await createUser(named('ada'))
    const token = await tokens.getOrCreate(ada)
    const unknown = stranger(ada)

    expectSame(await tokens.of(unknown), null, 'the token of an unknown user')
    expectSame(await tokens.revoke(unknown), false, 'what revoke() gives for an unknown user')
    expectSame(await tokens.find(token.key), token, 'the token of another user')
  })
}

const atOnce: Chapter<OpenedTokens> = (it) => {
  it('a token store creates one token however many ask for it at once', async ({
    tokens,
    createUser,
  }) => {
    const ada = await createUser(named('ada'))

    const created = await Promise.all(times(50, () => tokens.getOrCreate(ada)))

    expectSame(new Set(created.map(({ key }) => key)).size, 1, 'the number of different keys')
    expectSame((await servingOf(tokens, created)).length, 1, 'the number of tokens that serve')
  })

  it('one token works however many requests regenerate it at once', async ({
    tokens,
    createUser,
  }) => {
    const ada = await createUser(named('ada'))

    const created = await Promise.all([
      ...times(20, () => tokens.regenerate(ada)),
      ...times(20, () => tokens.getOrCreate(ada)),
    ])

    const serving = await servingOf(tokens, created)
    expectSame(serving.length, 1, 'the number of tokens that serve')
    expectSame(await tokens.getOrCreate(ada), serving[0], 'what getOrCreate() gives')
  })
}
