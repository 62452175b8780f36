import { type CompiledQuery, Kysely, type QueryResult, Transaction } from 'kysely'
import { memoizeByIdentity } from 'turnpike/kit'
import { type AnyDatabase, hasPlugins, isSqlite } from '../kysely/database.ts'
import { directWayOf, giveDirectWay, takesDirectWay } from '../kysely/statements/direct.ts'
import { withStoredRows } from '../kysely/statements/stored-rows.ts'
import { joining } from '../kysely/transactions/joining.ts'
import { withTypes } from './postgres/driver-types.ts'

/**
 * The database from which the lists of Drizzle are read: without plugins, because Drizzle has the
 * database's own names. Rows of SQLite are as they are stored.
 */
export const listedDatabase = memoizeByIdentity((db: AnyDatabase): AnyDatabase => {
  const own = joining(hasPlugins(db) ? db.withoutPlugins() : db)
  return isSqlite(own) ? sending(own, (query) => withStoredRows(query, 'objects')) : own
})

/** The same for PostgreSQL with the values of Drizzle's driver. */
export const typedDatabase = memoizeByIdentity((db: AnyDatabase) =>
  memoizeByIdentity((types: object) =>
    sending(listedDatabase(db), (query) => withTypes(query, types), { isDirect: false }),
  ),
)

/** The same database, with other statements for those that it is given. */
function sending(
  db: AnyDatabase,
  change: (query: CompiledQuery) => CompiledQuery,
  { isDirect = true } = {},
): AnyDatabase {
  const base = db.getExecutor()
  const executor = base.withConnectionProvider({
    provideConnection: (consumer, options) => base.provideConnection(consumer, options),
  })
  const usual = executor.executeQuery.bind(executor)
  executor.executeQuery = <Row>(query: CompiledQuery<Row>, ...options: never[]) =>
    usual(change(query) as CompiledQuery<Row>, ...options)
  executor.withoutPlugins = () => executor
  const way = isDirect ? directWayOf(base) : undefined
  if (way !== undefined) {
    const changed = (query: CompiledQuery): Promise<QueryResult<unknown>> => way(change(query))
    giveDirectWay(executor, changed, () => takesDirectWay(base))
  }
  const dialect = { createIntrospector: () => db.introspection } as never
  const props = { executor, config: { dialect }, dialect, driver: {} as never }
  return db.isTransaction ? new Transaction(props) : new Kysely(props)
}
