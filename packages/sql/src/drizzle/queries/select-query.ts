import { ConfigurationError } from 'turnpike'
import type { Codecs } from '../codecs.ts'
import { isEntity } from '../entities.ts'

/** A select query of Drizzle: `orm.select().from(ticket)`. */
export interface DrizzleQuery<Row = unknown> {
  readonly _: { readonly result: readonly Row[] }
  getSQL(): unknown
}

/** Drizzle's SQL: texts, columns, values and other SQL, one after the other. */
export interface Sql {
  readonly queryChunks: readonly unknown[]
  readonly shouldInlineParams: boolean
  toQuery(config: object): { readonly sql: string; readonly params: readonly unknown[] }
}

/** Writes Drizzle's SQL for a database. */
export interface SqlDialect {
  /** Names columns before Drizzle 1.0. Since then they have their names when they are made. */
  readonly casing?: { getColumnCasing(column: object): string }
  readonly codecs?: Codecs
  escapeName(name: string): string
  escapeString(text: string): string
  buildSelectQuery(config: object): Sql
}

/** Whether Drizzle casts columns. On SQLite there is no need: stored values are read exactly. */
export const isCasting = (dialect: SqlDialect): boolean =>
  dialect.codecs !== undefined && isEntity(dialect, 'PgDialect')

export interface Join {
  readonly table: unknown
  readonly on: unknown
  readonly joinType: string
  readonly lateral?: boolean
}

/** The parts of a select query. */
export interface SelectConfig {
  readonly fields: Readonly<Record<string, unknown>>
  readonly table: unknown
  readonly joins?: readonly Join[]
  readonly where?: unknown
  readonly orderBy?: readonly unknown[]
  readonly setOperators: readonly SetOperator[]
  readonly limit?: unknown
  readonly offset?: unknown
  readonly distinct?: unknown
  readonly [part: string]: unknown
}

interface SetOperator {
  readonly orderBy?: readonly unknown[]
  readonly limit?: unknown
  readonly offset?: unknown
}

/** A query as it is now: Drizzle's builders change themselves. */
export interface SelectQuery {
  readonly config: SelectConfig
  readonly dialect: SqlDialect
  /** By the name of a table: false if its columns may all be null because of a join. */
  readonly isJoined: Readonly<Record<string, boolean>> | undefined
}

/** @throws ConfigurationError when it is not a select query of the dialect. */
export function selectQuery(query: object, kind: 'pg' | 'sqlite'): SelectQuery {
  if (!selects.some((select) => isEntity(query, select))) throw notASelect()
  if (!isEntity(query, kind === 'pg' ? 'PgSelectQueryBuilder' : 'SQLiteSelectQueryBuilder')) {
    throw new ConfigurationError(
      'The query of drizzleItems() is for another database than the one it is read from: make it ' +
        'with the same Drizzle database, and tables of pg-core for PostgreSQL or sqlite-core for SQLite.',
    )
  }
  const { config, dialect, joinsNotNullableMap: isJoined } = query as unknown as Internals
  return {
    config: {
      ...config,
      fields: { ...config.fields },
      ...(config.joins && { joins: [...config.joins] }),
      setOperators: [...(config.setOperators ?? [])],
    },
    dialect,
    isJoined: isJoined && { ...isJoined },
  }
}

const selects = ['PgSelectQueryBuilder', 'SQLiteSelectQueryBuilder']

interface Internals {
  readonly config: SelectConfig
  readonly dialect: SqlDialect
  readonly joinsNotNullableMap: Readonly<Record<string, boolean>> | undefined
}

const notASelect = () =>
  new ConfigurationError(
    'drizzleItems() needs a select query of Drizzle: drizzleItems(orm, orm.select().from(ticket)). ' +
      'Relational queries (orm.query) and prepared queries have no parts that a list could use.',
  )
