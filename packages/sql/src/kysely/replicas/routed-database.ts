import { Kysely, type KyselyPlugin, type QueryExecutor } from 'kysely'
import { memoizeByIdentity } from 'turnpike/kit'
import { driverCode } from '../outages.ts'
import { directWayOf, giveDirectWay } from '../statements/direct.ts'
import { keepAsWrite, mayReadLate, onlyReads } from '../statements/reads.ts'
import { giveRoute, type Route } from '../statements/route.ts'
import { propsOf } from '../transactions/joining.ts'
import { readScope } from './read-scope.ts'
import type { Replica } from './replica.ts'

/** A database whose reads in a `ReadScope` may come from replicas. */
export class RoutedDatabase<Tables> extends Kysely<Tables> {
  readonly #primary: Kysely<Tables>

  constructor(primary: Kysely<Tables>) {
    const executor = primary.getExecutor()
    super(
      propsOf(primary, {
        provideConnection(consumer, options) {
          readScope()?.leaveReplica()
          return executor.provideConnection(consumer, options)
        },
      }),
    )
    this.#primary = primary
    const route = routeOver(executor)
    const way = directWayOf(executor)
    if (way === undefined) giveRoute(this.getExecutor(), route)
    else giveDirectWay(this.getExecutor(), (query) => route(query, () => way(query), true))
  }

  override transaction() {
    noteWrite()
    return this.#primary.transaction()
  }

  override startTransaction() {
    noteWrite()
    return this.#primary.startTransaction()
  }

  override connection() {
    noteWrite()
    return this.#primary.connection()
  }

  override withPlugin(plugin: KyselyPlugin): Kysely<Tables> {
    return new RoutedDatabase(this.#primary.withPlugin(plugin))
  }

  override withoutPlugins(): Kysely<Tables> {
    return new RoutedDatabase(this.#primary.withoutPlugins())
  }

  override withSchema(schema: string): Kysely<Tables> {
    return new RoutedDatabase(this.#primary.withSchema(schema))
  }

  override destroy(): Promise<void> {
    return this.#primary.destroy()
  }
}

/** A connection that is held may write. */
function noteWrite(): void {
  readScope()?.noteWrite()
}

/** @param executor of the primary. */
function routeOver(executor: QueryExecutor): Route {
  /** The executor of a replica, with the plugins of that of the primary. */
  const executorAt = memoizeByIdentity(({ db }: Replica) => {
    const own = db.getExecutor()
    return executor.plugins.length === 0 ? own : own.withPlugins(executor.plugins)
  })
  /** The same, whose statements go over a connection that is acquired for them. */
  const heldAt = memoizeByIdentity((replica: Replica) => {
    const own = executorAt(replica)
    return own.withConnectionProvider({
      provideConnection: (consumer, options) => own.provideConnection(consumer, options),
    })
  })

  return async (query, usual, isDirect) => {
    const scope = readScope()
    if (scope === undefined) return usual()
    // What follows must not be older.
    if (!onlyReads(query.sql)) scope.noteWrite()
    else if (!mayReadLate(query.sql)) scope.leaveReplica()
    const replica = await scope.place()
    if (replica === null) return usual()
    try {
      return await replica.run(() =>
        (isDirect ? executorAt : heldAt)(replica).executeQuery(query as never),
      )
    } catch (error) {
      // It would take as long once more.
      if (isTooSlow(error)) throw error
      if (isWrite(error)) {
        keepAsWrite(query.sql)
        scope.noteWrite()
      } else scope.leaveReplica()
      return usual()
    }
  }
}

/** A statement whose text does not show that it writes, such as one that calls a function. */
const isWrite = (error: unknown): boolean => driverCode(error) === '25006'

/** A statement that the limits of its connection have ended. */
const isTooSlow = (error: unknown): boolean =>
  driverCode(error) === '57014' || /Query read timeout/.test(Object(error).reason ?? '')
