import { createQueryId, type FromNode, sql, type TableNode } from 'kysely'
import { type AnyDatabase, hasPlugins } from '../database.ts'

/** The name of a table in the database. */
export interface TableName {
  readonly schema?: string | undefined
  readonly name: string
}

/** The table with this name, which plugins may change. */
export function tableName(db: AnyDatabase, table: string): TableName {
  const node = db.selectFrom(table).select(sql`1`.as('one')).toOperationNode()
  const { from } = hasPlugins(db) ? db.getExecutor().transformQuery(node, createQueryId()) : node
  const [found] = (from as FromNode).froms
  const { schema, identifier } = (found as TableNode).table
  return { schema: schema?.name, name: identifier.name }
}

/** The name for SQL. */
export const tableReference = ({ schema, name }: TableName) =>
  schema === undefined ? sql.table(name) : sql`${sql.id(schema, name)}`

/** The name in the form of `to_regclass`. */
export const quoted = ({ schema, name }: TableName): string =>
  [schema, name]
    .filter((part) => part !== undefined)
    .map(quotedName)
    .join('.')

/** A name in SQL: of a column, a table or a trigger. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`
