import { type CompiledQuery, TableNode } from 'kysely'
import { type AnyDatabase, isSqlite as usesSqlite } from '../../kysely/database.ts'
import { withStoredRows } from '../../kysely/statements/stored-rows.ts'
import { joining, withoutJoining } from '../../kysely/transactions/joining.ts'
import type { DrizzleTable } from '../entities.ts'
import { type DrizzleDatabase, kyselyOf } from '../kysely-of.ts'
import { driverTypesOf, needsDriverTypes, withTypes } from '../postgres/driver-types.ts'
import { readQuery } from '../queries/read-query.ts'
import type { SqlDialect } from '../queries/select-query.ts'
import { nameOfColumn } from '../queries/sql-parts.ts'
import { rowReader } from '../row-reader.ts'
import { NamedFields } from './named-fields.ts'

/** A Kysely for one table, in which it has the fields of its schema. */
export interface NamedDatabase {
  readonly db: AnyDatabase
  readonly dialect: SqlDialect
  readonly isSqlite: boolean
}

/** @param query selects all fields of the table. */
export function namedDatabase(
  orm: DrizzleDatabase,
  table: DrizzleTable,
  query: object,
): NamedDatabase {
  const base = withoutJoining(kyselyOf(orm).withoutPlugins())
  const isSqlite = usesSqlite(base)
  const dialect = Reflect.get(query, 'dialect') as SqlDialect
  const read = readQuery(query, isSqlite ? 'sqlite' : 'pg', [])
  const { schema, originalName } = table
  const named = base.withPlugin(
    new NamedFields({
      node:
        schema === undefined
          ? TableNode.create(originalName)
          : TableNode.createWithSchema(schema, originalName),
      columns: new Map(
        Object.entries(table.columns).map(([field, column]) => [
          field,
          nameOfColumn(column, dialect),
        ]),
      ),
      selections: read.tree.selections ?? [],
      itemOf: rowReader(read, isSqlite),
    }),
  )
  const db = joining(named)
  // Drizzle decodes what SQLite stores, and what its driver of PostgreSQL reads.
  const types =
    !isSqlite && read.fields.some(needsDriverTypes)
      ? driverTypesOf(Reflect.get(orm, 'session'))
      : null
  if (isSqlite) sendAs(db, (query) => withStoredRows(query, 'objects') as typeof query)
  if (types !== null) sendAs(db, (query) => withTypes(query, types))
  return { db, dialect, isSqlite }
}

/** Changes how the statements of a database are sent. */
function sendAs(
  db: AnyDatabase,
  change: <Row>(query: CompiledQuery<Row>) => CompiledQuery<Row>,
): void {
  const executor = db.getExecutor()
  const usual = executor.executeQuery.bind(executor)
  executor.executeQuery = <Row>(query: CompiledQuery<Row>, ...options: never[]) =>
    usual(change(query), ...options)
}
