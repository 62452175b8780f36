import { quick } from '@turnpike/test-support/accounts.ts'
import {
  type Account,
  arrayItems,
  arrayStore,
  type ItemSet,
  memoryAccounts,
  memorySessions,
  memoryThrottleStore,
  type NewUser,
  type PasswordHasher,
  type TokenOptions,
  type TokenStore,
  type UserDirectory,
} from 'turnpike'
import { describe, expect, it } from 'vitest'
import {
  type Book,
  type ContractCase,
  itemSetContract,
  itemStoreContract,
  passwordHashingContract,
  sessionStoreContract,
  signInContract,
  throttleStoreContract,
  tokenOptionsContract,
  tokenStoreContract,
  userDirectoryContract,
  userStoreContract,
} from '../src/index.ts'

type Users = UserDirectory<Account>
type Tokens = TokenStore<Account>

const accountsWith = (options: { passwords?: PasswordHasher; tokens?: TokenOptions } = {}) =>
  memoryAccounts({ passwords: quick, ...options })

const brokenUsers = (broken: (users: Users) => Partial<Users>) => () => {
  const { users } = accountsWith()
  return { users: { ...users, ...broken(users) } }
}

const brokenTokens =
  (broken: (tokens: Tokens) => Partial<Tokens>) =>
  (options: TokenOptions = {}) => {
    const { users, tokens } = accountsWith({ tokens: options })
    return { users, tokens: { ...tokens, ...broken(tokens) }, createUser: users.create }
  }

/** Finds tokens that were revoked or replaced. */
const withoutRevocation = brokenTokens((tokens) => {
  const given = new Map<string, Awaited<ReturnType<Tokens['getOrCreate']>>>()
  const remember = async (token: ReturnType<Tokens['getOrCreate']>) => {
    given.set((await token).key, await token)
    return token
  }
  return {
    find: async (key) => given.get(key) ?? tokens.find(key),
    getOrCreate: (user, verified) => remember(tokens.getOrCreate(user, verified)),
    regenerate: (user) => remember(tokens.regenerate(user)),
  }
})

const brokenItems = (items: ItemSet<Book>, broken: Partial<ItemSet<Book>>): ItemSet<Book> => ({
  ...items,
  ...broken,
})

interface Mistake {
  store: string
  contract: ContractCase[]
  /** The case that fails. */
  fails: string
  message: string | RegExp
}

const mistakes: Mistake[] = [
  {
    store: 'a user store that does not tell upper from lower case',
    contract: userStoreContract(
      brokenUsers((users) => ({ find: (name) => users.find(name.toLowerCase()) })),
    ),
    fails: 'a user store distinguishes upper and lower case in usernames',
    message: /^Expected the user named Ada to be \{.*"username":"Ada".*, but it is \{.*"ada"/,
  },
  {
    store: 'a user store that forgets a change of the activity',
    contract: userStoreContract(brokenUsers(() => ({ setActive: async () => {} }))),
    fails: 'changing a user who is no longer there fails with UserNotFound',
    message: 'Expected setActive() to false to fail with UserNotFound, but it gave undefined.',
  },
  {
    store: 'a user store that hashes only for known users',
    contract: passwordHashingContract((passwords) => {
      const { users } = accountsWith({ passwords })
      const verify: Users['verify'] = async (username, password, known) =>
        (await users.find(username)) === null ? null : users.verify(username, password, known)
      return { users: { ...users, verify } }
    }),
    fails: 'every refusal of a password costs one hash',
    message: 'Expected the number of hashes for ["nobody","wrong"] to be 1, but it is 0.',
  },
  {
    store: 'a user directory that searches by case',
    contract: userDirectoryContract(
      brokenUsers((users) => ({
        search: ({ text = '', ...filter } = {}) =>
          users.search(/[A-ZÄÖÜ]/.test(text) ? { ...filter, text: 'nobody' } : { ...filter, text }),
      })),
    ),
    fails: 'a search takes upper and lower case alike, in every alphabet',
    message: 'Expected the users of the filter {"text":"aDA"} to be ["Ada"], but it is [].',
  },
  {
    store: 'a token store that finds revoked tokens',
    contract: tokenStoreContract(withoutRevocation),
    fails: 'a revoked token stops working, and the next one is another',
    message: /^Expected what find\(\) gives for a revoked key to be null, but it is \{"key":/,
  },
  {
    store: 'a token store that finds expired tokens',
    contract: tokenOptionsContract(withoutRevocation),
    fails: 'a token works until its maximum age, used or not, and is then replaced',
    message: /^Expected find\(\) at the end to be null, but it is \{"key":/,
  },
  {
    store: 'a token store that looks before it inserts',
    contract: tokenStoreContract(
      brokenTokens((tokens) => ({
        getOrCreate: async (user) => (await tokens.of(user)) ?? tokens.regenerate(user),
      })),
    ),
    fails: 'a token store creates one token however many ask for it at once',
    message: 'Expected the number of different keys to be 1, but it is 50.',
  },
  {
    store: 'a token store that does not look at what was verified',
    contract: signInContract(
      brokenTokens((tokens) => ({ getOrCreate: (user) => tokens.getOrCreate(user) })),
    ),
    fails: 'a sign-in creates no token for a user who was made inactive meanwhile',
    message:
      /^Expected the sign-in of an inactive user to fail with SignInOutdated, but it gave \{/,
  },
  {
    store: 'a session store that keeps sessions when the password is replaced',
    contract: sessionStoreContract((now) => {
      const { users } = accountsWith()
      const sessions = memorySessions({
        users: { find: users.find, passwordStamp: async () => 'always the same' },
        now,
      })
      return { sessions, users }
    }),
    fails: 'a new password signs all sessions out',
    message:
      'Expected whether sessions from before and after are found to be [false,true], but it is [true,true].',
  },
  {
    store: 'a throttle store that reads and writes in two steps',
    contract: throttleStoreContract((now) => {
      const store = memoryThrottleStore(now ? { now } : {})
      let counted = 0
      return {
        store: {
          giveBack: store.giveBack,
          peek: store.peek,
          async take(key, rate, options) {
            if (rate.limit !== 50) return store.take(key, rate, options)
            const read = counted
            await null
            counted = read + 1
            return read < rate.limit ? { allowed: true } : { allowed: false, wait: 1 }
          },
        },
      }
    }),
    fails:
      'a throttle store lets exactly the limit of a burst through, over all who share the counts',
    message: 'Expected the number of 200 requests at once that pass to be 50, but it is 200.',
  },
  {
    store: 'an item set that takes every order for ascending',
    contract: itemSetContract((books) => {
      const items = arrayItems(books)
      const ascending: ItemSet<Book>['orderBy'] = (ordering) =>
        items.orderBy(ordering.map((name) => name.replace('-', '')))
      return { items: brokenItems(items, { orderBy: ascending }) }
    }),
    fails: 'an item set orders items by -title',
    message: 'Expected the ids by [-title] to be [4,1,5,2,6,3], but it is [3,6,2,5,1,4].',
  },
  {
    store: 'an item store that takes 01 for 1',
    contract: itemStoreContract(() => {
      const store = arrayStore<Book>([])
      return { store: { ...store, find: (key) => store.find(`${Number(key)}`) } }
    }),
    fails: 'an item store finds no item by an unknown key, number 5: "01"',
    message: /^Expected what find\(\) gives to be null, but it is \{"id":1,/,
  },
]

describe('the contracts of stores', () => {
  it.each(mistakes)('$store is found out', async ({ contract, fails, message }) => {
    const failing = contract.find(({ name }) => name === fails)
    await expect(failing?.run()).rejects.toThrow(message)
  })

  it('the cases of a contract have names that differ', () => {
    for (const { contract } of mistakes) {
      const names = contract.map(({ name }) => name)
      expect(names).toEqual([...new Set(names)])
    }
  })

  it('a case closes what it has opened, also when it fails', async () => {
    let open = 0
    const cases = tokenStoreContract(() => {
      open++
      return { ...withoutRevocation(), close: () => open-- }
    })

    for (const { run } of cases) await run().catch(() => {})

    expect(open).toBe(0)
  })

  it('what is opened may be an instance of a class', async () => {
    let open = 0
    class OpenedAccounts {
      readonly #accounts = accountsWith()
      readonly users = this.#accounts.users
      readonly tokens = this.#accounts.tokens
      createUser(user: NewUser) {
        return this.#accounts.users.create(user)
      }
      close() {
        open += this.#accounts === undefined ? 0 : -1
      }
    }
    const opening = () => {
      open++
      return new OpenedAccounts()
    }

    for (const { run } of [...tokenStoreContract(opening), ...signInContract(opening)]) await run()

    expect(open).toBe(0)
  })

  it('rows without a prototype, and fields that are undefined, are no mistake', async () => {
    const rows = (books: readonly Book[]) =>
      books.map((book) => Object.assign(Object.create(null), book, { shelf: undefined }))
    const cases = itemSetContract((books) => ({ items: arrayItems<Book>(rows(books)) }))

    for (const { run } of cases) await run()
  })
})
