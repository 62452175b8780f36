import type { User, UserStore } from 'turnpike'
import type { ApiKeyOptions, ApiKeyStore, IssuedApiKey, NewApiKey } from 'turnpike/kit'
import type { Opened } from '../contract.ts'
import { named } from '../users/fixtures.ts'

/** A store of API keys under test, and that of their users. */
export interface OpenedApiKeys<U extends User = User> extends Opened {
  keys: ApiKeyStore<U>
  users: Pick<UserStore<U>, 'create' | 'find' | 'setActive' | 'setPassword'>
  /** Writes uses of keys that the store has yet to write. Default: it has none. */
  flush?(): Promise<void>
}

/** Opens empty stores that follow the options. */
export type OpenApiKeys<U extends User> = (
  options: ApiKeyOptions,
) => OpenedApiKeys<U> | Promise<OpenedApiKeys<U>>

/** The subjects of a case: the store, two users, and a clock that stands still. */
export interface KeysUnderTest extends Opened {
  keys: ApiKeyStore
  users: OpenedApiKeys['users']
  ada: User
  bob: User
  /** Seconds pass. */
  pass(seconds: number): void
  /** The moment in so many seconds. */
  later(seconds: number): Date
  /** A new key, with a scope unless the fields say otherwise. */
  issue(user: User, name: string, fields?: Partial<NewApiKey>): Promise<IssuedApiKey>
  flush(): Promise<void>
}

/** @param open opens empty stores with these options and a clock of the contract. */
export const openedWith =
  <U extends User>(open: OpenApiKeys<U>, options: ApiKeyOptions = {}) =>
  async (): Promise<KeysUnderTest> => {
    let seconds = 1_800_000_000
    const later = (more: number) => new Date((seconds + more) * 1000)
    const opened: OpenedApiKeys = await open({ ...options, now: () => later(0) })
    const { keys, users } = opened
    return {
      keys,
      users,
      ada: await users.create(named('ada')),
      bob: await users.create(named('bob')),
      later,
      pass(passed) {
        seconds += passed
      },
      issue: (user, name, fields) => keys.create(user, { name, scopes: ['notes:read'], ...fields }),
      flush: async () => opened.flush?.(),
      close: () => opened.close?.(),
    }
  }
