import {
  type ConnectionProvider,
  Kysely,
  type KyselyPlugin,
  type KyselyProps,
  Transaction,
} from 'kysely'
import { mark, memoizeByIdentity } from 'turnpike/kit'
import type { AnyDatabase } from '../database.ts'
import { directWayOf, giveDirectWay } from '../statements/direct.ts'
import { giveRoute, routeOf } from '../statements/route.ts'
import { givenScope, inGivenScope } from './given-scope.ts'
import { scopeOf, type TransactionScope } from './scope.ts'

/*
 * Other libraries get onto the transaction of the current work, such as that of an atomic request,
 * by the scope of kysely/transactions/scope.ts, which follows the work:
 *
 * - Prisma on SQLite: prisma/adapter/sqlite/connection.ts executes its statements by `joining(db)`.
 * - Drizzle on SQLite: drizzle/sqlite/drizzle-sqlite.ts does, too.
 * - Both on PostgreSQL: they hold a `Pool` of kysely/postgres/sharing/postgres-pool.ts, which asks
 *   `scopeOf(db)` at each statement. prisma/adapter/postgres/factory.ts refuses any other pool.
 * - Their own transactions are savepoints in it: prisma/adapter/sqlite/transaction.ts,
 *   drizzle/sqlite/session.ts, kysely/postgres/sharing/scope-client.ts.
 */

/**
 * The same database, whose statements join the transaction of the current work if there is one.
 * Those of a transaction wait for the savepoints that stores begin in it.
 */
export const joining = memoizeByIdentity((db: AnyDatabase): AnyDatabase => {
  if (db.isTransaction) return db instanceof JoiningTransaction ? db : joiningGiven(db)
  return originals.get(db) ? db : new JoiningDatabase(db)
})

/** The scope of a transaction: its own, or one for a transaction that somebody else has begun. */
export const scopeOfTransaction = async (transaction: AnyDatabase): Promise<TransactionScope> =>
  transaction instanceof JoiningTransaction ? transaction.scope() : givenScope(transaction)

const originals = mark<AnyDatabase, AnyDatabase>()

/** The database itself, outside the transaction of the current work. */
export const withoutJoining = (db: AnyDatabase): AnyDatabase => originals.get(db) ?? db

/** A database that joins, with the plugins of `db`. */
class JoiningDatabase<Tables> extends Kysely<Tables> {
  readonly #base: Kysely<Tables>

  constructor(base: Kysely<Tables>) {
    const executor = base.getExecutor()
    super(
      propsOf(base, {
        provideConnection: (consumer, options) =>
          (scopeOf(base) ?? executor).provideConnection(consumer, options),
      }),
    )
    const isAlone = () => scopeOf(base) === null
    const [way, route] = [directWayOf(executor), routeOf(executor)]
    if (way !== undefined) giveDirectWay(this.getExecutor(), way, isAlone)
    else if (route !== undefined) giveRoute(this.getExecutor(), route, isAlone)
    this.#base = base
    originals.set(this, base)
  }

  override withoutPlugins(): Kysely<Tables> {
    return joining(this.#base.withoutPlugins())
  }
}

/** The transaction of a scope with the plugins of `db`. It refuses statements after the scope. */
export const transactionIn = <Tables>(
  scope: TransactionScope,
  db: Kysely<Tables>,
): Transaction<Tables> => new JoiningTransaction(db, scope, async () => scope)

const joiningGiven = (transaction: AnyDatabase): AnyDatabase =>
  new JoiningTransaction(transaction, inGivenScope(transaction), () => givenScope(transaction))

/** A transaction with the plugins of `db`, whose copies are in the same scope. */
class JoiningTransaction<Tables> extends Transaction<Tables> {
  readonly scope: () => Promise<TransactionScope>
  readonly #provider: ConnectionProvider

  constructor(
    db: Kysely<Tables>,
    provider: ConnectionProvider,
    scope: () => Promise<TransactionScope>,
  ) {
    super(propsOf(db, provider))
    this.scope = scope
    this.#provider = provider
  }

  #copy<Other>(changed: Transaction<Other>): Transaction<Other> {
    return new JoiningTransaction(changed, this.#provider, this.scope)
  }

  override withPlugin(plugin: KyselyPlugin): Transaction<Tables> {
    return this.#copy(super.withPlugin(plugin))
  }

  override withoutPlugins(): Transaction<Tables> {
    return this.#copy(super.withoutPlugins())
  }

  override withSchema(schema: string): Transaction<Tables> {
    return this.#copy(super.withSchema(schema))
  }

  // The others change its type only.
  override withTables(): never {
    return this as never
  }

  override $extendTables(): never {
    return this as never
  }

  override $omitTables(): never {
    return this as never
  }

  override $pickTables(): never {
    return this as never
  }
}

/** Statements need only the executor. */
export const propsOf = (db: AnyDatabase, provider: ConnectionProvider): KyselyProps => ({
  executor: db.getExecutor().withConnectionProvider(provider),
  dialect: { createIntrospector: () => db.introspection } as unknown as KyselyProps['dialect'],
  config: {} as KyselyProps['config'],
  driver: {} as KyselyProps['driver'],
})
