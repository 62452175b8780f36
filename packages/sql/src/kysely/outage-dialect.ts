import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { memoizeByIdentity } from 'turnpike/kit'
import { DatabaseUnavailable, databaseOutage, driverCode } from './outages.ts'
import { followed, offerStatements, type WatchedStatements } from './statements/watch-statements.ts'

/**
 * A dialect whose statements throw `DatabaseUnavailable`, a 503, when the database cannot answer
 * now. This covers everything that uses a Kysely with it: stores, schemes, custom queries.
 *
 * ```ts
 * const db = new Kysely<Tables>({ dialect: outageAwareDialect(new PostgresDialect({ pool })) })
 * ```
 */
export function outageAwareDialect(dialect: Dialect): Dialect {
  const statements: WatchedStatements = { watch: null, system: 'other_sql' }
  return {
    createDriver: () => reportOutages(dialect.createDriver(), statements),
    createAdapter() {
      const adapter = dialect.createAdapter()
      offerStatements(adapter, statements)
      return adapter
    },
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

/** The state of a connection and its transaction. */
interface State {
  /** The program started a read-only transaction: a write in it is a defect. */
  readsOnly: boolean
  outage: DatabaseUnavailable | null
}

/**
 * Changes the methods of a driver and its connections in place, as Kysely does for its log:
 * connections have private members that a wrapper could not forward.
 */
function reportOutages(driver: Driver, statements: WatchedStatements): Driver {
  const stateOf = memoizeByIdentity((connection: DatabaseConnection): State => {
    const state = { readsOnly: false, outage: null }
    reportOutagesOf(connection, state, statements)
    return state
  })

  const acquire = driver.acquireConnection.bind(driver)
  driver.acquireConnection = async (options) => {
    // No statement has been sent yet, so a failure here is not the program's.
    const connection = await acquire(options).catch((error: unknown) => {
      throw databaseOutage(error) ?? new DatabaseUnavailable(error)
    })
    Object.assign(stateOf(connection), { readsOnly: false, outage: null })
    return connection
  }

  const begin = driver.beginTransaction.bind(driver)
  driver.beginTransaction = async (connection, settings) => {
    stateOf(connection).readsOnly = settings.accessMode === 'read only'
    await begin(connection, settings)
  }

  const rollback = driver.rollbackTransaction.bind(driver)
  driver.rollbackTransaction = async (connection) => {
    await rollback(connection).catch((error: unknown) => {
      // The database has rolled back by itself, or is unreachable: report the reason.
      throw stateOf(connection).outage ?? error
    })
  }
  return driver
}

function reportOutagesOf(
  connection: DatabaseConnection,
  state: State,
  statements: WatchedStatements,
): void {
  const report = (error: unknown): never => {
    const isOwnFault = state.readsOnly && driverCode(error) === '25006'
    const outage = isOwnFault ? null : databaseOutage(error)
    state.outage ??= outage
    throw outage ?? error
  }

  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = <Row>(...query: Parameters<DatabaseConnection['executeQuery']>) =>
    followed(statements, query[0].sql, () => execute<Row>(...query).catch(report))

  const stream = connection.streamQuery.bind(connection)
  connection.streamQuery = async function* <Row>(
    ...query: Parameters<DatabaseConnection['streamQuery']>
  ) {
    try {
      yield* stream<Row>(...query)
    } catch (error) {
      report(error)
    }
  }
}
