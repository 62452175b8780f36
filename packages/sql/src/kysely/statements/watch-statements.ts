import { ConfigurationError } from 'turnpike'
import { mark, type StatementWatch } from 'turnpike/kit'
import { type AnyDatabase, isSqlite } from '../database.ts'

/** The telemetry of the statements of one database. */
export interface WatchedStatements {
  /** Null if nothing does. */
  watch: StatementWatch | null
  system: string
}

const databases = mark<object, WatchedStatements>()

/** Lets `watchStatements` find what a dialect has. */
export const offerStatements = (adapter: object, statements: WatchedStatements): void =>
  databases.set(adapter, statements)

/** The telemetry of a database's statements; undefined if it has another dialect. */
export const statementsOf = (db: AnyDatabase): WatchedStatements | undefined =>
  databases.get(db.getExecutor().adapter)

/** Runs a statement, followed if something follows those of its database. */
export const followed = <Result>(
  { watch, system }: WatchedStatements,
  sql: string,
  run: () => Promise<Result>,
): Promise<Result> => (watch === null ? run() : watch.statement({ system, sql }, run))

/**
 * Follows each statement of a database, in transactions and outside, also those that Drizzle and
 * Prisma send through it:
 *
 * ```ts
 * watchStatements(db, openTelemetry({ trace, context, propagation }))
 * ```
 *
 * A service does so with its own. The database has the dialect `outageAwareDialect` or
 * `postgresDialect`. Rows that are cached send no statement. A second call replaces the first.
 *
 * @param telemetry null: nothing follows them any more.
 * @throws ConfigurationError when the database has another dialect.
 */
export function watchStatements(db: AnyDatabase, telemetry: StatementWatch | null): void {
  const statements = statementsOf(db)
  if (statements === undefined) {
    throw new ConfigurationError(
      'watchStatements() cannot follow a database of this dialect: put it into outageAwareDialect().',
    )
  }
  statements.system = isSqlite(db) ? 'sqlite' : 'postgresql'
  statements.watch = telemetry
}
