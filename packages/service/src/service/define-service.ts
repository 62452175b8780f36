import type { AccountTables, Migrations } from '@turnpike/sql'
import type { Kysely, Transaction } from 'kysely'
import type {
  Account,
  IdempotencyStore,
  Logger,
  SessionStore,
  ThrottleStore,
  TokenStore,
  UserDirectory,
} from 'turnpike'
import type { EnvironmentSettings } from 'turnpike/internal/settings/settings'
import {
  type ApiKeyStore,
  knownOptions,
  type OnProgress,
  type ReadReplicas,
  type Telemetry,
  type Transactions,
} from 'turnpike/kit'
import type { ServiceApp } from './service-app.ts'
import type { PairStores } from './stores/pair-stores.ts'

/** The parts from which the application of a service is built. */
export interface ServiceContext<Tables = unknown> {
  /** The service's database: its own tables and those of the accounts. */
  readonly db: Kysely<Tables & AccountTables>
  readonly users: UserDirectory<Account>
  readonly tokens: TokenStore<Account>
  readonly keys: ApiKeyStore<Account>
  /** Ending all sessions of a user ends their refresh tokens, too. */
  readonly sessions: SessionStore<Account>
  /**
   * The stores that `tokenPairs` of `@turnpike/jwt` needs: `tokenPairs({ ...pairStores, issuer })`.
   * Nothing is loaded or written before it is used.
   */
  readonly pairStores: PairStores
  /**
   * The settings from the environment, `TRANSACTIONS`, `IDEMPOTENCY_STORE`, `SECRET_KEYS` and
   * `LOGGER`. Spread them after the application's own: `createApi({ PAGE_SIZE: 50, ...settings })`.
   */
  readonly settings: EnvironmentSettings & {
    readonly SECRET_KEYS: readonly string[]
    readonly LOGGER: Logger
    /** The transactions of the service's database, for `ATOMIC_REQUESTS`. */
    readonly TRANSACTIONS: Transactions<Transaction<Tables & AccountTables>>
    /** Keys of idempotent requests, in the same transactions. */
    readonly IDEMPOTENCY_STORE: IdempotencyStore
    /** Present when `DATABASE_REPLICA_URLS` is set: then `db` reads from them. */
    readonly READ_REPLICAS?: ReadReplicas
    /** Present when `THROTTLE_STORE_URL` is set to a store. */
    readonly THROTTLE_STORE?: ThrottleStore
  }
  readonly logger: Logger
}

/** What a seed is given: the parts of the application, and the transaction that it runs in. */
export interface SeedContext<Tables = unknown> extends ServiceContext<Tables> {
  /**
   * For statements of your own. Users, tokens, and stores on `db` take part in it by themselves;
   * statements of `db` itself do not, and would wait for it.
   */
  readonly transaction: Transaction<Tables & AccountTables>
  /** Shows how far a long seed is: `onProgress({ of: 'note', done, total, unit: 'rows' })`. */
  readonly onProgress: OnProgress
}

/**
 * A service: an application, its tables and its name.
 *
 * @typeParam App what `app` returns. It carries the types for `@turnpike/client`.
 */
export interface ServiceDefinition<Tables = unknown, App extends ServiceApp = ServiceApp> {
  /** The name of the service in its log. */
  readonly name: string
  /**
   * Migrations of the application's own tables. They run after those of the accounts. Default none.
   */
  readonly migrations?: Migrations
  /** True: every new user gets a token. Default false. */
  readonly createTokens?: boolean
  /**
   * Telemetry for the requests of the service and the statements of its database, the first one
   * outermost: `[openTelemetry({ trace, context, propagation })]`. Default none.
   */
  readonly telemetry?: readonly Telemetry[]
  /**
   * Fills an empty database with data to begin with. `turnpike dev` calls it while there are no
   * users and no rows in the application's tables, and `turnpike seed` on demand. It runs in one
   * transaction, which is rolled back if it throws. Default: nothing.
   */
  seed?(context: SeedContext<Tables>): Promise<void>
  /** Builds the application, usually with `routes()`. Called once, with the database open. */
  app(context: ServiceContext<Tables>): App | Promise<App>
}

/** A service with any tables. */
// biome-ignore lint/suspicious/noExplicitAny: its definition alone knows the tables.
export type AnyService = ServiceDefinition<any>

const serviceDefinitionOptions = knownOptions<ServiceDefinition>('defineService()', {
  name: 'required',
  migrations: 'optional',
  createTokens: 'optional',
  telemetry: 'optional',
  seed: 'optional',
  app: 'required',
})

/**
 * A service as a value, for the default export of a module for `turnpike serve`:
 *
 * ```ts
 * export default defineService<Tables>({
 *   name: 'notes',
 *   migrations,
 *   app: ({ db, users, tokens, settings }) =>
 *     routes(createApi({ PAGE_SIZE: 50, ...settings }), { ... }),
 * })
 * ```
 */
export function defineService<Tables = unknown, App extends ServiceApp = ServiceApp>(
  definition: ServiceDefinition<Tables, App>,
): ServiceDefinition<Tables, App> {
  serviceDefinitionOptions.require(definition)
  return definition
}
