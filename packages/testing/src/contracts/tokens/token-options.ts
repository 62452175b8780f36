import type { TokenOptions, TokenStore, User } from 'turnpike'
import { type Chapter, type ContractCase, contract, type Opened } from '../contract.ts'
import { expectOther, expectSame, expectThat } from '../expect.ts'
import { named } from '../users/fixtures.ts'
import { type OpenedTokens, servingOf, times } from './fixtures.ts'

/** A token store with options under test. */
export interface OpenedTokensWithOptions<U extends User = User> extends OpenedTokens<U> {
  /** Writes uses of tokens that the store has yet to write. Default: it has none. */
  flush?(): Promise<void>
}

/** The subjects of a case: the store, a user, and a clock that stands still. */
interface TokensUnderTest extends Opened {
  tokens: TokenStore
  ada: User
  /** Seconds pass. */
  pass(seconds: number): void
  flush(): Promise<void>
}

type OpenTokens<U extends User> = (
  options: TokenOptions,
) => OpenedTokensWithOptions<U> | Promise<OpenedTokensWithOptions<U>>

/**
 * The further contract of a `TokenStore` with `TokenOptions`: the form of its keys, and how long
 * they serve.
 *
 * @param open opens a store without tokens that has these options.
 */
export function tokenOptionsContract<U extends User>(
  open: (options: TokenOptions) => OpenedTokensWithOptions<U> | Promise<OpenedTokensWithOptions<U>>,
): ContractCase[] {
  return [
    ...contract(openedWith(open, {}), defaultKeys),
    ...contract(openedWith(open, { keyPrefix: 'acme_' }), prefixedKeys),
    ...contract(openedWith(open, { maxAgeSeconds: 1000 }), maximumAge),
    ...contract(openedWith(open, { idleSeconds: 300 }), idleLimit),
    ...contract(openedWith(open, { maxAgeSeconds: 1000, idleSeconds: 300 }), bothLimits),
  ]
}

/** @param open opens empty stores with these options and a clock of the contract. */
const openedWith =
  <U extends User>(open: OpenTokens<U>, options: TokenOptions) =>
  async (): Promise<TokensUnderTest> => {
    let seconds = 0
    const opened: OpenedTokensWithOptions = await open({
      ...options,
      now: () => new Date(seconds * 1000),
    })
    return {
      tokens: opened.tokens,
      ada: await opened.createUser(named('ada')),
      pass(passed) {
        seconds += passed
      },
      flush: async () => opened.flush?.(),
      close: () => opened.close?.(),
    }
  }

const defaultKeys: Chapter<TokensUnderTest> = (it) => {
  it('a key has 40 hexadecimal digits by default', async ({ tokens, ada }) => {
    const { key } = await tokens.getOrCreate(ada)

    expectThat(/^[0-9a-f]{40}$/.test(key), `${key} has 40 hexadecimal digits.`)
  })
}

const prefixedKeys: Chapter<TokensUnderTest> = (it) => {
  it('a key with a prefix has a checksum, and works like others', async ({ tokens, ada }) => {
    const token = await tokens.getOrCreate(ada)

    expectThat(hasPrefix(token.key), `${token.key} is acme_ and 36 letters and digits.`)
    expectSame(await tokens.find(token.key), token, 'what find() gives for the key')
    expectSame(await tokens.getOrCreate(ada), token, 'what getOrCreate() gives')
    const { key } = await tokens.regenerate(ada)
    expectThat(hasPrefix(key), `The next key, ${key}, is acme_ and 36 letters and digits.`)
  })
}

const maximumAge: Chapter<TokensUnderTest> = (it) => {
  it('a token works until its maximum age, used or not, and is then replaced', async ({
    tokens,
    ada,
    pass,
  }) => {
    const token = await tokens.getOrCreate(ada)

    pass(999)
    expectSame(await tokens.find(token.key), token, 'find() a second before the end')
    expectSame(await tokens.of(ada), token, 'of() a second before the end')
    expectSame(await tokens.getOrCreate(ada), token, 'getOrCreate() a second before the end')

    pass(1)
    expectSame(await tokens.find(token.key), null, 'find() at the end')
    expectSame(await tokens.of(ada), null, 'of() at the end')

    const next = await tokens.getOrCreate(ada)
    expectOther(next.key, token.key, 'the key of the next token')
    expectSame(next.created, new Date(1_000_000), 'the time at which it was created')
    expectSame(await tokens.find(next.key), next, 'find() for the next key')
    expectSame(await tokens.find(token.key), null, 'find() for the expired key')
  })

  it('an expired token is replaced by one however many requests ask at once', async ({
    tokens,
    ada,
    pass,
  }) => {
    await tokens.getOrCreate(ada)
    pass(1000)

    const created = await Promise.all(times(20, () => tokens.getOrCreate(ada)))

    expectSame(new Set(created.map(({ key }) => key)).size, 1, 'the number of different keys')
    expectSame((await servingOf(tokens, created)).length, 1, 'the number of tokens that serve')
  })
}

const idleLimit: Chapter<TokensUnderTest> = (it) => {
  it('a token with an idle limit works as long as it is used', async ({
    tokens,
    ada,
    pass,
    flush,
  }) => {
    const token = await tokens.getOrCreate(ada)

    for (let use = 1; use <= 5; use++) {
      pass(200)
      expectSame(await tokens.find(token.key), token, `find() at the use number ${use}`)
      await flush()
    }
    pass(300)
    expectSame(await tokens.find(token.key), null, 'find() at the end of the idle time')
    expectSame(await tokens.of(ada), null, 'of() at the end of the idle time')
    const next = await tokens.getOrCreate(ada)
    expectOther(next.key, token.key, 'the key of the next token')
  })
}

const bothLimits: Chapter<TokensUnderTest> = (it) => {
  it('regenerating a token restarts its lifetime', async ({ tokens, ada, pass }) => {
    await tokens.getOrCreate(ada)
    pass(900)
    const token = await tokens.regenerate(ada)

    pass(299)
    expectSame(await tokens.find(token.key), token, 'find() a second before the end')
  })
}

const hasPrefix = (key: string) => /^acme_[0-9A-Za-z]{36}$/.test(key)
