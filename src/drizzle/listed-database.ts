import { type CompiledQuery, Kysely, type QueryResult, Transaction } from 'kysely'
import { memoizeByIdentity } from '../caching/memoize.ts'
import { type AnyDatabase, hasPlugins, isSqlite } from '../kysely/database.ts'
import { directWayOf, giveDirectWay, takesDirectWay } from '../kysely/statements/direct.ts'
import { withStoredRows } from '../kysely/statements/stored-rows.ts'
import { joining } from '../kysely/transactions/joining.ts'

/**
 * The database from which the lists of Drizzle are read: without plugins, because Drizzle has the
 * database's own names, and with values as Drizzle's drivers give them.
 */
export const listedDatabase = memoizeByIdentity((db: AnyDatabase): AnyDatabase => {
  const own = joining(hasPlugins(db) ? db.withoutPlugins() : db)
  return isSqlite(own) ? readingStored(own) : own
})

/** The same database with the rows as they are stored. */
function readingStored(db: AnyDatabase): AnyDatabase {
  const base = db.getExecutor()
  const executor = base.withConnectionProvider({
    provideConnection: (consumer, options) => base.provideConnection(consumer, options),
  })
  const usual = executor.executeQuery.bind(executor)
  executor.executeQuery = <Row>(query: CompiledQuery<Row>, ...options: never[]) =>
    usual(withStoredRows(query, 'objects') as CompiledQuery<Row>, ...options)
  executor.withoutPlugins = () => executor
  const way = directWayOf(base)
  if (way !== undefined) {
    const stored = (query: CompiledQuery): Promise<QueryResult<unknown>> =>
      way(withStoredRows(query, 'objects'))
    giveDirectWay(executor, stored, () => takesDirectWay(base))
  }
  const config = { dialect: { createIntrospector: () => db.introspection } as never }
  const props = { executor, config, dialect: config.dialect, driver: {} as never }
  return db.isTransaction ? new Transaction(props) : new Kysely(props)
}
