/**
 * For tests: requests to views without a socket, factories, another time, and contract tests for
 * custom stores.
 * @module
 */

// Requests without a socket

export {
  type TestClient,
  type TestClientOptions,
  type TestRequest,
  testClient,
} from './test-client.ts'

// What tests need: values, and another time

export { type Factory, type FactoryOptions, factory } from './factory.ts'
export { type Duration, type TimeTravel, timeTravel } from './time-travel.ts'

// The contracts of stores: test cases for any runner

export type { ContractCase, Opened } from './contracts/contract.ts'
export {
  idempotencyStoreContract,
  type OpenedIdempotencyStore,
} from './contracts/idempotency/idempotency-store.ts'
export {
  compositeKeyContract,
  type NoteTag,
  type OpenedNoteTags,
} from './contracts/items/composite-key.ts'
export type { Book, OpenedItemSet, OpenedItemStore } from './contracts/items/fixtures.ts'
export { itemSetContract } from './contracts/items/item-set.ts'
export { itemStoreContract } from './contracts/items/item-store.ts'
export { apiKeyStoreContract } from './contracts/keys/api-key-store.ts'
export type { OpenApiKeys, OpenedApiKeys } from './contracts/keys/fixtures.ts'
export type { OpenedRefreshTokens } from './contracts/pairs/fixtures.ts'
export { refreshTokenStoreContract } from './contracts/pairs/refresh-token-store.ts'
export {
  type OpenedSigningKeys,
  signingKeyStoreContract,
} from './contracts/pairs/signing-key-store.ts'
export { type OpenedReplayStore, replayStoreContract } from './contracts/replays/replay-store.ts'
export type { OpenedSessions } from './contracts/sessions/fixtures.ts'
export {
  type OpenedSessionDirectory,
  sessionDirectoryContract,
} from './contracts/sessions/session-directory.ts'
export { sessionStoreContract } from './contracts/sessions/session-store.ts'
export type { OpenedThrottleStore } from './contracts/throttles/fixtures.ts'
export { throttleStoreContract } from './contracts/throttles/throttle-store.ts'
export type { OpenedTokens } from './contracts/tokens/fixtures.ts'
export { type OpenedAccounts, signInContract } from './contracts/tokens/sign-ins.ts'
export {
  type OpenedTokensWithOptions,
  tokenOptionsContract,
} from './contracts/tokens/token-options.ts'
export { tokenStoreContract } from './contracts/tokens/token-store.ts'
export type { OpenedDirectory } from './contracts/users/administrators.ts'
export type { OpenedUsers } from './contracts/users/fixtures.ts'
export { passwordHashingContract } from './contracts/users/password-hashing.ts'
export { userDirectoryContract } from './contracts/users/user-directory.ts'
export { userStoreContract } from './contracts/users/user-store.ts'
