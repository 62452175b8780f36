import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { PostgresResult } from '../client.ts'
import type { DriverStatement, StatementConfig } from '../driver-statement.ts'
import { statementFailed } from './watched-errors.ts'

/** Called with the error, or with the result. */
export type Callback<Result> = (error: unknown, result?: Result) => void

/** The parameters of `query()` of a client and of a pool of `pg`. */
export type QueryParameters = readonly [
  statement: unknown,
  values?: readonly unknown[] | Callback<PostgresResult>,
  callback?: Callback<PostgresResult>,
]

/**
 * Reads the parameters of `query()`.
 *
 * @throws TypeError when it is not a statement.
 */
export function readQuery([statement, values, last]: QueryParameters): {
  readonly config: StatementConfig
  readonly callback: Callback<PostgresResult> | undefined
} {
  const callback = typeof values === 'function' ? values : last
  const given = typeof values === 'function' ? undefined : values
  if (typeof statement === 'string') {
    return { config: given ? { text: statement, values: given } : { text: statement }, callback }
  }
  if (typeof statement !== 'object' || statement === null) {
    throw new TypeError('query() needs a text, or an object with a text.')
  }
  if ('submit' in statement) {
    throw new TypeError(
      'Cursors, streams and COPY need the connection itself, which the pool of postgresPool() ' +
        'shares with Kysely: use a Pool of their own.',
    )
  }
  // A callback in the object is that of the call.
  const { callback: own, ...config } = statement as StatementConfig & {
    callback?: Callback<PostgresResult>
  }
  return { config: given ? { ...config, values: given } : config, callback: callback ?? own }
}

/** Sends a statement on a connection of Kysely. */
export async function sendOn(
  connection: DatabaseConnection,
  statement: DriverStatement,
): Promise<PostgresResult> {
  const { text = '' } = statement.config
  try {
    await connection.executeQuery({ ...CompiledQuery.raw(text), parameters: statement })
  } catch (error) {
    statementFailed(error)
    throw error
  }
  return statement.result as PostgresResult
}

/** Reports by a callback if there is one, otherwise by the promise. */
export function answered<Result>(
  promise: Promise<Result>,
  callback: Callback<Result> | undefined,
): Promise<Result> | undefined {
  if (callback === undefined) return promise
  promise.then(
    // An error of the callback is not a rejection of the statement.
    (result) => process.nextTick(callback, null, result),
    (error: unknown) => process.nextTick(callback, error),
  )
  return undefined
}
