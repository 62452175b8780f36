import { type CompiledQuery, Kysely, type QueryResult } from 'kysely'
import type { AnyDatabase } from '../database.ts'
import { outageAwareDialect } from '../outage-dialect.ts'
import { DatabaseUnavailable, databaseOutage } from '../outages.ts'
import { giveDirectWay } from '../statements/direct.ts'
import { followed, statementsOf } from '../statements/watch-statements.ts'
import type { PostgresResult } from './client.ts'
import type { PostgresPool } from './pool.ts'
import type { PostgresSession } from './session.ts'
import { noConnections, SharedPostgresDialect } from './shared-dialect.ts'

/**
 * A database over a pool, whose statements outside transactions go the short way. Errors are those
 * of `outageAwareDialect`.
 *
 * @param openPool called on first use.
 */
export function postgresDatabase(openPool: () => Promise<PostgresPool>): AnyDatabase {
  let opening: Promise<PostgresPool> | undefined
  let pool: PostgresPool | undefined
  let isDestroyed = false

  async function opened(): Promise<PostgresPool> {
    opening ??= openPool()
    pool = await opening
    return pool
  }

  async function connected(): Promise<PostgresSession> {
    if (isDestroyed) throw new Error('driver has already been destroyed')
    const open = await opened()
    return open.connect().catch((error: unknown) => {
      // No statement has been sent yet, so a failure here is not the program's.
      throw databaseOutage(error) ?? new DatabaseUnavailable(error)
    })
  }

  const execute = (query: CompiledQuery): Promise<QueryResult<unknown>> =>
    statements === undefined || statements.watch === null
      ? executeDirectly(query)
      : followed(statements, query.sql, () => executeDirectly(query))

  async function executeDirectly({
    sql,
    parameters,
  }: CompiledQuery): Promise<QueryResult<unknown>> {
    const session = pool?.take() ?? (await connected())
    try {
      return resultOf(await sent(session, sql, parameters))
    } catch (error) {
      // It was made where bytes arrived; this names what executed the statement.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw databaseOutage(error) ?? error
    }
  }

  const dialect = new SharedPostgresDialect({ pool: opened as never }, () => pool ?? noConnections)
  const db: AnyDatabase = new Kysely({ dialect: outageAwareDialect(dialect) })
  const statements = statementsOf(db)
  giveDirectWay(db.getExecutor(), execute)

  const destroy = db.destroy.bind(db)
  db.destroy = async () => {
    isDestroyed = true
    await destroy()
    // Kysely knows the pool only if something went its way.
    await (await opening?.catch(() => undefined))?.end()
  }
  return db
}

/** Sends a statement and gives the connection back when it is answered. */
const sent = (
  session: PostgresSession,
  sql: string,
  parameters: readonly unknown[],
): Promise<PostgresResult> =>
  new Promise((resolve, reject) => {
    session.run(sql, parameters, (error, result) => {
      session.release()
      if (result === null) reject(error)
      else resolve(result)
    })
  })

function resultOf({ command, rowCount, rows }: PostgresResult): QueryResult<unknown> {
  return {
    rows: rows ?? [],
    ...(changing.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
  }
}

const changing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
