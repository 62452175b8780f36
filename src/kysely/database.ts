import type {
  CompiledQuery,
  ControlledTransaction,
  Kysely,
  SelectQueryBuilder,
  Transaction,
} from 'kysely'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { isContention } from './outages.ts'
import { keepPrepared } from './statements/prepared.ts'

/** A database with whatever tables. */
// biome-ignore lint/suspicious/noExplicitAny: the caller's tables are the caller's business.
export type AnyDatabase = Kysely<any>

/**
 * A database or a transaction with these tables. Each is named, because the compiler cannot infer
 * the tables of a class from those of one that extends it.
 */
export type DatabaseOf<Tables> =
  | Kysely<Tables>
  | Transaction<Tables>
  | ControlledTransaction<Tables, string[]>

/** A row whose columns are only known at run time. */
// biome-ignore lint/suspicious/noExplicitAny: the signature that hands it on says what it is.
export type AnyRow = any

/** A select query over whatever tables. */
export type AnyQuery = SelectQueryBuilder<AnyRow, AnyRow, AnyRow>

/**
 * Whether the database speaks SQLite's SQL; else it speaks PostgreSQL's. The adapter is known by
 * what it says of itself: that of another copy of Kysely has another class.
 *
 * @throws ConfigurationError when it speaks neither.
 */
export function isSqlite(db: AnyDatabase): boolean {
  const { adapter } = db.getExecutor()
  if (!adapter.supportsReturning || adapter.supportsOutput) {
    throw new ConfigurationError(
      `Turnpike speaks the SQL of SQLite and of PostgreSQL, and ${adapter.constructor.name} belongs to ` +
        'another database: give it a Kysely with a dialect of one of these.',
    )
  }
  return !adapter.supportsTransactionalDdl
}

/** Whether queries, values or rows are changed on their way. */
export const hasPlugins = (db: AnyDatabase): boolean => db.getExecutor().plugins.length > 0

/**
 * Does the work in a transaction: the one that `db` is in, or one of its own. One of its own that
 * fails only because of another transaction is tried once more.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db)
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (!isContention(error)) throw error
    return db.transaction().execute(work)
  }
}

/** Finds the first row for these values, or null. */
export type Lookup<Row> = (...values: readonly unknown[]) => Promise<Row | null>

/**
 * Builds and compiles a query once. Each lookup then only puts other values in the place of the
 * query's parameters.
 */
export function lookup<Tables, Row>(
  db: Kysely<Tables>,
  query: { compile(): CompiledQuery<Row> },
): Lookup<Row> {
  const compiled = query.compile()
  keepPrepared(compiled.sql)
  return async (...parameters) => {
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows[0] ?? null
  }
}
