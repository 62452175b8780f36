import { databaseOutage } from '../../../kysely/outages.ts'
import { transactionOn } from '../../../kysely/postgres/connections.ts'
import type { GivenClient } from '../../../kysely/postgres/dialect.ts'
import { watchingErrors } from '../../../kysely/postgres/sharing/watched-errors.ts'
import { databaseOfTransaction } from '../capture.ts'
import type { PrismaConnection, PrismaQueryable, PrismaTransaction } from '../contract.ts'
import { keepDriverError } from '../driver-errors.ts'

/** A connection whose errors keep those of `pg`. Outages are `DatabaseUnavailable`. */
export function watched(connection: PrismaConnection): PrismaConnection {
  return {
    ...watchedQueryable(connection),
    executeScript: (script) => watching(() => connection.executeScript(script)),
    startTransaction: async (level) =>
      watchedTransaction(await watching(() => connection.startTransaction(level))),
    getConnectionInfo: () => connection.getConnectionInfo?.() ?? { supportsRelationJoins: true },
    dispose: () => connection.dispose(),
  }
}

function watchedTransaction(transaction: PrismaTransaction): PrismaTransaction {
  const watchedOf = (method: 'createSavepoint' | 'rollbackToSavepoint' | 'releaseSavepoint') => {
    const send = transaction[method]?.bind(transaction)
    // Older versions of Prisma have no savepoints.
    return send && { [method]: (name: string) => watching(() => send(name)) }
  }
  const watchedOne: PrismaTransaction = {
    ...watchedQueryable(transaction),
    options: transaction.options,
    commit: () => watching(() => transaction.commit()),
    rollback: () => watching(() => transaction.rollback()),
    ...watchedOf('createSavepoint'),
    ...watchedOf('rollbackToSavepoint'),
    ...watchedOf('releaseSavepoint'),
  }
  const client = clientOf(transaction)
  if (client !== null) databaseOfTransaction.set(watchedOne, transactionOn(client))
  return watchedOne
}

/** The connection of a transaction, which Prisma's class has as a property. */
function clientOf(transaction: PrismaTransaction): GivenClient | null {
  const client: unknown = Reflect.get(transaction, 'client')
  return typeof client === 'object' && client !== null && 'query' in client
    ? (client as GivenClient)
    : null
}

const watchedQueryable = (queryable: PrismaQueryable): PrismaQueryable => ({
  provider: queryable.provider,
  adapterName: queryable.adapterName,
  queryRaw: (statement) => watching(() => queryable.queryRaw(statement)),
  executeRaw: (statement) => watching(() => queryable.executeRaw(statement)),
})

const watching = <Result>(work: () => Promise<Result>): Promise<Result> =>
  watchingErrors(work, (error, driverError) => {
    const outage = databaseOutage(driverError) ?? databaseOutage(error)
    if (outage !== null) return outage
    if (driverError !== undefined) keepDriverError(error, driverError)
    return error
  })
