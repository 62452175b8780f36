import {
  type AnyDatabase,
  type KyselyAccounts,
  kyselyAccounts,
  kyselyIdempotencyStore,
  kyselyTransactions,
  type Replicated,
} from '@turnpike/sql'
import type { Database } from '@turnpike/sql/node'
import type { Account, Logger, SessionStore } from 'turnpike'
import { apiKeyOptionsOf, type Config, tokenOptionsOf } from './config.ts'
import type { AnyService, ServiceContext } from './define-service.ts'
import type { ServiceApp } from './service-app.ts'
import { pairStores, withRefreshTokens } from './stores/pair-stores.ts'
import { passwordHasher } from './stores/password-hasher.ts'
import type { RedisConnections } from './stores/redis-connections.ts'
import { openSessionStore } from './stores/session-store.ts'
import { openThrottleStore } from './stores/throttle-store.ts'

/** The accounts, and what they and the application are built of. */
export interface BuiltContext {
  readonly accounts: KyselyAccounts
  readonly context: ServiceContext
}

/** The database of an application, and its replicas if it has some. */
export interface BuiltOn extends Pick<Database, 'db'> {
  readonly replicated?: Replicated<unknown> | undefined
}

/** Builds what the application of a definition is given, on a database that is up to date. */
export async function buildContext(
  { createTokens = false }: AnyService,
  config: Config,
  { db, replicated }: BuiltOn,
  connections: RedisConnections,
  secrets: readonly string[],
  logger: Logger,
): Promise<BuiltContext> {
  const accounts = kyselyAccounts(db, {
    secrets,
    passwords: await passwordHasher(config),
    createTokens,
    tokens: tokenOptionsOf(config),
    keys: apiKeyOptionsOf(config),
    logger,
  })
  const { users, tokens, keys } = accounts
  const pairs = pairStores(db, users, secrets)
  const opened = await openSessionStore(config, db, users, connections)
  const sessions = withRefreshTokens(opened, pairs)
  const throttleStore = await openThrottleStore(config, db, connections)
  const settings = {
    ...config.settings,
    ...(throttleStore !== null && { THROTTLE_STORE: throttleStore }),
    TRANSACTIONS: kyselyTransactions(db),
    IDEMPOTENCY_STORE: kyselyIdempotencyStore(db),
    ...(replicated !== undefined && { READ_REPLICAS: replicated }),
    SECRET_KEYS: secrets,
    LOGGER: logger,
  }
  const context = {
    db: (replicated?.db ?? db) as AnyDatabase,
    users,
    tokens,
    keys,
    sessions,
    pairStores: pairs,
    settings,
    logger,
  }
  return { accounts, context }
}

/** The application of a definition, with its stores. */
export interface BuiltApp extends KyselyAccounts {
  readonly app: ServiceApp
  readonly sessions: SessionStore<Account>
}

/** Builds the application of a definition on a database that is up to date. */
export async function buildApp(
  definition: AnyService,
  ...given: RestOf<Parameters<typeof buildContext>>
): Promise<BuiltApp> {
  const { accounts, context } = await buildContext(definition, ...given)
  return { ...accounts, sessions: context.sessions, app: await definition.app(context) }
}

type RestOf<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Rest]
  ? Rest
  : never
