import type {
  CompiledQuery,
  ControlledTransaction,
  Kysely,
  SelectQueryBuilder,
  Transaction,
} from 'kysely'
import { ConfigurationError } from 'turnpike'
import { keepPrepared } from './statements/prepared.ts'

/** A database with any tables. */
// biome-ignore lint/suspicious/noExplicitAny: the caller's tables are the caller's business.
export type AnyDatabase = Kysely<any>

/**
 * A database or a transaction with these tables. Each is listed, because the compiler cannot infer
 * the tables of a class from a class that extends it.
 */
export type DatabaseOf<Tables> =
  | Kysely<Tables>
  | Transaction<Tables>
  | ControlledTransaction<Tables, string[]>

/** A row whose columns are only known at run time. */
// biome-ignore lint/suspicious/noExplicitAny: the signature that hands it on says what it is.
export type AnyRow = any

/** A select query over any tables. */
export type AnyQuery = SelectQueryBuilder<AnyRow, AnyRow, AnyRow>

/**
 * Whether the database uses SQLite's SQL; otherwise it uses PostgreSQL's. Decided by the adapter's
 * behaviour, because another copy of Kysely has other classes.
 *
 * @throws ConfigurationError for any other database.
 */
export function isSqlite(db: AnyDatabase): boolean {
  const { adapter } = db.getExecutor()
  if (!adapter.supportsReturning || adapter.supportsOutput) {
    throw new ConfigurationError(
      `Turnpike supports SQLite and PostgreSQL, but ${adapter.constructor.name} belongs to ` +
        'another database: pass a Kysely with a dialect of one of these.',
    )
  }
  return !adapter.supportsTransactionalDdl
}

/** @throws ConfigurationError when the database is neither SQLite nor PostgreSQL. */
export function requireSupported(db: AnyDatabase): void {
  isSqlite(db)
}

/** Whether plugins may change queries, values or rows. */
export const hasPlugins = (db: AnyDatabase): boolean => db.getExecutor().plugins.length > 0

/** Finds the first row for these values, or null. */
export type Lookup<Row> = (...values: readonly unknown[]) => Promise<Row | null>

/** Builds and compiles a query once. Each lookup then only replaces the query's parameters. */
export function lookup<Tables, Row>(
  db: Kysely<Tables>,
  query: { compile(): CompiledQuery<Row> },
): Lookup<Row> {
  const compiled = query.compile()
  keepPrepared(compiled.sql, { inTransactions: true })
  return async (...parameters) => {
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows[0] ?? null
  }
}
