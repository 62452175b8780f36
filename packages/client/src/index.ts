/**
 * A client of the views, with their types, for every runtime. It has no dependencies.
 *
 * @module
 */
export type { Call, Failure, Result, Success } from './answer.ts'
export type { Client, GetOptions, ListQuery } from './client.ts'
export { type ClientOptions, createClient } from './create-client.ts'
export {
  apiKey,
  basic,
  bearer,
  type CredentialContext,
  type Credentials,
  token,
} from './credentials/credentials.ts'
export { type SessionOptions, session } from './credentials/session.ts'
export {
  type Pair,
  type TokenPairCredentials,
  type TokenPairOptions,
  tokenPair,
} from './credentials/token-pair.ts'
export {
  ClientError,
  type FailedError,
  type FieldErrors,
  type FieldMessage,
  type InvalidError,
  type RefusedError,
  type RequestError,
  type WaitError,
} from './errors.ts'
export type { Json, Sendable } from './json.ts'
export type { List, Page, PageOptions } from './list.ts'
export type { FromOpenApi } from './open-api.ts'
export type { RetryOptions } from './retry.ts'
export type { Fetch, RequestOptions } from './send.ts'
export type { Id, QueryValue } from './url.ts'
